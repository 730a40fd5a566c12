//! Who calls which byte and which character a space: `isspace()` of every byte in every locale, and every code point by C
//! libraries, ICU, Unicode and the functions of other languages.
//!
//! `isspace run` asks them all and judges the published claims; `isspace one` asks about one byte or one code point.

mod answer;
mod ask;
mod broken;
mod characters;
mod implementations;
mod judge;
mod libc;
mod locales;
mod one;
mod programs;
mod published;
mod quantities;
mod series;
mod wide;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};
use supervisor::{Runs, SupervisorOptions};

use ask::Asked;
use one::OneOptions;

/// The runs of this experiment.
const RUNS: Runs = Runs::new(env!("CARGO_PKG_NAME"));

struct Isspace;

#[derive(Debug, Subcommand)]
enum Command {
    /// Ask about one byte or one code point and print the answers as JSON
    One(OneOptions),
    /// Removes a run's folder when the run has ended
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for Isspace {
    type Command = Command;
    type Options = NoOptions;
    /// Answers do not depend on what else the machine does.
    const TIMED: bool = false;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        Asked::all(run).map(quantities::results)
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::ask(&options)?),
            Command::Supervisor(options) => supervisor::supervise(RUNS, &options),
        }
    }
}

fn main() -> ExitCode {
    harness::main::<Isspace>(harness::this_build!())
}

#[cfg(test)]
mod tests {
    #[test]
    fn whatever_a_record_lacks_is_not_tested_and_says_so() {
        testkit::judges_whatever_is_missing::<crate::Isspace>("isspace");
    }
}
