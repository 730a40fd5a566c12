//! Old news makes herds: a balancer that knows its servers' queues as they were some time ago sends everybody to the same one.
//!
//! `stale-load run` simulates the published setting, others that are closer to a real service, and what helps, and judges the
//! published claims; `stale-load one` simulates one setting. Nothing here is measured on servers: every figure is simulated
//! natively, from the seed. A run splits into parts, which `stale-load merge` puts together: see `sharding`.

mod conditions;
mod cross_check;
mod judge;
mod one;
mod series;
mod simulate;

use std::ops::Range;
use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Profile, Series};
use harness::{Build, Experiment, Failure, Found, Results, Run};
use sharding::{Counts, Divisible, MergeOptions, ShardOptions, Split};

use conditions::Conditions;
use cross_check::CrossCheckOptions;
use one::OneOptions;
use simulate::{Outcomes, Repetition};

/// What is simulated, and what follows from it.
struct StaleLoad;

impl Divisible for StaleLoad {
    type Setting = Repetition;

    fn build() -> Build {
        harness::this_build!()
    }

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn conditions(profile: Profile) -> Vec<sharding::Condition<Repetition>> {
        simulate::repetitions(&Conditions::of(profile))
    }

    /// There is one of each: a setting's repetitions are told apart by their figures' place, and so are conditions of their own.
    fn repeat(repetition: &Repetition, seed: u64, _: Range<u32>) -> Counts {
        simulate::counted(repetition, seed)
    }

    fn results(_: &Run, simulated: Vec<(sharding::Condition<Repetition>, Counts)>) -> Result<Results, Failure> {
        let outcomes = Outcomes::of_counted(&simulated);
        Ok(Results { found: series::found(&outcomes), skipped: judge::skipped(&outcomes) })
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }
}

/// The same with the commands that `sharding` knows nothing of.
struct WithCommands;

#[derive(Debug, Subcommand)]
enum Command {
    /// Simulate one setting and print it as JSON
    One(OneOptions),
    /// Time the model against its plain version, and against itself in WebAssembly
    CrossCheck(CrossCheckOptions),
    /// Make one record of all parts of a run, as an undivided run would have written it
    Merge(MergeOptions),
}

impl Experiment for WithCommands {
    type Command = Command;
    type Options = ShardOptions;
    const TIMED: bool = Split::<StaleLoad>::TIMED;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, options: &ShardOptions) -> Result<Results, Failure> {
        Split::<StaleLoad>::measure(run, options)
    }

    fn judge(found: &Found) -> Judged {
        Split::<StaleLoad>::judge(found)
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::measure(&options)?),
            Command::CrossCheck(options) => cross_check::run(&options),
            Command::Merge(options) => Split::<StaleLoad>::execute(sharding::Command::Merge(options)),
        }
    }
}

fn main() -> ExitCode {
    sharding::main_of::<WithCommands>(StaleLoad::build())
}

#[cfg(test)]
mod tests;
