//! A cover for an e-book, put into it by a splice plan: is every other entry the same afterwards, is the book valid, how little of
//! it has to be read, and what do other programs leave of it?
//!
//! `static-page run` writes made-up books by several programs, has them judged by Python's `zipfile` and by EPUBCheck, gives broken
//! ones to a plan, asks browsers what their canvases do, has a page put covers into books there, times a plan for books of 1 MB to 3 GB
//! and a page against a server, and judges the published claims; `static-page one` puts a cover into a book.

mod books;
mod canvas;
mod check;
mod colours;
mod compare;
mod cover;
mod hostile;
mod in_memory;
mod jszip;
mod judge;
mod measured;
mod one;
mod planning;
mod posts;
mod programs;
mod python;
mod quantities;
mod series;
mod server;
mod sizes;
mod tool;
mod transfer;
mod ways;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};
use supervisor::{BecomeOptions, SupervisorOptions, become_program};

use one::OneOptions;
use programs::RUNS;

struct StaticPage;

#[derive(Debug, Subcommand)]
enum Command {
    /// Put a cover into a book and print as JSON what became of it
    One(OneOptions),
    /// Put covers into books that are posted to it
    #[command(hide = true, name = server::COMMAND)]
    Server,
    /// Starts what a run needs, and ends it and removes its folder when the run has ended
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
    /// Becomes another program, which ends with its parent
    #[command(hide = true)]
    Become(BecomeOptions),
}

impl Experiment for StaticPage {
    type Command = Command;
    type Options = NoOptions;
    const TIMED: bool = true;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let (measured, skipped) = measured::all(run)?;
        Ok(Results { found: quantities::found(&measured), skipped })
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::write(&options)?)?,
            Command::Server => server::serve()?,
            Command::Supervisor(options) => supervisor::supervise(RUNS, &options)?,
            Command::Become(options) => become_program(&options)?,
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    harness::main::<StaticPage>(harness::this_build!())
}
