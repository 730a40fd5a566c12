//! The published table end to end: the time that simulating all its rows takes on this machine's cores, natively and in a browser.

use std::cmp::Reverse;
use std::hint::black_box;
use std::time::Instant;

use harness::{Failure, schedule};
use indicatif::ProgressBar;
use load_balancing_model::{Placement, Strategy};
use rayon::prelude::*;

use crate::browser::Browser;
use crate::report::{self, Comparison, Line};
use crate::{Profile, SEED};

/// The rows that the experiment of load balancing publishes: items and servers, for random placement and for two choices.
const ITEMS: [u64; 5] = [1000, 2000, 5000, 10_000, 100_000];
const SERVERS: [u32; 11] = [3, 5, 10, 11, 12, 13, 14, 25, 50, 100, 1000];
const STRATEGIES: [Strategy; 2] = [Strategy::Random, Strategy::Choices { choices: 2, distinct: false }];

/// How many repetitions of a row one core does at a time, and the most items that it places in them: fewer where a row is large, so
/// that none waits long for another at the end.
struct Part {
    repetitions: u64,
    items: u64,
}

const NATIVE: Part = Part { repetitions: 100, items: 2_000_000 };
/// A message to a worker and back takes longer than a native thread's next part.
const IN_BROWSER: Part = Part { repetitions: 2000, items: 20_000_000 };

impl Part {
    fn of(&self, row: &Placement) -> u32 {
        (self.items / row.items()).clamp(1, self.repetitions) as u32
    }
}

/// Repetitions of each row, and how often the table is simulated: six times have an interval of 95%, fewer none.
fn extent(profile: Profile) -> (u32, u64) {
    match profile {
        Profile::Quick => (200, 7),
        Profile::Full => (10_000, 6),
    }
}

/// How many turns this has: for the progress.
pub(crate) fn turns(profile: Profile, has_browser: bool) -> u64 {
    extent(profile).1 * if has_browser { 2 } else { 1 }
}

pub(crate) fn measure(
    profile: Profile,
    browser: &mut Option<Browser>,
    progress: &ProgressBar,
) -> Result<Vec<Line>, Failure> {
    let (repetitions, times) = extent(profile);
    let (mut native, mut in_browser) = (Vec::new(), Vec::new());
    // By turns, so that what else the machine does slows both alike.
    for _ in 0..times {
        let start = Instant::now();
        simulate(repetitions, SEED);
        native.push(start.elapsed().as_secs_f64());
        progress.inc(1);
        if let Some(browser) = browser {
            in_browser.push(browser.table(&rows_for_browser(), SEED, repetitions)?);
            progress.inc(1);
        }
    }
    let case = format!("{repetitions} repetitions of each row");
    let comparison = match &in_browser[..] {
        [] => Comparison::without_first(case, "s", &native),
        in_browser => Comparison::new(case, "s", in_browser, &native),
    };
    Ok(report::group("The published table of load balancing, on all cores: in a browser over natively", [comparison]))
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

/// The rows with the size of their parts, the largest first, so that none of them is left for the end.
fn rows_for_browser() -> Vec<(Placement, u32)> {
    let mut rows: Vec<_> = rows().map(|row| (row, IN_BROWSER.of(&row))).collect();
    rows.sort_by_key(|(row, _)| (row.strategy() == Strategy::Random, Reverse(row.items())));
    rows
}

/// Simulates every row; how many repetitions of rows that were.
fn simulate(repetitions: u32, seed: u64) -> u64 {
    let parts = rows().flat_map(|row| {
        let step = NATIVE.of(&row);
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

    #[test]
    fn a_browser_is_asked_for_every_row_largest_first_in_parts_of_a_few_milliseconds() {
        let rows = rows_for_browser();
        assert_eq!(rows.len(), STRATEGIES.len() * ITEMS.len() * SERVERS.len());
        let distinct = rows.iter().map(|(row, _)| format!("{row:?}")).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(distinct.len(), rows.len());
        assert!(rows.iter().all(|(row, at_once)| row.items() * u64::from(*at_once) <= IN_BROWSER.items));
        assert_eq!((rows[0].0.items(), rows[0].1), (100_000, 200));
        assert_eq!(rows.last().map(|(row, at_once)| (row.strategy(), *at_once)), Some((Strategy::Random, 2000)));
    }
}
