//! Random load balancing is uneven: the published table measured again, its exact values beside it, what real balancers do,
//! and what a capacity planner needs to know.
//!
//! `load-balancing run` measures all of it and judges the published claims; `load-balancing one` measures one placement, or
//! one balancer.

mod balancers;
mod conditions;
mod in_flight;
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
    /// Measure one placement, or one balancer, and print it as JSON
    One(OneOptions),
    #[command(flatten)]
    Balancers(balancers::Command),
}

impl Experiment for LoadBalancing {
    type Command = Command;
    type Options = NoOptions;
    /// Counts of placed items do not depend on what else the machine does, but balancers do.
    const TIMED: bool = true;

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let conditions = Conditions::of(run.profile);
        run.expect(balancers::amount(run));
        let outcomes = simulate_all(&conditions, run)?;
        let measured = balancers::measure(run)?;
        let of_balancers = balancers::all(&measured, run.profile, run.seed);
        let found = quantities::quantities(&conditions, &outcomes, &measured, of_balancers);
        let skipped = [judge::skipped(), measured.skipped].concat();
        Ok(Results { claims: judge::claims(&found), series: found.series, skipped })
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::measure(&options)?),
            Command::Balancers(command) => balancers::execute(command),
        }
    }
}

fn main() -> ExitCode {
    harness::main::<LoadBalancing>(harness::this_build!())
}

#[cfg(test)]
mod tests;
