//! What this project found itself.

use harness::claims::{Figure, Statement};
use harness::Found;
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule};

use super::clock;
use super::remarks::{digits, percent};
use crate::clocks::{Clock, NS, ReadBy};
use crate::quantities::{
    COUNTER_STEP, DUPLICATE_IDENTIFIERS, DUPLICATE_TIMESTAMPS, FAR_COLLIDING, NEAR_COLLIDING, PINNED_COLLIDING,
    PINNED_STEP, SYSTEM_CALL,
};

/// A counter that advances by less than this many units, of a nanosecond or what the system reports, hides its residues:
/// readings of the same moment then fall into the same unit, or the next.
const HIDING: f64 = 1.5;
fn statement(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: None }
}

/// Holds if the rounds whose residues were within a nanosecond of each other collided more often than those whose residues
/// were further apart.
pub(super) fn residues_decide(found: &Found) -> Claim {
    let near = Figure::new(
        "share of samples that collide, residues within a nanosecond of each other",
        found.named(NEAR_COLLIDING),
    );
    let far = Figure::new("share of samples that collide, residues further apart", found.named(FAR_COLLIDING));
    let (rule, why) = judge_residues(found, &near, &far);
    let figures = vec![
        Figure::new("share of samples that collide, two pinned threads", found.named(PINNED_COLLIDING)),
        Figure::new("step of the counter", found.named(PINNED_STEP)),
        near,
        far,
    ];
    statement(
        "residues-decide",
        "Where the counter advances several nanoseconds at a time, the cores' residues decide how much collides.",
    )
    .judge_by(figures, rule, |_| why)
}

fn judge_residues(found: &Found, near: &Figure, far: &Figure) -> (Rule, String) {
    let value = |name| found.named(name).measured.as_ref().map(|estimate| estimate.value);
    let Some(step_ns) = value(PINNED_STEP).map(|step| step / NS) else {
        let why = "This system has no counter to read, or no two cores to pin threads to.";
        return (Rule::not_tested(), why.to_owned());
    };
    let step = digits(step_ns);
    if step_ns < HIDING {
        let why = format!("This machine's counter advances by {step} ns at a time, no more than the clock's unit");
        return (Rule::not_tested(), format!("{why}, so that residues make no difference here."));
    }
    if near.measured().is_none() || far.measured().is_none() {
        let why = format!(
            "The counter advances by {step} ns at a time, but no two rounds differ in how near its residues are."
        );
        return (Rule::not_tested(), why);
    }
    let why = format!("With residues within a nanosecond of each other {} of samples collide", percent(near.value()));
    let why = format!("{why}, and {} with residues further apart.", percent(far.value()));
    (Rule::all([Part::above(near, far)]), why)
}

/// Holds if the resolution that the system reports is finer than what the counter below can show.
pub(super) fn reported_resolution(found: &Found) -> Claim {
    let step_of = |of| clock(found, of, "resolution_observed_seconds");
    let figures = vec![
        Figure::new("resolution as reported", &clock(found, Clock::Realtime, "resolution_reported_seconds")),
        Figure::new("step of the counter", found.named(COUNTER_STEP)),
        Figure::new("smallest increment between readings", &step_of(Clock::Realtime)),
        Figure::new("smallest step of the coarse clock", &step_of(Clock::RealtimeCoarse)),
    ];
    let values = figures[0].measured().zip(figures[1].measured()).map(|(reported, step)| (reported.value, step.value));
    let (rule, why) = match values {
        Some((reported, step)) => {
            let [step_ns, reported_ns] = [step, reported].map(|seconds| digits(seconds / NS));
            let advances = format!("The counter below advances by {step_ns} ns at a time");
            // The reported resolution is a whole number of nanoseconds.
            let least = reported + 0.5 * NS;
            if step < least {
                let why = format!("{advances}, about the {reported_ns} ns that the system reports or less");
                (Rule::not_tested(), format!("{why}, so that this machine can't show which of the two it is."))
            } else {
                let rule = Rule::all([Part::above(&figures[1], least)]);
                (rule, format!("{advances}, and the system reports {reported_ns} ns."))
            }
        }
        None => (Rule::not_tested(), "There is no counter here to compare the reported resolution with.".to_owned()),
    };
    statement(
        "reported-resolution",
        "The resolution that the system reports is a unit, not how far the clock advances at a time.",
    )
    .judge_by(figures, rule, |_| why)
}

/// Holds if a read takes less than the emptiest system call.
pub(super) fn no_system_call(found: &Found) -> Claim {
    let read = Figure::new("time per read of the wall clock", &clock(found, Clock::Realtime, "read_cost_seconds"));
    let call = Figure::new("time of the emptiest system call", found.named(SYSTEM_CALL));
    let (read_s, call_s) = (read.value(), call.value());
    let by = ReadBy::of(Clock::Realtime, read_s, call_s);
    let rule = Rule::all([Part::above(&call, &read)]);
    statement("no-system-call", "Reading the clock takes no system call.").judge_by(vec![read, call], rule, |verdict| {
        match verdict {
            Verdict::DoesNotHold => {
                "A read takes longer than the emptiest system call: it enters the kernel.".to_owned()
            }
            Verdict::Undecided => "A read takes about as long as the emptiest system call".to_owned(),
            _ => {
                let of_call = percent(read_s / call_s);
                format!("A read ({}) takes {of_call} of the time of the emptiest system call.", by.name())
            }
        }
    })
}

/// Holds if no remedy made a duplicate.
pub(super) fn remedies_hold(found: &Found) -> Claim {
    let figures = vec![
        Figure::new("share of duplicates, all remedies", found.named(DUPLICATE_IDENTIFIERS)),
        Figure::new("share of duplicates, bare timestamps of several threads", found.named(DUPLICATE_TIMESTAMPS)),
    ];
    let rule = Rule::all([Part::never(&figures[0])]);
    let (share, all) = (figures[0].value(), figures[0].measured().map_or(0, |share| share.n));
    statement(
        "remedies-hold",
        "Every scheme that promises different identifiers within a process keeps its promise, on any number of threads.",
    )
    .judge_by(figures, rule, |verdict| match verdict {
        Verdict::DoesNotHold => format!("There were {} duplicates.", (share * all as f64).round()),
        _ => format!("None of {} million was a duplicate.", digits(all as f64 / 1e6)),
    })
}
