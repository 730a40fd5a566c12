//! Benchmark of counting collisions, against other ways to do it: time, and memory.
//!
//! Every count runs in a process of its own, so that the system knows its peak memory and no count is affected by
//! another's leftovers. The readings are made before the time starts, and are the same for all.

mod cases;
mod contenders;

use std::fs;
use std::process::Command;
use std::time::Instant;

use clap::Args;
use harness::statistics::median;
use harness::{Failure, readable, schedule};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use timestamp_collisions_model::Collisions;

use crate::report::{self, Comparison, Line};
use crate::{Profile, SEED};
use cases::Readings;
use contenders::Counter;

/// One count, in this process: the child process of [`measure`].
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
}

/// Time and memory of one count, and its result.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Counted {
    seconds: f64,
    /// Peak memory of the process, and its memory before counting; where the system reports it.
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

/// Makes the readings, counts them once, and prints the sample as JSON.
pub(crate) fn count_once(options: &CountOptions) -> Result<(), Failure> {
    let unknown = || Failure::Usage("there are 3 kinds of readings and 3 ways to count, numbered from 0".to_owned());
    let readings = Readings::ALL.get(options.readings).ok_or_else(unknown)?;
    let counter = Counter::ALL.get(options.counter).ok_or_else(unknown)?;
    let threads = readings.make(SEED, options.samples);
    let bytes_before = most_memory();
    let start = Instant::now();
    let Collisions { samples, colliding, coincidences } = counter.count(&threads);
    let seconds = start.elapsed().as_secs_f64();
    let counted = Counted { seconds, peak_bytes: most_memory(), bytes_before, samples, colliding, coincidences };
    harness::say(serde_json::to_string(&counted).expect("numbers have a JSON"))
}

/// Peak memory of this process, in bytes: Linux's `VmHWM`, the pages that were written. The system counts them in batches, so this is
/// right to some tens of kilobytes.
fn most_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// One contender on one kind of readings.
struct Condition {
    readings: Readings,
    counter: Counter,
    each: Vec<Counted>,
}

impl Condition {
    fn name(&self) -> String {
        format!("{}, {}", self.readings.name(), self.counter.name())
    }

    fn seconds(&self) -> Vec<f64> {
        self.each.iter().map(|counted| counted.seconds).collect()
    }

    /// Peak memory of each count; `None` where the system does not report it.
    fn peak_bytes(&self) -> Option<Vec<f64>> {
        self.each.iter().map(|counted| counted.peak_bytes.map(|bytes| bytes as f64)).collect()
    }

    /// Memory that counting added to that of the readings.
    fn added_bytes(&self) -> Option<Vec<f64>> {
        self.each.iter().map(|counted| Some((counted.peak_bytes? - counted.bytes_before?) as f64)).collect()
    }

    fn run_once(&self, samples: u64) -> Result<Counted, Failure> {
        let failed = |why: String| Failure::Unexpected(format!("counting ({}) failed: {why}", self.name()));
        let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
        let number = |number: u64| number.to_string();
        let [readings, counter] = [self.readings as u64, self.counter as u64];
        let output = Command::new(program)
            .args(["count", "--readings", &number(readings), "--counter", &number(counter)])
            .args(["--samples", &number(samples)])
            .output()
            .map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        serde_json::from_slice(&output.stdout).map_err(|error| failed(error.to_string()))
    }
}

/// Readings of each thread, and number of counts of each condition.
fn size(profile: Profile) -> (u64, u32) {
    match profile {
        Profile::Quick => (500_000, 6),
        Profile::Full => (10_000_000, 7),
    }
}

/// Number of counts, including the first round's.
pub(crate) fn turns(profile: Profile) -> u64 {
    (Readings::ALL.len() * Counter::ALL.len()) as u64 * u64::from(1 + size(profile).1)
}

/// Times and memory of all counts.
pub(crate) struct Counts {
    conditions: Vec<Condition>,
    /// Readings of each thread.
    readings: u64,
}

