//! Random load balancing is uneven: the published table measured again, its exact values beside it, and what a capacity
//! planner needs to know.
//!
//! `load-balancing run` measures all of it and judges the published claims; `load-balancing one` measures one placement.

mod conditions;
mod judge;
mod one;
mod published;
mod quantities;
mod series;
mod simulate;

use std::process::ExitCode;

use clap::Subcommand;
use harness::{Experiment, Failure, NoOptions, Results, Run};

use conditions::Conditions;
use one::OneOptions;
use simulate::simulate_all;

struct LoadBalancing;

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure one placement and print it as JSON
    One(OneOptions),
}

impl Experiment for LoadBalancing {
    type Command = Command;
    type Options = NoOptions;
    /// Counts do not depend on what else the machine does.
    const TIMED: bool = false;

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let conditions = Conditions::of(run.profile);
        let outcomes = simulate_all(&conditions, run)?;
        let found = quantities::quantities(&conditions, &outcomes);
        Ok(Results { claims: judge::claims(&found), series: found.series, skipped: judge::skipped() })
    }

    fn execute(Command::One(options): Command) -> Result<(), Failure> {
        harness::say(one::measure(&options)?)
    }
}

fn main() -> ExitCode {
    harness::main::<LoadBalancing>(harness::this_build!())
}

#[cfg(test)]
mod tests;
