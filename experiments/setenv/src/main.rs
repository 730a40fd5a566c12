//! `setenv` beside `getenv`: how often programs die of it, how soon, with which C library, and what helps.
//!
//! `setenv run` lets children of its own try, many for each condition, and judges the published claims; `setenv one` tries
//! one condition, and `setenv cost` times one. A child that dies harms nobody: it leaves no core file and nothing behind. Linux only: the C libraries are
//! Linux's.

mod build_directory;
mod child;
mod command;
mod condition;
mod conditions;
mod cost;
mod go;
mod judge;
mod leak;
mod measured;
mod moves;
mod one;
mod outcome;
mod placement;
mod quantities;
mod results;
mod runtimes;
mod rust_child;
mod series;
mod survival;
mod tally;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};
use supervisor::{Runs, SupervisorOptions};

/// The runs of this experiment.
const RUNS: Runs = Runs::new(env!("CARGO_PKG_NAME"));

struct Setenv;

#[derive(Debug, Subcommand)]
enum Command {
    /// Let children try one condition and print how they ended, as JSON
    One(one::OneOptions),
    /// Time a call of getenv in one condition and print it, as JSON
    Cost(cost::CostOptions),
    /// Be a child in Rust; the experiment starts these itself
    #[command(hide = true)]
    Child(rust_child::ChildOptions),
    /// End what still works for a run and remove its folder when it has ended, however it ends; the experiment starts this itself
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for Setenv {
    type Command = Command;
    type Options = NoOptions;
    const TIMED: bool = true;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        results::measure(run)
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::run(&options)?)?,
            Command::Cost(options) => harness::say(cost::run(&options)?)?,
            Command::Child(options) => rust_child::be(&options)?,
            Command::Supervisor(options) => supervisor::supervise(RUNS, &options)?,
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    harness::main::<Setenv>(harness::this_build!())
}
