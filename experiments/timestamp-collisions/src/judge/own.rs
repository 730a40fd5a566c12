//! What this project found itself.

use harness::record::{Claim, ClaimFigure, Estimate, Verdict, unit};
use harness::statistics::{median, share};
use timestamp_collisions_model::identifiers::Scheme;

use super::remarks::{digits, percent};
use super::{NS, SPREAD, alone, median_of, residue_rounds};
use crate::clocks::{Clock, ReadBy, counter_tick_ns};
use crate::measured::{Makers, Measured, Rounds};
use crate::predicted::of_rounds;
use crate::remedies::Remedy;
use crate::series::{scaled, single};

/// A counter that advances by less than this many units hides its residues: readings of the same moment then fall into the
/// same unit, or the next.
const HIDING: f64 = 1.5;
/// A counter whose readings meet less than 2% more often than evenly is called even.
const EVEN: f64 = 1.02;
/// How near the collisions in excess of the model have to be to what the unevenness explains.
const EXPLAINED: f64 = 0.05;
/// How wide the interval of that excess may be, over its median. Wider, and something kept the threads from reading at the
/// same time, which no unevenness explains.
const UNDISTURBED: f64 = 0.1;

fn claim(id: &str, statement: &str, figures: Vec<ClaimFigure>, (verdict, why): (Verdict, String)) -> Claim {
    Claim { id: id.to_owned(), statement: statement.to_owned(), source: None, figures, verdict, why }
}

/// By how many nanoseconds the counter advances at a time: the largest step of any round, because a core that moves makes
/// a step look smaller.
fn counter_step_ns(rounds: &Rounds) -> Option<f64> {
    let ticks = rounds.each.iter().map(|round| round.counter_step).max().filter(|&ticks| ticks > 0)?;
    Some(ticks as f64 * counter_tick_ns())
}

/// Holds if the rounds whose residues were nearest to each other collided more than twice as often as those whose residues
/// were furthest apart.
pub(super) fn residues_decide(measured: &Measured) -> Claim {
    let rounds = residue_rounds(measured);
    let step_ns = rounds.and_then(counter_step_ns);
    let known: Vec<(u64, f64)> = rounds
        .iter()
        .flat_map(|rounds| &rounds.each)
        .filter_map(|round| Some((round.residue_difference()?, round.per_sample)))
        .collect();
    claim(
        "residues-decide",
        "Where the counter advances several nanoseconds at a time, the cores' residues decide how much collides.",
        vec![
            ClaimFigure::new(
                "share of samples that collide, two pinned threads",
                unit::SHARE,
                rounds.and_then(|rounds| median_of(&rounds.of(|round| round.per_sample))),
            ),
            ClaimFigure::new("step of the counter", "s", step_ns.map(|step| single(1, step * NS))),
        ],
        judge_residues(step_ns, &known),
    )
}

/// From the counter's step and each round's difference of residues and share.
pub(super) fn judge_residues(step_ns: Option<f64>, rounds: &[(u64, f64)]) -> (Verdict, String) {
    let Some(step_ns) = step_ns else {
        let why = "This system has no counter to read, or no two cores to pin threads to.";
        return (Verdict::NotTested, why.to_owned());
    };
    let step = digits(step_ns);
    if step_ns < HIDING {
        let why = format!("This machine's counter advances by {step} ns at a time, no more than the clock's unit");
        return (Verdict::Depends, format!("{why}, so that residues make no difference here."));
    }
    let differences = || rounds.iter().map(|&(difference, _)| difference);
    let (Some(nearest), Some(furthest)) = (differences().min(), differences().max()) else {
        return (Verdict::NotTested, "The cores' residues changed during every round.".to_owned());
    };
    if nearest == furthest {
        let why =
            format!("The counter advances by {step} ns at a time, but the residues were as far apart in all rounds.");
        return (Verdict::NotTested, why);
    }
    let of = |wanted| {
        let shares: Vec<f64> = rounds.iter().filter(|round| round.0 == wanted).map(|round| round.1).collect();
        median(&shares).value
    };
    let (near, far) = (of(nearest), of(furthest));
    let verdict = if near > SPREAD * far { Verdict::Reproduced } else { Verdict::Differs };
    let why = format!("With residues {nearest} ticks apart {} of samples collide", percent(near));
    (verdict, format!("{why}, and {} with residues {furthest} ticks apart.", percent(far)))
}

/// Holds if the collisions beyond the model's are as many as the counter's unevenness explains, where the rounds agree on
/// how many those are.
pub(super) fn uneven_counter(measured: &Measured) -> Claim {
    let rounds = residue_rounds(measured);
    let excess = rounds.map(excess).unwrap_or_default();
    let unevenness: Vec<f64> =
        rounds.iter().flat_map(|rounds| &rounds.each).filter_map(|round| round.unevenness).collect();
    let (excess, unevenness) = (median_of(&excess), median_of(&unevenness));
    let judged = match (&excess, &unevenness) {
        (Some(excess), Some(unevenness)) => judge_unevenness(excess, unevenness.value),
        _ => (Verdict::NotTested, "There is no counter, or no round that the model applies to.".to_owned()),
    };
    claim(
        "uneven-counter",
        "The counter takes some of its values more often than others, which adds collisions to those of the model.",
        vec![
            ClaimFigure::new("collisions, over those that the model expects", unit::RATIO, excess),
            ClaimFigure::new(
                "meetings of two looks at the counter, over those of an even one",
                unit::RATIO,
                unevenness,
            ),
        ],
        judged,
    )
}

