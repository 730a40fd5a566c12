//! The published table end to end: the time that simulating all its rows takes on this machine's cores.

use std::hint::black_box;
use std::time::Instant;

use harness::record::{Dimension, Measure, Point, Profile, Series};
use harness::statistics::median;
use harness::{Failure, Run, schedule};
use load_balancing_model::{Placement, Strategy};
use rayon::prelude::*;

/// The rows that the experiment of load balancing publishes: items and servers, for random placement and for two choices.
const ITEMS: [u64; 5] = [1000, 2000, 5000, 10_000, 100_000];
const SERVERS: [u32; 11] = [3, 5, 10, 11, 12, 13, 14, 25, 50, 100, 1000];
const STRATEGIES: [Strategy; 2] = [Strategy::Random, Strategy::Choices { choices: 2, distinct: false }];

/// Repetitions of a row that one core does at a time: fewer where a row is large, so that none waits long for another at the end.
const REPETITIONS_PER_PART: u64 = 100;
const LARGEST_PART: u64 = 2_000_000;

/// Repetitions of each row, and how often the table is simulated: six times have an interval of 95%, fewer none.
fn extent(profile: Profile) -> (u32, u64) {
    match profile {
        Profile::Quick => (200, 1),
        Profile::Full => (10_000, 6),
    }
}

/// How many turns this has: for the progress.
pub(crate) fn turns(profile: Profile) -> u64 {
    extent(profile).1
}

pub(crate) fn measure(run: &Run) -> Result<Series, Failure> {
    let (repetitions, times) = extent(run.profile);
    let mut seconds = Vec::new();
    for _ in 0..times {
        let start = Instant::now();
        simulate(repetitions, run.seed);
        seconds.push(start.elapsed().as_secs_f64());
        run.advance(1)?;
    }
    Ok(series(repetitions, &seconds))
}

/// Simulates every row; how many repetitions of rows that were.
fn simulate(repetitions: u32, seed: u64) -> u64 {
    let rows = STRATEGIES.iter().flat_map(|&strategy| {
        ITEMS.iter().flat_map(move |&items| {
            SERVERS.iter().map(move |&servers| {
                Placement::new(items, servers, strategy).expect("the table's rows lie within the limits")
            })
        })
    });
    let parts = rows.flat_map(|row| {
        let step = (LARGEST_PART / row.items()).clamp(1, REPETITIONS_PER_PART) as u32;
        (0..repetitions).step_by(step as usize).map(move |first| (row, first..repetitions.min(first + step)))
    });
    let parts: Vec<_> = schedule::shuffled(parts.collect(), seed);
    parts.into_par_iter().map(|(row, part)| black_box(row.simulate(seed, part)).repetitions()).sum()
}

fn series(repetitions: u32, seconds: &[f64]) -> Series {
    let case = format!("load balancing, {repetitions} repetitions of each row");
    Series::new("end-to-end", "The published table, on all cores")
        .dimensions([Dimension::new("case", "Case", None)])
        .measures([Measure::median("duration_seconds", "Duration", "s")])
        .points([Point::new([("case", case.into())]).value("duration_seconds", median(seconds))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repetition_of_every_row_is_simulated() {
        assert_eq!(simulate(3, 1), 3 * (STRATEGIES.len() * ITEMS.len() * SERVERS.len()) as u64);
    }
}
