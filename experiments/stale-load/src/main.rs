//! Old news makes herds: a balancer that knows its servers' queues as they were some time ago sends everybody to the same one.
//!
//! `stale-load run` simulates the published setting, others that are closer to a real service, and what helps, and judges the
//! published claims; `stale-load one` simulates one setting. Nothing here is measured on servers: every figure is simulated
//! natively, from the seed.

mod conditions;
mod cross_check;
mod judge;
mod one;
mod series;
mod simulate;

use std::process::ExitCode;

use clap::Subcommand;
use harness::quantities::Quantities;
use harness::{Experiment, Failure, NoOptions, Results, Run};

use conditions::Conditions;
use cross_check::CrossCheckOptions;
use one::OneOptions;

struct StaleLoad;

#[derive(Debug, Subcommand)]
enum Command {
    /// Simulate one setting and print it as JSON
    One(OneOptions),
    /// Time the model against its plain version, and against itself in WebAssembly
    CrossCheck(CrossCheckOptions),
}

impl Experiment for StaleLoad {
    type Command = Command;
    type Options = NoOptions;
    /// Simulated time does not depend on what else the machine does.
    const TIMED: bool = false;

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let conditions = Conditions::of(run.profile);
        let outcomes = simulate::all(&conditions, run)?;
        let found = Quantities::of(series::all(&outcomes));
        Ok(Results { claims: judge::claims(&found), series: found.series, skipped: judge::skipped() })
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::measure(&options)?),
            Command::CrossCheck(options) => cross_check::run(&options),
        }
    }
}

fn main() -> ExitCode {
    harness::main::<StaleLoad>(harness::this_build!())
}

#[cfg(test)]
mod tests;