/// Counts in every way: in each round all contenders count the same readings one right after another, after a first round in which all
/// answers are compared.
pub(crate) fn measure(profile: Profile, progress: &ProgressBar) -> Result<Counts, Failure> {
    let (samples, repetitions) = size(profile);
    let mut conditions: Vec<Condition> = Readings::ALL
        .into_iter()
        .flat_map(|readings| Counter::ALL.map(|counter| Condition { readings, counter, each: Vec::new() }))
        .collect();
    let mut answers: [Option<Collisions>; Readings::ALL.len()] = Default::default();
    for turn in schedule::grouped(&[Counter::ALL.len(); Readings::ALL.len()], 1, repetitions, SEED) {
        let condition = &mut conditions[turn.condition];
        let counted = condition.run_once(samples)?;
        let answer = answers[condition.readings as usize].get_or_insert(counted.answer());
        if *answer != counted.answer() {
            return Err(Failure::Unexpected(format!(
                "{} counts {:?}, and not {answer:?}",
                condition.name(),
                counted.answer()
            )));
        }
        if !turn.warm_up {
            condition.each.push(counted);
        }
        progress.inc(1);
    }
    Ok(Counts { conditions, readings: samples })
}

impl Counts {
    /// Each other contender over ours: time, and memory where the system reports it.
    pub(crate) fn ratios(&self) -> Vec<Line> {
        let of_each = readable(self.readings as f64, "readings");
        let others = Counter::ALL.into_iter().filter(|&counter| counter != Counter::Window);
        let groups = others.flat_map(|counter| {
            let over = format!("{} over {}", counter.name(), Counter::Window.name());
            let title = |what| format!("Counting {} times {of_each}, {what}: {over}", cases::THREADS);
            let time = self.each_over_ours(counter, "s", |condition| Some(condition.seconds()));
            let memory = self.each_over_ours(counter, "bytes", Condition::peak_bytes);
            [report::group(title("time"), time), report::group(title("peak memory"), memory)]
        });
        groups.flatten().collect()
    }

    fn each_over_ours(
        &self,
        counter: Counter,
        unit: &str,
        figures: impl Fn(&Condition) -> Option<Vec<f64>>,
    ) -> Vec<Comparison> {
        let others = self.conditions.iter().filter(|condition| condition.counter == counter);
        let compared = others.filter_map(|theirs| {
            let is_ours = |of: &&Condition| of.readings == theirs.readings && of.counter == Counter::Window;
            let ours = self.conditions.iter().find(is_ours)?;
            Some(Comparison::new(theirs.readings.name(), unit, &figures(theirs)?, &figures(ours)?))
        });
        compared.collect()
    }

    /// Memory that each contender adds to that of the readings, as a table; `None` where the system does not report it.
    pub(crate) fn memory(&self) -> Option<String> {
        let rows = Readings::ALL.into_iter().map(|readings| {
            let own = self.conditions.iter().filter(|condition| condition.readings == readings);
            let added = own.map(|condition| Some(readable(median(&condition.added_bytes()?).value, "bytes")));
            let cells: Option<Vec<String>> = [Some(readings.name().to_owned())].into_iter().chain(added).collect();
            cells.map(Line::Row)
        });
        let [ours, sorted, bitmaps] = Counter::ALL.map(Counter::name);
        let rows: Vec<Line> = rows.collect::<Option<_>>()?;
        Some(report::table(["memory beside the readings", ours, sorted, bitmaps], &rows))
    }

    /// Times of each contender on each kind of readings, in seconds.
    pub(crate) fn samples(&self) -> impl Iterator<Item = (String, Vec<f64>)> {
        self.conditions.iter().map(|condition| (format!("counting, {}", condition.name()), condition.seconds()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_that_was_written_shows() {
        let before = most_memory().unwrap();
        let written = vec![1_u8; 64 << 20];
        assert!(std::hint::black_box(&written).len() == 64 << 20);
        assert!(most_memory().unwrap() >= before.max(64 << 20));
    }
}
