//! Benchmark of the published table end to end: the time that simulating all its rows takes on this machine's cores.

use std::hint::black_box;
use std::time::Instant;

use harness::schedule;
use indicatif::ProgressBar;
use load_balancing_model::{Placement, Strategy};
use rayon::prelude::*;

use crate::report::{self, Comparison, Line};
use crate::{Profile, SEED};

/// The rows that the experiment of load balancing publishes: items and servers, for random placement and for two choices.
const ITEMS: [u64; 5] = [1000, 2000, 5000, 10_000, 100_000];
const SERVERS: [u32; 11] = [3, 5, 10, 11, 12, 13, 14, 25, 50, 100, 1000];
const STRATEGIES: [Strategy; 2] = [Strategy::Random, Strategy::Choices { choices: 2, distinct: false }];

/// Number of repetitions of a row that one core does at a time, and limit of the items placed in them: fewer repetitions where a row is
/// large, so that cores end at about the same time.
struct Part {
    repetitions: u64,
    items: u64,
}

const NATIVE: Part = Part { repetitions: 100, items: 2_000_000 };

impl Part {
    fn repetitions_of(&self, row: &Placement) -> u32 {
        (self.items / row.items()).clamp(1, self.repetitions) as u32
    }
}

/// Repetitions of each row, and number of simulations of the table: six times have an interval of 95%, fewer none.
fn extent(profile: Profile) -> (u32, u64) {
    match profile {
        Profile::Quick => (200, 7),
        Profile::Full => (10_000, 6),
    }
}

/// Number of turns, for the progress.
pub(crate) fn turns(profile: Profile) -> u64 {
    extent(profile).1
}

pub(crate) fn measure(profile: Profile, progress: &ProgressBar) -> Vec<Line> {
    let (repetitions, times) = extent(profile);
    let mut native = Vec::new();
    for _ in 0..times {
        let start = Instant::now();
        simulate(repetitions, SEED);
        native.push(start.elapsed().as_secs_f64());
        progress.inc(1);
    }
    let case = format!("{repetitions} repetitions of each row");
    let comparison = Comparison::without_first(case, "s", &native);
    report::group("The published table of load balancing, on all cores", [comparison])
}

fn rows() -> impl Iterator<Item = Placement> {
    STRATEGIES.iter().flat_map(|&strategy| {
        ITEMS.iter().flat_map(move |&items| {
            SERVERS.iter().map(move |&servers| {
                Placement::new(items, servers, strategy).expect("the table's rows lie within the limits")
            })
        })
    })
}

/// Simulates every row; returns the number of repetitions.
fn simulate(repetitions: u32, seed: u64) -> u64 {
    let parts = rows().flat_map(|row| {
        let step = NATIVE.repetitions_of(&row);
        (0..repetitions).step_by(step as usize).map(move |first| (row, first..repetitions.min(first + step)))
    });
    let parts: Vec<_> = schedule::shuffled(parts.collect(), seed);
    parts.into_par_iter().map(|(row, part)| black_box(row.simulate(seed, part)).repetitions()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repetition_of_every_row_is_simulated() {
        assert_eq!(simulate(3, 1), 3 * (STRATEGIES.len() * ITEMS.len() * SERVERS.len()) as u64);
    }
}
