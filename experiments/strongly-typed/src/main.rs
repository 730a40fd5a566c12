//! What becomes of 21 small mistakes in 24 languages and checkers, and how five meanings of "strongly typed" order them.
//!
//! `strongly-typed run` compiles and runs every program of `programs`, those beside the list of mistakes too, and judges the
//! published claims; `strongly-typed one` tries one of them in one language. Each program is bounded in time, memory, files and processes, and leaves nothing behind.

mod cell;
mod equality;
mod judge;
mod languages;
mod measured;
mod one;
mod programs;
mod quantities;
mod said;
mod sandbox;
mod scores;
mod series;
mod toolchain;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};
use supervisor::{Runs, SupervisorOptions};

/// The runs of this experiment.
const RUNS: Runs = Runs::new(env!("CARGO_PKG_NAME"));

struct StronglyTyped;

#[derive(Debug, Subcommand)]
enum Command {
    /// Try one mistake in one language and print what became of it as JSON
    One(one::OneOptions),
    /// Ends what a run has started and removes its folder when the run has ended
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for StronglyTyped {
    type Command = Command;
    type Options = NoOptions;
    /// What becomes of a mistake does not depend on what else the machine does.
    const TIMED: bool = false;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let measured = measured::measure(run)?;
        Ok(Results { found: quantities::found(&measured), skipped: measured.skipped })
    }

    fn judge(found: &Found) -> Judged {
        judge::judged(found)
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::one(&options)?)?,
            Command::Supervisor(options) => supervisor::supervise(RUNS, &options)?,
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    harness::main::<StronglyTyped>(harness::this_build!())
}
