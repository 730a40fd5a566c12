//! What this project found itself.

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::{Claim, Verdict};
use harness::rules::Rule;

use super::remarks::{digits, percent};
use super::{SPREAD, clock};
use crate::clocks::{Clock, NS, ReadBy};
use crate::quantities::{
    COUNTER_STEP, DUPLICATE_IDENTIFIERS, DUPLICATE_TIMESTAMPS, EXCESS, FURTHEST_COLLIDING, FURTHEST_TICKS,
    NEAREST_COLLIDING, NEAREST_TICKS, PINNED_COLLIDING, PINNED_STEP, SYSTEM_CALL, UNEVENNESS,
};

/// A counter that advances by less than this many units, of a nanosecond or what the system reports, hides its residues:
/// readings of the same moment then fall into the same unit, or the next.
const HIDING: f64 = 1.5;
/// A counter whose readings meet less than 2% more often than evenly is called even.
const EVEN: f64 = 1.02;
/// How near the collisions in excess of the model have to be to what the unevenness explains.
const EXPLAINED: f64 = 0.05;
/// How wide the interval of that excess may be, over its median. Wider, and something kept the threads from reading at the
/// same time, which no unevenness explains.
const UNDISTURBED: f64 = 0.1;

fn statement(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: None }
}

/// A statement that is about machines of another kind than this one.
fn about_others() -> Rule {
    Rule::Given(Some(true), vec![Some(false)])
}

/// Holds if the rounds whose residues were nearest to each other collided more than twice as often as those whose residues
/// were furthest apart.
pub(super) fn residues_decide(found: &Quantities) -> Claim {
    let figures = vec![
        Figure::new("share of samples that collide, two pinned threads", found.named(PINNED_COLLIDING)),
        Figure::new("step of the counter", found.named(PINNED_STEP)),
    ];
    let (rule, why) = judge_residues(found);
    statement(
        "residues-decide",
        "Where the counter advances several nanoseconds at a time, the cores' residues decide how much collides.",
    )
    .judge(figures, &rule, |_| why)
}

fn judge_residues(found: &Quantities) -> (Rule, String) {
    let value = |name| found.named(name).measured.as_ref().map(|estimate| estimate.value);
    let Some(step_ns) = value(PINNED_STEP).map(|step| step / NS) else {
        let why = "This system has no counter to read, or no two cores to pin threads to.";
        return (Rule::NotTested, why.to_owned());
    };
    let step = digits(step_ns);
    if step_ns < HIDING {
        let why = format!("This machine's counter advances by {step} ns at a time, no more than the clock's unit");
        return (about_others(), format!("{why}, so that residues make no difference here."));
    }
    let known = [NEAREST_TICKS, NEAREST_COLLIDING, FURTHEST_TICKS, FURTHEST_COLLIDING].map(value);
    let [Some(nearest), Some(near), Some(furthest), Some(far)] = known else {
        return (Rule::NotTested, "The cores' residues changed during every round.".to_owned());
    };
    if nearest == furthest {
        let why =
            format!("The counter advances by {step} ns at a time, but the residues were as far apart in all rounds.");
        return (Rule::NotTested, why);
    }
    let why = format!("With residues {nearest} ticks apart {} of samples collide", percent(near));
    let why = format!("{why}, and {} with residues {furthest} ticks apart.", percent(far));
    (Rule::All(vec![Some(near > SPREAD * far)]), why)
}

