//! Find against check: whatever can check can find, and the other way round, if it looks everywhere. Solvers, model checkers,
//! planners, property testers and databases are asked the same questions by both doors, and their answers held against the truth.
//!
//! `logical-duals run` asks all of them and judges the published claims; `logical-duals one` asks one.

mod cases;
mod databases;
mod judge;
mod laws;
mod measured;
mod one;
mod results;
mod series;
mod tools;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};
use supervisor::{Runs, SupervisorOptions};

/// The runs of this experiment, in which a database may be at work.
const RUNS: Runs = Runs::new(env!("CARGO_PKG_NAME")).asked_to_end(databases::ask_to_end);

struct LogicalDuals;

#[derive(Debug, Subcommand)]
enum Command {
    /// Ask one tool one question by one door, and print what it says as JSON
    One(one::OneOptions),
    /// Let two transactions race on PostgreSQL under a trigger, in each order, and print how they ended as JSON
    Race(one::RaceOptions),
    /// Watch over a run's folder, and remove it when the run has ended; the experiment starts this itself
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for LogicalDuals {
    type Command = Command;
    type Options = NoOptions;
    /// No time is among its figures.
    const TIMED: bool = false;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        results::measure(run)
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found)).deriving(judge::derived())
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::measure(&options)?),
            Command::Race(options) => harness::say(one::race(&options)?),
            Command::Supervisor(options) => supervisor::supervise(RUNS, &options),
        }
    }
}

fn main() -> ExitCode {
    harness::main::<LogicalDuals>(harness::this_build!())
}

#[cfg(test)]
mod tests;
