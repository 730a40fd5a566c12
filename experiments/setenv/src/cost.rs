//! The cost of a lock around `getenv`: how long a call for a variable that is not set takes, in one thread alone and in two that
//! read at once. Nothing is set meanwhile. What it costs to keep old arrays instead, and to take no lock, newer releases of
//! glibc tell.

use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Args, ValueEnum};
use harness::record::{Estimate, Profile, Skipped};
use harness::statistics::{median, ratio_within_rounds};
use harness::{Failure, Run, schedule, undisturbed};
use serde_json::{Value, json};

use crate::build_directory::{BuildDirectory, Ready};
use crate::child::{A_CHILD, PARENT, output};
use crate::command::tool_of;
use crate::condition::Library;

/// A lock that a reader holds during its call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Guard {
    /// Nothing.
    None,
    /// A `pthread_mutex_t`, one for all threads.
    Mutex,
    /// A `pthread_rwlock_t`, for reading, one for all threads.
    ReadLock,
}

impl Guard {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Mutex => "mutex",
            Self::ReadLock => "read-lock",
        }
    }
}

/// One condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CostCondition {
    pub library: Library,
    pub guard: Guard,
    /// Threads that read, each on a core of its own.
    pub threads: u32,
}

/// How many threads read.
const THREADS: [u32; 2] = [1, 2];
/// Calls of each thread.
const CALLS: u32 = 200_000;
/// How long a child may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
/// About how long a child takes, in milliseconds.
const CHILD_MS: u64 = 40;

/// Children of each condition.
fn rounds(profile: Profile) -> u32 {
    match profile {
        Profile::Quick => 3,
        Profile::Full => 40,
    }
}

/// All conditions: the guards with the machine's own glibc, and the newer ones as they are.
fn conditions() -> impl Iterator<Item = CostCondition> {
    let own = [Guard::None, Guard::Mutex, Guard::ReadLock].map(|guard| (Library::Glibc, guard));
    let newer = [Library::GlibcNewer, Library::GlibcCurrent].map(|library| (library, Guard::None));
    own.into_iter()
        .chain(newer)
        .flat_map(|(library, guard)| THREADS.map(|threads| CostCondition { library, guard, threads }))
}

/// The times of one condition.
#[derive(Debug, Clone)]
pub(crate) struct CostRow {
    pub condition: CostCondition,
    /// Seconds a call, one for each round.
    pub seconds: Vec<f64>,
}

impl CostRow {
    /// Seconds a call.
    pub(crate) fn median(&self) -> Estimate {
        median(&self.seconds)
    }

    /// How many times as long a call takes as with the machine's own glibc without a guard, with as many threads and in the same
    /// round; nothing of that condition itself, nor where it was not measured.
    pub(crate) fn times_unguarded(&self, all: &[Self]) -> Option<Estimate> {
        let unguarded = CostCondition { library: Library::Glibc, guard: Guard::None, ..self.condition };
        let below = all.iter().find(|row| row.condition == unguarded && row.condition != self.condition)?;
        Some(ratio_within_rounds(&self.seconds, &below.seconds))
    }
}

/// How long all of them take where nothing is missing, in milliseconds.
pub(crate) fn expected_ms(profile: Profile) -> u64 {
    CHILD_MS * u64::from(rounds(profile)) * conditions().count() as u64
}

/// Times the calls in every condition that the build directory has a library for; also what cannot be timed here.
pub(crate) fn measure(directory: &BuildDirectory, run: &Run) -> Result<(Vec<CostRow>, Vec<Skipped>), Failure> {
    let cores = available_parallelism().map_or(1, |cores| cores.get() as u32);
    let is_here = |condition: &CostCondition| directory.ready.contains_key(&tool_of(condition.library));
    let (possible, crowded): (Vec<_>, Vec<_>) = conditions().filter(is_here).partition(|each| each.threads <= cores);
    let mut rows: Vec<CostRow> =
        possible.into_iter().map(|condition| CostRow { condition, seconds: Vec::new() }).collect();
    for turn in schedule::interleaved(rows.len(), 0, rounds(run.profile), run.seed) {
        let CostRow { condition, seconds } = &mut rows[turn.condition];
        let ready = &directory.ready[&tool_of(condition.library)];
        seconds.push(undisturbed(|| seconds_per_call(*condition, CALLS, ready))??);
        run.advance(CHILD_MS)?;
    }
    let skipped = Skipped::new("two threads that read at once".to_owned(), "there is one core".to_owned(), "two cores");
    Ok((rows, if crowded.is_empty() { Vec::new() } else { vec![skipped] }))
}

/// Lets one child call.
fn seconds_per_call(condition: CostCondition, calls: u32, ready: &Ready) -> Result<f64, Failure> {
    let CostCondition { guard, threads, .. } = condition;
    let mut words = ready.loader.clone();
    words.push(ready.child.clone());
    words.extend([PARENT, "cost", guard.name(), &threads.to_string(), &calls.to_string()].map(Into::into));
    let said = output(&words, TIMEOUT)?;
    let nanoseconds = said.trim().strip_prefix("cost ").and_then(|number| number.parse::<u64>().ok());
    let nanoseconds = nanoseconds.filter(|&nanoseconds| nanoseconds > 0);
    let nanoseconds =
        nanoseconds.ok_or_else(|| Failure::program(A_CHILD, format!("it did not tell its time: {}", said.trim())))?;
    Ok(nanoseconds as f64 * 1e-9 / f64::from(calls))
}

/// The settings of one condition.
#[derive(Debug, Clone, Args)]
pub(crate) struct CostOptions {
    /// The C library
    #[arg(long, value_enum)]
    library: Library,
    /// The lock that a reader holds during its call
    #[arg(long, value_enum, default_value = "none")]
    guard: Guard,
    /// How many threads read
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=2))]
    threads: u32,
    /// How often each calls
    #[arg(long, value_name = "N", default_value_t = CALLS, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    calls: u32,
}

/// Times one condition once; the figures as JSON.
pub(crate) fn run(options: &CostOptions) -> Result<Value, Failure> {
    let CostOptions { library, guard, threads, calls } = *options;
    let tool = tool_of(library);
    let directory = BuildDirectory::of_one(tool)?;
    let ready = &directory.ready[&tool];
    let condition = CostCondition { library, guard, threads };
    let seconds = undisturbed(|| seconds_per_call(condition, calls, ready))??;
    Ok(json!({ "version": ready.version, "seconds_per_call": seconds }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(library: Library, guard: Guard, threads: u32, seconds: &[f64]) -> CostRow {
        CostRow { condition: CostCondition { library, guard, threads }, seconds: seconds.to_vec() }
    }

    #[test]
    fn a_ratio_is_of_the_same_round_and_of_as_many_threads() {
        let all = [
            row(Library::Glibc, Guard::None, 1, &[1.0, 10.0, 100.0]),
            row(Library::Glibc, Guard::None, 2, &[5.0; 3]),
            row(Library::Glibc, Guard::Mutex, 1, &[2.0, 20.0, 200.0]),
            row(Library::GlibcNewer, Guard::None, 2, &[10.0; 3]),
        ];
        let ratios: Vec<Option<f64>> = all.iter().map(|row| Some(row.times_unguarded(&all)?.value)).collect();
        assert_eq!(ratios, [None, None, Some(2.0), Some(2.0)]);
        assert_eq!(all[2].times_unguarded(&all[1..]), None);
    }

    #[test]
    fn no_condition_is_there_twice() {
        let all: Vec<CostCondition> = conditions().collect();
        assert!(all.iter().enumerate().all(|(index, condition)| !all[..index].contains(condition)));
    }
}
