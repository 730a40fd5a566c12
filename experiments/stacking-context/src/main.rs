//! Which declarations make stacking contexts, lift boxes over others and contain them, and whether a filter hides a banner: asked
//! of browsers' engines by hit test and pixel, beside a model of the order of painting.
//!
//! `stacking-context run` asks every engine at hand and judges the published claims; `stacking-context one` paints one tree.

mod ask;
mod engines;
mod judge;
mod one;
mod probe;
mod quantities;
mod series;
mod trees;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};
use supervisor::{BecomeOptions, SupervisorOptions, become_program};

use one::OneOptions;
use trees::TreesOptions;

struct StackingContext;

#[derive(Debug, Subcommand)]
enum Command {
    /// Paint one tree of boxes and print the order as JSON
    One(OneOptions),
    /// Compare the order of random trees with the model's, and print those that differ as JSON
    Trees(TreesOptions),
    /// Starts what a run needs, and ends it when the run has ended
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
    /// Becomes another program, which ends with its parent
    #[command(hide = true)]
    Become(BecomeOptions),
}

impl Experiment for StackingContext {
    type Command = Command;
    type Options = NoOptions;
    /// Orders do not depend on what else the machine does.
    const TIMED: bool = false;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let asked = ask::Asked::all(run)?;
        Ok(Results { found: quantities::found(&asked), skipped: asked.skipped })
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::ask(&options)?),
            Command::Trees(options) => harness::say(trees::ask(&options)?),
            Command::Supervisor(options) => supervisor::supervise(engines::RUNS, &options),
            Command::Become(options) => become_program(&options),
        }
    }
}

fn main() -> ExitCode {
    harness::main::<StackingContext>(harness::this_build!())
}