/// Measured over expected, for each round in which collisions were expected.
fn excess(rounds: &Rounds) -> Vec<f64> {
    let expected = of_rounds(rounds, |shares| shares.per_sample).unwrap_or_default();
    let both = rounds.each.iter().zip(expected).filter(|&(_, expected)| expected > 0.0);
    both.map(|(round, expected)| round.per_sample / expected).collect()
}

pub(super) fn judge_unevenness(excess: &Estimate, unevenness: f64) -> (Verdict, String) {
    if unevenness < EVEN {
        return (Verdict::Depends, "This machine's counter takes its values about equally often.".to_owned());
    }
    if excess.high - excess.low > UNDISTURBED * excess.value {
        return (Verdict::NotTested, "Other work kept the threads from reading at the same time.".to_owned());
    }
    let excess = excess.value;
    let verdict = if (excess / unevenness - 1.0).abs() <= EXPLAINED { Verdict::Reproduced } else { Verdict::Differs };
    let why = format!("Threads collide {excess:.2} times as often as the model says");
    (verdict, format!("{why}, and the values that the counter favours explain {unevenness:.2} times."))
}

/// Holds if the resolution that the system reports is finer than what the counter below can show.
pub(super) fn reported_resolution(measured: &Measured) -> Claim {
    let reported_ns = Clock::Realtime.reported_resolution_ns();
    let step_ns = measured.residues.iter().chain(&measured.rounds).find_map(counter_step_ns);
    let alone = alone(measured, Clock::Realtime);
    let smallest = alone.and_then(|increments| Some(single(increments.pairs(), increments.min_forward()? * NS)));
    let coarse = super::alone(measured, Clock::RealtimeCoarse);
    let coarse = coarse.and_then(|increments| Some(single(increments.pairs(), increments.min_forward()? * NS)));
    let judged = match (reported_ns, step_ns) {
        (Some(reported), Some(step)) if step > HIDING * reported => {
            let why = format!("The counter below advances by {} ns at a time", digits(step));
            (Verdict::Reproduced, format!("{why}, and the system reports {} ns.", digits(reported)))
        }
        (Some(reported), Some(step)) => {
            let why = format!("Here the counter advances by {} ns at a time", digits(step));
            (Verdict::Depends, format!("{why}, so that the {} ns that the system reports are right.", digits(reported)))
        }
        _ => (Verdict::NotTested, "There is no counter here to compare the reported resolution with.".to_owned()),
    };
    claim(
        "reported-resolution",
        "The resolution that the system reports is a unit, not how far the clock advances at a time.",
        vec![
            ClaimFigure::new("resolution as reported", "s", reported_ns.map(|ns| single(1, ns * NS))),
            ClaimFigure::new("step of the counter", "s", step_ns.map(|step| single(1, step * NS))),
            ClaimFigure::new("smallest increment between readings", "s", smallest),
            ClaimFigure::new("smallest step of the coarse clock", "s", coarse),
        ],
        judged,
    )
}

/// Holds if a read takes less than the emptiest system call.
pub(super) fn no_system_call(measured: &Measured) -> Claim {
    let of = |clock| measured.costs.iter().find(|(other, _)| *other == clock).and_then(|(_, costs)| median_of(costs));
    let (read, call) = (of(Clock::Realtime), median_of(&measured.system_calls));
    let judged = match (&read, &call) {
        (Some(read), Some(call)) => match ReadBy::of(Clock::Realtime, read.value, call.value) {
            ReadBy::SystemCall => (
                Verdict::Differs,
                "A read takes about as long as the emptiest system call, or longer: it enters the kernel.".to_owned(),
            ),
            by => (
                Verdict::Reproduced,
                format!("A read ({}) takes {} of the time of the emptiest system call.", by.name(), {
                    percent(read.value / call.value)
                }),
            ),
        },
        _ => (Verdict::NotTested, "The clock was not read.".to_owned()),
    };
    claim(
        "no-system-call",
        "Reading the clock takes no system call.",
        vec![
            ClaimFigure::new("time per read of the wall clock", "s", read.map(|ns| scaled(ns, NS))),
            ClaimFigure::new("time of the emptiest system call", "s", call.map(|ns| scaled(ns, NS))),
        ],
        judged,
    )
}

/// Holds if no remedy made a duplicate.
pub(super) fn remedies_hold(measured: &Measured) -> Claim {
    let bare = |makers: &Makers| makers.remedy == Remedy::Scheme(Scheme::Timestamp);
    let remedies = pooled(measured.remedies.iter().filter(|makers| !bare(makers)));
    let timestamps = pooled(measured.remedies.iter().filter(|makers| bare(makers) && makers.threads > 1));
    let judged = match remedies {
        (_, 0) => (Verdict::NotTested, "No identifiers were made.".to_owned()),
        (0, all) => (Verdict::Reproduced, format!("None of {} million was a duplicate.", digits(all as f64 / 1e6))),
        (duplicates, _) => (Verdict::Differs, format!("There were {duplicates} duplicates.")),
    };
    let share_of = |(duplicates, all)| (all > 0).then(|| share(duplicates, all));
    claim(
        "remedies-hold",
        "Every scheme that promises different identifiers within a process keeps its promise, on any number of threads.",
        vec![
            ClaimFigure::new("share of duplicates, all remedies", unit::SHARE, share_of(remedies)),
            ClaimFigure::new(
                "share of duplicates, bare timestamps of several threads",
                unit::SHARE,
                share_of(timestamps),
            ),
        ],
        judged,
    )
}

/// Duplicates, and identifiers.
fn pooled<'a>(makers: impl Iterator<Item = &'a Makers>) -> (u64, u64) {
    makers
        .flat_map(|makers| &makers.each)
        .fold((0, 0), |(duplicates, all), made| (duplicates + made.duplicates, all + made.identifiers))
}
