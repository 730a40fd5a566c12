//! The counting of collisions, against other ways to do it: how long it takes, and how much memory.
//!
//! Every count runs in a process of its own, so that the most memory it had is known to the system and no count meets what
//! another left behind. The readings are made before the time starts, and are the same for all.

mod cases;
mod contenders;

use std::fs;
use std::process::Command;
use std::time::Instant;

use clap::Args;
use harness::record::{Dimension, Measure, Point, Profile, Series, Setting, Skipped};
use harness::statistics::{median, ratio_within_rounds};
use harness::{Failure, Run, Warning, schedule};
use serde::{Deserialize, Serialize};
use timestamp_collisions_model::Collisions;

use crate::ratio_measure;
use cases::Readings;
use contenders::Counter;

/// One count, in this process: what [`measure`] starts.
#[derive(Debug, Args)]
pub(crate) struct CountOptions {
    /// Which readings, by place in the list
    #[arg(long)]
    readings: usize,
    /// Which way to count, by place in the list
    #[arg(long)]
    counter: usize,
    /// Readings of each thread
    #[arg(long)]
    samples: u64,
    /// Seed of the readings
    #[arg(long)]
    seed: u64,
}

/// What one count took, and its answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Counted {
    seconds: f64,
    /// The most memory of the process, and what of it there was before counting; where the system tells.
    peak_bytes: Option<u64>,
    bytes_before: Option<u64>,
    samples: u64,
    colliding: u64,
    coincidences: u64,
}

impl Counted {
    fn answer(&self) -> Collisions {
        Collisions { samples: self.samples, colliding: self.colliding, coincidences: self.coincidences }
    }
}

/// Makes the readings, counts them once, and prints what it took as JSON.
pub(crate) fn count_once(options: &CountOptions) -> Result<(), Failure> {
    let unknown = || Failure::Usage("there are 3 kinds of readings and 3 ways to count, numbered from 0".to_owned());
    let readings = Readings::ALL.get(options.readings).ok_or_else(unknown)?;
    let counter = Counter::ALL.get(options.counter).ok_or_else(unknown)?;
    let threads = readings.make(options.seed, options.samples);
    let bytes_before = most_memory();
    let start = Instant::now();
    let Collisions { samples, colliding, coincidences } = counter.count(&threads);
    let seconds = start.elapsed().as_secs_f64();
    let counted = Counted { seconds, peak_bytes: most_memory(), bytes_before, samples, colliding, coincidences };
    harness::say(serde_json::to_string(&counted).expect("numbers have a JSON"))
}

/// The most memory that this process has had in its life, in bytes: Linux's `VmHWM`, the pages that were written. The
/// system counts them in batches, so this is right to some tens of kilobytes.
fn most_memory() -> Option<u64> {
    most_memory_in(&fs::read_to_string("/proc/self/status").ok()?)
}

