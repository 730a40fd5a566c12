//! A cover for an e-book, put into it by a splice plan: is every other entry the same afterwards, is the book valid, how little of
//! it has to be read, and what do other programs leave of it?
//!
//! `static-page run` writes made-up books by several programs, has them judged by Python's `zipfile` and by EPUBCheck, times the
//! plan for books of 1 MB to 3 GB, and judges the published claims; `static-page one` puts a cover into a book.

mod books;
mod check;
mod colours;
mod compare;
mod judge;
mod one;
mod python;
mod series;
mod sizes;
mod ways;
mod workplace;

use std::process::ExitCode;

use clap::Subcommand;
use harness::quantities::Quantities;
use harness::{Experiment, Failure, NoOptions, Results, Run};
use supervisor::SupervisorOptions;

use one::OneOptions;
use workplace::Workplace;

struct StaticPage;

#[derive(Debug, Subcommand)]
enum Command {
    /// Put a cover into a book and print as JSON what became of it
    One(OneOptions),
    /// Removes a run's folder when the run has ended
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for StaticPage {
    type Command = Command;
    type Options = NoOptions;
    const TIMED: bool = true;

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let place = Workplace::open()?;
        let mut skipped = judge::not_here();
        let books = books::all(run, &place, &mut skipped)?;
        let sizes = sizes::all(run, &place)?;
        let colours = colours::all();
        let mut found = Quantities::of(series::all(&books, &sizes));
        series::add(&mut found, &books, &sizes, &colours);
        Ok(Results { claims: judge::claims(&found), series: found.series, skipped })
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::write(&options)?)?,
            Command::Supervisor(options) => workplace::supervise(&options)?,
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    harness::main::<StaticPage>(harness::this_build!())
}

#[cfg(test)]
mod tests;
