//! Claims of this project.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Verdict};
use harness::verdicts::{Part, Rule, bound_of_none};

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
    let pinned = Figure::new("share of samples that collide, two pinned threads", found.named(PINNED_COLLIDING));
    let step = Figure::new("step of the counter", found.named(PINNED_STEP));
    let near = Figure::new(
        "share of samples that collide, residues within a nanosecond of each other",
        found.named(NEAR_COLLIDING),
    );
    let far = Figure::new("share of samples that collide, residues further apart", found.named(FAR_COLLIDING));
    let (rule, why) = judge_residues(&step, &near, &far);
    statement(
        "residues-decide",
        "Where the counter advances several nanoseconds at a time, the cores' residues decide how much collides.",
    )
    .judge_by(vec![pinned, step, near, far], rule, |_| why)
}

fn judge_residues(step: &Figure, near: &Figure, far: &Figure) -> (Rule, Option<String>) {
    let advances = step.value().map(|step| format!("counter advances by {} ns at a time", digits(step / NS)));
    if step.value().is_some_and(|step| step < HIDING * NS) {
        let why = |advances| {
            format!(
                "This machine's {advances}, no more than the clock's unit, so that residues make no difference here."
            )
        };
        return (Rule::not_tested(), advances.map(why));
    }
    let rule = Rule::all([Part::above(step, HIDING * NS), Part::above(near, far)]);
    match (near.value().map(percent), far.value().map(percent)) {
        (Some(near), Some(far)) => {
            let with = format!("With residues within a nanosecond of each other {near} of samples collide");
            (rule, Some(format!("{with}, and {far} with residues further apart.")))
        }
        (None, None) => (rule, None),
        _ => {
            let why = |advances| format!("The {advances}, but no two rounds differ in how near its residues are.");
            (Rule::not_tested(), advances.map(why))
        }
    }
}

/// Holds if the resolution that the system reports is finer than what the counter below can show.
pub(super) fn reported_resolution(found: &Found) -> Claim {
    let observed = |of| clock(found, of, "resolution_observed_seconds");
    let reported = Figure::new("resolution as reported", clock(found, Clock::Realtime, "resolution_reported_seconds"));
    let step = Figure::new("step of the counter", found.named(COUNTER_STEP));
    let (rule, why) = judge_resolution(&reported, &step);
    let figures = vec![
        reported,
        step,
        Figure::new("smallest increment between readings", observed(Clock::Realtime)),
        Figure::new("smallest step of the coarse clock", observed(Clock::RealtimeCoarse)),
    ];
    statement(
        "reported-resolution",
        "The resolution that the system reports for the wall clock can be finer than the steps of the counter below it.",
    )
    .judge_by(figures, rule, |_| why)
}

fn judge_resolution(reported: &Figure, step: &Figure) -> (Rule, Option<String>) {
    let Some((reported_s, step_s)) = reported.value().zip(step.value()) else {
        return (Rule::all([Part::above(step, reported)]), None);
    };
    let [step_ns, reported_ns] = [step_s, reported_s].map(|seconds| digits(seconds / NS));
    let advances = format!("The counter below advances by {step_ns} ns at a time");
    // The reported resolution is a whole number of nanoseconds.
    let least = reported_s + 0.5 * NS;
    if step_s < least {
        let why = format!("{advances}, about the {reported_ns} ns that the system reports or less");
        return (Rule::not_tested(), Some(format!("{why}, so that this machine can't show it.")));
    }
    let why = format!("{advances}, and the system reports {reported_ns} ns.");
    (Rule::all([Part::above(step, least)]), Some(why))
}

/// Holds if a read takes less than the emptiest system call.
pub(super) fn no_system_call(found: &Found) -> Claim {
    let read = Figure::new("time per read of the wall clock", clock(found, Clock::Realtime, "read_cost_seconds"));
    let call = Figure::new("time of the emptiest system call", found.named(SYSTEM_CALL));
    let rule = Rule::all([Part::above(&call, &read)]);
    let times = read.value().zip(call.value());
    let on_linux = found.is_of_linux();
    statement("no-system-call", "Reading the clock takes no system call.").judge_by(vec![read, call], rule, |verdict| {
        let (read_s, call_s) = times?;
        Some(match verdict {
            Verdict::DoesNotHold => {
                "A read takes longer than the emptiest system call: it enters the kernel.".to_owned()
            }
            Verdict::Undecided => "A read takes about as long as the emptiest system call".to_owned(),
            _ => {
                let by = ReadBy::infer(Clock::Realtime, read_s, call_s).name(on_linux);
                let of_call = percent(read_s / call_s);
                format!("A read ({by}) takes {of_call} of the time of the emptiest system call.")
            }
        })
    })
}

/// Holds if no remedy made a duplicate.
pub(super) fn remedies_hold(found: &Found) -> Claim {
    let remedies = Figure::new("share of duplicates, all remedies", found.named(DUPLICATE_IDENTIFIERS));
    let timestamps =
        Figure::new("share of duplicates, bare timestamps of several threads", found.named(DUPLICATE_TIMESTAMPS));
    let rule = Rule::all([Part::never(&remedies)]);
    let why = remedies.measured().map(|share| match share.value {
        0.0 => format!("Duplicates: {}.", bound_of_none(share)),
        some => format!("There were {} duplicates.", (some * share.n as f64).round()),
    });
    statement(
        "remedies-hold",
        "None of the remedies that were tried made a duplicate within a process, on any number of threads that was tried.",
    )
    .judge_by(vec![remedies, timestamps], rule, |_| why)
}
