//! The claims, judged by rule: those published first, then this project's own.

mod own;
mod published;
mod remarks;
#[cfg(test)]
mod tests;

use harness::record::{Claim, ClaimFigure, Estimate, PublishedValue, Skipped};
use harness::statistics::{median, share};

use crate::clocks::Clock;
use crate::cores;
use crate::increments::Increments;
use crate::measured::{Measured, Rounds};

/// Seconds in a nanosecond.
const NS: f64 = 1e-9;
/// Rounds that differ by more than this factor show that a single figure means nothing.
const SPREAD: f64 = 2.0;

/// All claims.
pub(crate) fn claims(measured: &Measured) -> Vec<Claim> {
    let cores = cores::usable().len();
    vec![
        published::two_threads(measured, cores),
        published::eight_hardware_threads(measured, cores),
        published::always_increases(measured),
        published::macos_steps(measured),
        published::no_identifier(measured, cores),
        own::residues_decide(measured),
        own::uneven_counter(measured),
        own::reported_resolution(measured),
        own::no_system_call(measured),
        own::remedies_hold(measured),
    ]
}

/// Rounds of the wall clock by this many threads, pinned where that can be: those of the residue series if they are the
/// same condition, since there are more.
fn realtime(measured: &Measured, threads: u32) -> Option<&Rounds> {
    let more = residue_rounds(measured).filter(|rounds| rounds.condition.threads == threads);
    more.or_else(|| measured.find(Clock::Realtime, threads, cores::CAN_PIN))
}

/// The rounds of the wall clock of which each core's residue is known.
fn residue_rounds(measured: &Measured) -> Option<&Rounds> {
    measured.residues.iter().find(|rounds| rounds.condition.clock == Clock::Realtime)
}

/// How a clock moved when one thread read it alone.
fn alone(measured: &Measured, clock: Clock) -> Option<&Increments> {
    measured.find(clock, 1, false).map(|rounds| &rounds.increments)
}

fn equal_neighbours(increments: &Increments) -> Estimate {
    share(increments.equal(), increments.pairs())
}

/// The median of what was seen in some rounds, if there were any.
fn median_of(rounds: &[f64]) -> Option<Estimate> {
    (!rounds.is_empty()).then(|| median(rounds))
}

fn with_published(figure: ClaimFigure, low: f64, high: f64) -> ClaimFigure {
    ClaimFigure { published: Some(PublishedValue::between(low, high)), ..figure }
}

/// What this system lacks.
pub(crate) fn skipped() -> Vec<Skipped> {
    let skipped = |what: String, why: &str, needs: &str| Skipped { what, why: why.to_owned(), needs: needs.to_owned() };
    let missing = Clock::ALL.into_iter().filter(|clock| !clock.exists());
    let mut all: Vec<Skipped> = missing
        .map(|clock| skipped(format!("the clock {}", clock.name()), "it is not read on this system", clock.needs()))
        .collect();
    let cores = cores::usable().len();
    if !cores::CAN_PIN {
        all.push(skipped("pinned threads".to_owned(), "this system does not pin threads to cores", "Linux"));
    }
    if cores < 2 {
        all.push(skipped("collisions against residues".to_owned(), "there is one processor", "two processors"));
    }
    if cores < 8 {
        let why = format!("it had 8 hardware threads, and there are {cores} here");
        all.push(skipped("the published run of 8 hardware threads".to_owned(), &why, "8 processors"));
    }
    if !cfg!(target_os = "macos") {
        let what = "the steps of the clocks of macOS".to_owned();
        all.push(skipped(what, "this machine runs another system", "macOS"));
    }
    all
}