fn most_memory_in(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// One way to count one kind of readings.
struct Condition {
    readings: usize,
    counter: usize,
    each: Vec<Counted>,
}

impl Condition {
    fn what(&self) -> String {
        format!("{}, {}", Readings::ALL[self.readings].name(), Counter::ALL[self.counter].name())
    }

    fn case(&self) -> Setting {
        Readings::ALL[self.readings].name().into()
    }

    fn seconds(&self) -> Vec<f64> {
        self.each.iter().map(|counted| counted.seconds).collect()
    }

    /// The most memory of each count; nothing where the system does not tell.
    fn peak_bytes(&self) -> Option<Vec<f64>> {
        self.each.iter().map(|counted| counted.peak_bytes.map(|bytes| bytes as f64)).collect()
    }

    /// What counting added to the memory that the readings had.
    fn added_bytes(&self) -> Option<Vec<f64>> {
        self.each.iter().map(|counted| Some((counted.peak_bytes? - counted.bytes_before?) as f64)).collect()
    }

    fn run_once(&self, samples: u64, seed: u64) -> Result<Counted, Failure> {
        let failed = |why: String| Failure::Failed(format!("counting ({}) failed: {why}", self.what()));
        let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
        let number = |number: u64| number.to_string();
        let output = Command::new(program)
            .args(["count", "--readings", &number(self.readings as u64), "--counter", &number(self.counter as u64)])
            .args(["--samples", &number(samples), "--seed", &number(seed)])
            .output()
            .map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        serde_json::from_slice(&output.stdout).map_err(|error| failed(error.to_string()))
    }
}

/// Readings of each thread, and how often each count is repeated.
fn size(profile: Profile) -> (u64, u32) {
    match profile {
        Profile::Quick => (500_000, 6),
        Profile::Full => (10_000_000, 7),
    }
}

/// How many counts there will be, the first round's included.
pub(crate) fn turns(profile: Profile) -> u64 {
    (Readings::ALL.len() * Counter::ALL.len()) as u64 * u64::from(1 + size(profile).1)
}

/// Counts in every way, each round all ways to count the same readings one right after another, after a round in which
/// all answers are compared; the series and what is missing.
pub(crate) fn measure(run: &Run) -> Result<(Vec<Series>, Option<Skipped>), Failure> {
    let (samples, repetitions) = size(run.profile);
    let mut conditions: Vec<Condition> = (0..Readings::ALL.len())
        .flat_map(|readings| (0..Counter::ALL.len()).map(move |counter| (readings, counter)))
        .map(|(readings, counter)| Condition { readings, counter, each: Vec::new() })
        .collect();
    let mut answers: [Option<Collisions>; Readings::ALL.len()] = Default::default();
    for turn in schedule::grouped(&[Counter::ALL.len(); Readings::ALL.len()], 1, repetitions, run.seed) {
        let condition = &mut conditions[turn.condition];
        let counted = condition.run_once(samples, run.seed)?;
        let answer = answers[condition.readings].get_or_insert(counted.answer());
        if *answer != counted.answer() {
            return Err(Failure::Failed(format!(
                "{} counts {:?}, and not {answer:?}",
                condition.what(),
                counted.answer()
            )));
        }
        if !turn.warm_up {
            condition.each.push(counted);
        }
        run.advance(1)?;
    }
    let each: Vec<(String, Vec<f64>)> =
        conditions.iter().map(|condition| (format!("counting, {}", condition.what()), condition.seconds())).collect();
    let each = each.iter().map(|(what, seconds)| (what.clone(), &seconds[..]));
    Warning::of_samples(each).into_iter().for_each(|warning| run.warn(warning));
    let skipped = conditions.iter().any(|condition| condition.peak_bytes().is_none()).then(|| Skipped {
        what: "the memory that counting takes".to_owned(),
        why: "this system does not tell a process the most memory it had".to_owned(),
        needs: "Linux".to_owned(),
    });
    Ok((vec![series(&conditions, samples), ratios(&conditions)], skipped))
}

fn series(conditions: &[Condition], samples: u64) -> Series {
    let title = format!("Counting the collisions of {} times {} readings", cases::THREADS, thousands(samples));
    let median_of = |each: Option<Vec<f64>>| each.map(|each| median(&each));
    Series::new("counting", &title)
        .dimensions([Dimension::new("case", "Readings", None), Dimension::new("contender", "Contender", None)])
        .measures([
            Measure::median("seconds", "Time", "s"),
            Measure::median("peak_bytes", "Peak memory, readings included", "bytes"),
            Measure::median("added_bytes", "Memory beside the readings", "bytes"),
        ])
        .points(conditions.iter().map(|condition| {
            let contender = Counter::ALL[condition.counter].name();
            Point::new([("case", condition.case()), ("contender", contender.into())])
                .value("seconds", median(&condition.seconds()))
                .value("peak_bytes", median_of(condition.peak_bytes()))
                .value("added_bytes", median_of(condition.added_bytes()))
        }))
}

/// Each other way over ours.
fn ratios(conditions: &[Condition]) -> Series {
    let is_ours = |condition: &Condition| Counter::ALL[condition.counter] == Counter::Window;
    let points = conditions.iter().filter(|condition| !is_ours(condition)).filter_map(|condition| {
        let ours = conditions.iter().find(|other| other.readings == condition.readings && is_ours(other))?;
        let memory = condition.peak_bytes().zip(ours.peak_bytes());
        let name = format!("{} over {}", Counter::ALL[condition.counter].name(), Counter::Window.name());
        let point = Point::new([("case", condition.case()), ("against", name.into())])
            .value("time_ratio", ratio_within_rounds(&condition.seconds(), &ours.seconds()))
            .value("memory_ratio", memory.map(|(theirs, ours)| ratio_within_rounds(&theirs, &ours)));
        Some(point)
    });
    Series::new("counting-ratios", "How many times as much the other ways to count take")
        .dimensions([Dimension::new("case", "Readings", None), Dimension::new("against", "Comparison", None)])
        .measures([
            ratio_measure("time_ratio", "Ratio of times"),
            ratio_measure("memory_ratio", "Ratio of peak memories, readings included"),
        ])
        .points(points)
}

/// `10,000,000`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).expect("digits")).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    mod fuzz;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!([7, 1_000, 10_000_000].map(thousands), ["7", "1,000", "10,000,000"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_that_was_written_shows() {
        let before = most_memory().unwrap();
        let written = vec![1_u8; 64 << 20];
        assert!(std::hint::black_box(&written).len() == 64 << 20);
        assert!(most_memory().unwrap() >= before.max(64 << 20));
    }
}
