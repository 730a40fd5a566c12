//! Who calls which byte and which character a space: `isspace()` of every byte in every locale, and every code point by C
//! libraries, ICU, Unicode and the functions of other languages.
//!
//! `isspace run` asks them all and judges the published claims; `isspace one` asks about one byte or one code point.

mod answer;
mod ask;
mod broken;
mod build_directory;
mod characters;
mod child;
mod implementations;
mod judge;
mod libc;
mod locales;
mod one;
mod published;
mod quantities;
mod series;
mod wide;

use std::process::ExitCode;

use clap::Subcommand;
use harness::Found;
use harness::record::Judged;
use harness::{Experiment, Failure, NoOptions, Results, Run};

use ask::Asked;
use one::OneOptions;
use supervisor::SupervisorOptions;

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

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let asked = Asked::all(run)?;
        let found = quantities::quantities(&asked);
        Ok(Results { found, skipped: asked.skipped })
    }

    fn judge(found: &Found) -> Judged {
        Judged::of(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::ask(&options)?)?,
            Command::Supervisor(options) => build_directory::supervise(&options)?,
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    harness::main::<Isspace>(harness::this_build!())
}
