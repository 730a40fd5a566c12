//! Random load balancing is uneven: the published table measured again, its exact values beside it, what real balancers do,
//! and what a capacity planner needs to know.
//!
//! `load-balancing run` measures all of it and judges the published claims; `load-balancing one` measures one placement, or
//! one balancer. What is simulated splits into parts, which `load-balancing merge` puts together (see `sharding`): whichever
//! program merges measures the balancers, and no part does.

mod balancers;
mod conditions;
mod judge;
mod one;
mod published;
mod quantities;
mod results;
mod series;

use std::ops::Range;
use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Profile, Series};
use harness::{Build, Experiment, Failure, Found, Results, Run};
use load_balancing_model::Placement;
use sharding::{Condition, Counts, Divisible, MergeOptions, ShardOptions, Split};

use conditions::Conditions;
use one::OneOptions;

/// The experiment: what is simulated, what is measured, and what follows from both.
struct LoadBalancing;

impl Divisible for LoadBalancing {
    type Setting = Placement;

    fn build() -> Build {
        harness::this_build!()
    }

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn conditions(profile: Profile) -> Vec<Condition<Placement>> {
        Conditions::of(profile).repeated()
    }

    fn repeat(placement: &Placement, seed: u64, repetitions: Range<u32>) -> Counts {
        placements::counted(placement, seed, repetitions)
    }

    fn results(run: &Run, found: Vec<(Condition<Placement>, Counts)>) -> Result<Results, Failure> {
        results::of(run, found)
    }

    fn judge(found: &Found) -> Judged {
        judge::judged(found)
    }
}

/// The same with the commands that `sharding` knows nothing of.
struct WithCommands;

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure one placement, or one balancer, and print it as JSON
    One(OneOptions),
    /// Measure the balancers, and make one record of that and of all parts of a run
    Merge(MergeOptions),
    #[command(flatten)]
    Balancers(balancers::Command),
}

impl Experiment for WithCommands {
    type Command = Command;
    type Options = ShardOptions;
    /// Counts of placed items do not depend on what else the machine does, but balancers do.
    const TIMED: bool = true;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, options: &ShardOptions) -> Result<Results, Failure> {
        results::expect(run, options);
        Split::<LoadBalancing>::measure(run, options)
    }

    fn judge(found: &Found) -> Judged {
        Split::<LoadBalancing>::judge(found)
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::measure(&options)?),
            Command::Merge(options) => Split::<LoadBalancing>::execute(sharding::Command::Merge(options)),
            Command::Balancers(command) => balancers::execute(command),
        }
    }
}

fn main() -> ExitCode {
    sharding::main_of::<WithCommands>(LoadBalancing::build())
}

#[cfg(test)]
mod tests;
