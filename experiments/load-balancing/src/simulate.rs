//! Running the conditions on all cores. A repetition's random numbers depend on the seed and its number alone, and counts
//! add up in any order: the outcome does not depend on the number of threads.

use std::ops::Range;
use std::sync::Mutex;

use harness::{Failure, Run, schedule};
use load_balancing_model::{Outcome, Placement, Strategy};
use rayon::prelude::*;

use crate::conditions::Conditions;

/// How much work a part of a condition has, in placed items or drawn servers: about ten milliseconds, so that progress
/// is smooth, Ctrl-C acts at once and no core waits long for another at the end.
const WORK_PER_PART: u64 = 2_000_000;

/// Some repetitions of one placement.
struct Part {
    /// Index into the placements.
    placement: usize,
    repetitions: Range<u32>,
    work: u64,
}

/// What every placement of a run came to.
pub(crate) struct Outcomes(Vec<(Placement, Outcome)>);

impl Outcomes {
    #[cfg(test)]
    pub(crate) fn new(outcomes: Vec<(Placement, Outcome)>) -> Self {
        Self(outcomes)
    }

    /// # Panics
    /// If the run did not simulate `placement`.
    pub(crate) fn of(&self, placement: Placement) -> &Outcome {
        let found = self.0.iter().find(|(candidate, _)| *candidate == placement);
        let (_, outcome) = found.unwrap_or_else(|| panic!("{placement:?} was not simulated"));
        outcome
    }
}

/// Simulates every condition, its parts in a random order.
pub(crate) fn simulate_all(conditions: &Conditions, run: &Run) -> Result<Outcomes, Failure> {
    let placements = conditions.placements();
    let parts =
        (0..placements.len()).flat_map(|index| parts(index, &placements[index], conditions.repetitions)).collect();
    let parts: Vec<Part> = schedule::shuffled(parts, run.seed);
    run.expect(parts.iter().map(|part| part.work).sum());

    let outcomes: Vec<Mutex<Outcome>> = placements.iter().map(|_| Mutex::default()).collect();
    parts.into_par_iter().try_for_each(|part| {
        let outcome = placements[part.placement].simulate(run.seed, part.repetitions);
        outcomes[part.placement].lock().expect("merging counts does not fail").merge(&outcome);
        run.advance(part.work)
    })?;
    let outcomes = outcomes.into_iter().map(|outcome| outcome.into_inner().expect("merging counts does not fail"));
    Ok(Outcomes(placements.into_iter().zip(outcomes).collect()))
}

/// Simulates one placement.
pub(crate) fn simulate(placement: &Placement, seed: u64, repetitions: u32) -> Outcome {
    parts(0, placement, repetitions).into_par_iter().map(|part| placement.simulate(seed, part.repetitions)).reduce(
        Outcome::default,
        |mut sum, outcome| {
            sum.merge(&outcome);
            sum
        },
    )
}

fn parts(index: usize, placement: &Placement, repetitions: u32) -> Vec<Part> {
    let work = work_per_repetition(placement);
    let step = u32::try_from((WORK_PER_PART / work).clamp(1, u64::from(repetitions))).unwrap_or(repetitions);
    (0..repetitions)
        .step_by(step as usize)
        .map(|first| {
            let repetitions = first..repetitions.min(first.saturating_add(step));
            Part { placement: index, work: work * u64::from(repetitions.end - repetitions.start), repetitions }
        })
        .collect()
}

/// Roughly, in placed items: random placement draws a server's whole load at once, for the price of a few tens of items.
fn work_per_repetition(placement: &Placement) -> u64 {
    const WORK_PER_DRAW: u64 = 20;
    let (items, servers) = (placement.items(), u64::from(placement.servers()));
    servers
        + match placement.strategy() {
            Strategy::Random => items.min(WORK_PER_DRAW * servers),
            Strategy::Choices { choices, .. } => items * u64::from(choices.div_ceil(2)),
            Strategy::LeastLoaded | Strategy::RoundRobin => items,
        }
}