/// Holds if the collisions beyond the model's are as many as the counter's unevenness explains, where the rounds agree on
/// how many those are.
pub(super) fn uneven_counter(found: &Quantities) -> Claim {
    let figures = vec![
        Figure::new("collisions, over those that the model expects", found.named(EXCESS)),
        Figure::new("meetings of two looks at the counter, over those of an even one", found.named(UNEVENNESS)),
    ];
    let (rule, why) = match (figures[0].measured(), figures[1].measured()) {
        (Some(_), Some(unevenness)) if unevenness.value < EVEN => {
            (about_others(), "This machine's counter takes its values about equally often.".to_owned())
        }
        (Some(excess), Some(_)) if excess.high - excess.low > UNDISTURBED * excess.value => {
            (Rule::NotTested, "Other work kept the threads from reading at the same time.".to_owned())
        }
        (Some(excess), Some(unevenness)) => {
            let (excess, unevenness) = (excess.value, unevenness.value);
            let why = format!("Threads collide {excess:.2} times as often as the model says");
            (
                Rule::All(vec![Some((excess / unevenness - 1.0).abs() <= EXPLAINED)]),
                format!("{why}, and the values that the counter favours explain {unevenness:.2} times."),
            )
        }
        _ => (Rule::NotTested, "There is no counter, or no round that the model applies to.".to_owned()),
    };
    statement(
        "uneven-counter",
        "The counter takes some of its values more often than others, which adds collisions to those of the model.",
    )
    .judge(figures, &rule, |_| why)
}

/// Holds if the resolution that the system reports is finer than what the counter below can show.
pub(super) fn reported_resolution(found: &Quantities) -> Claim {
    let step_of = |of| clock(found, of, "resolution_observed_seconds");
    let figures = vec![
        Figure::new("resolution as reported", &clock(found, Clock::Realtime, "resolution_reported_seconds")),
        Figure::new("step of the counter", found.named(COUNTER_STEP)),
        Figure::new("smallest increment between readings", &step_of(Clock::Realtime)),
        Figure::new("smallest step of the coarse clock", &step_of(Clock::RealtimeCoarse)),
    ];
    let (rule, why) = match (figures[0].measured(), figures[1].measured()) {
        (Some(reported), Some(step)) => {
            let is_coarser = step.value > HIDING * reported.value;
            let [step, reported] = [step, reported].map(|figure| digits(figure.value / NS));
            let why = if is_coarser {
                format!("The counter below advances by {step} ns at a time, and the system reports {reported} ns.")
            } else {
                let why = format!("Here the counter advances by {step} ns at a time");
                format!("{why}, so that the {reported} ns that the system reports are right.")
            };
            (Rule::Given(Some(true), vec![Some(is_coarser)]), why)
        }
        _ => (Rule::NotTested, "There is no counter here to compare the reported resolution with.".to_owned()),
    };
    statement(
        "reported-resolution",
        "The resolution that the system reports is a unit, not how far the clock advances at a time.",
    )
    .judge(figures, &rule, |_| why)
}

/// Holds if a read takes less than the emptiest system call.
pub(super) fn no_system_call(found: &Quantities) -> Claim {
    let read = Figure::new("time per read of the wall clock", &clock(found, Clock::Realtime, "read_cost_seconds"));
    let call = Figure::new("time of the emptiest system call", found.named(SYSTEM_CALL));
    let (read_s, call_s) = (read.value(), call.value());
    let by = ReadBy::of(Clock::Realtime, read_s, call_s);
    let rule = Rule::All(vec![Some(by != ReadBy::SystemCall)]);
    statement("no-system-call", "Reading the clock takes no system call.").judge(vec![read, call], &rule, |verdict| {
        if verdict == Verdict::Differs {
            "A read takes about as long as the emptiest system call, or longer: it enters the kernel.".to_owned()
        } else {
            let of_call = percent(read_s / call_s);
            format!("A read ({}) takes {of_call} of the time of the emptiest system call.", by.name())
        }
    })
}

/// Holds if no remedy made a duplicate.
pub(super) fn remedies_hold(found: &Quantities) -> Claim {
    let figures = vec![
        Figure::new("share of duplicates, all remedies", found.named(DUPLICATE_IDENTIFIERS)),
        Figure::new("share of duplicates, bare timestamps of several threads", found.named(DUPLICATE_TIMESTAMPS)),
    ];
    let (share, all) = (figures[0].value(), figures[0].measured().map_or(0, |share| share.n));
    statement(
        "remedies-hold",
        "Every scheme that promises different identifiers within a process keeps its promise, on any number of threads.",
    )
    .judge(figures, &Rule::All(vec![Some(share == 0.0)]), |verdict| {
        if verdict == Verdict::Reproduced {
            format!("None of {} million was a duplicate.", digits(all as f64 / 1e6))
        } else {
            format!("There were {} duplicates.", (share * all as f64).round())
        }
    })
}
