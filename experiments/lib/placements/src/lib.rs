//! Simulated placements of items on servers as work that splits into parts (see `sharding`): converts between outcomes of repetitions
//! and counts, which add up to the same in any order and grouping.

use std::ops::Range;

use load_balancing_model::{Outcome, Placement, Strategy};
use rayon::prelude::*;
use sharding::{Condition, Counts, Tally, plan};
use statistics::histogram::Histogram;

/// Names of the tallies: the items on each server, and those on the fullest one of a placement.
const LOADS: &str = "loads";
const MAXIMA: &str = "maxima";

/// The condition of a placement with `repetitions` repetitions.
pub fn condition(placement: Placement, repetitions: u32) -> Condition<Placement> {
    let (items, servers) = (placement.items(), placement.servers());
    let strategy = match placement.strategy() {
        Strategy::Choices { choices, distinct: false } => format!("best of {choices}"),
        Strategy::Choices { choices, distinct: true } => format!("best of {choices} distinct"),
        other => other.name().to_owned(),
    };
    let tallies = [(LOADS, servers.into()), (MAXIMA, 1)].map(|(name, each)| Tally { name, each, most: items }).into();
    let key = format!("{strategy}, {items} on {servers}");
    Condition { key, setting: placement, repetitions, work: work(&placement), tallies }
}

/// Rough cost of a repetition in nanoseconds of one core. Random placement draws a server's whole load at once where items are many.
fn work(placement: &Placement) -> u64 {
    const DRAW: u64 = 25;
    let (items, servers) = (placement.items(), u64::from(placement.servers()));
    servers
        + match placement.strategy() {
            Strategy::Random => (DRAW * servers).min(4 * items),
            Strategy::Choices { choices: 2, .. } => 5 * items,
            Strategy::Choices { choices, .. } => 4 * items * u64::from(choices),
            Strategy::LeastLoaded | Strategy::RoundRobin => 4 * items,
        }
}

/// Simulates these repetitions of a placement and counts their loads.
pub fn counted(placement: &Placement, seed: u64, repetitions: Range<u32>) -> Counts {
    let outcome = placement.simulate(seed, repetitions);
    let mut counts = Counts::default();
    for (tally, histogram) in [(LOADS, &outcome.loads), (MAXIMA, &outcome.maxima)] {
        histogram.iter().for_each(|(value, n)| counts.add(tally, value, n));
    }
    counts
}

/// Simulates one placement on all cores. The outcome does not depend on their number.
pub fn simulate(placement: Placement, seed: u64, repetitions: u32) -> Outcome {
    let units = plan::units(&[condition(placement, repetitions)]);
    units.into_par_iter().map(|unit| placement.simulate(seed, unit.repetitions)).reduce(
        Outcome::default,
        |mut sum, outcome| {
            sum.merge(&outcome);
            sum
        },
    )
}

/// The outcome of every placement of a run.
#[derive(Debug)]
pub struct Outcomes(Vec<(Placement, Outcome)>);

impl Outcomes {
    /// From outcomes.
    pub fn new(outcomes: Vec<(Placement, Outcome)>) -> Self {
        Self(outcomes)
    }

    /// From [counts](counted).
    pub fn of_counted(found: Vec<(Condition<Placement>, Counts)>) -> Self {
        let outcome = |(Condition { setting, .. }, counts): (Condition<Placement>, Counts)| {
            (setting, Outcome { loads: histogram(&counts, LOADS), maxima: histogram(&counts, MAXIMA) })
        };
        Self(found.into_iter().map(outcome).collect())
    }

    /// The outcome of a placement.
    ///
    /// # Panics
    /// If the run did not simulate `placement`.
    pub fn at(&self, placement: Placement) -> &Outcome {
        let found = self.0.iter().find(|(candidate, _)| *candidate == placement);
        &found.unwrap_or_else(|| panic!("{placement:?} was not simulated")).1
    }
}

fn histogram(counts: &Counts, tally: &str) -> Histogram {
    let mut histogram = Histogram::new();
    counts.frequencies(tally).for_each(|(value, n)| histogram.add_n(value, n));
    histogram
}

#[cfg(test)]
mod tests;
