//! A cover for an e-book, put into it by a splice plan: is every other entry the same afterwards, is the book valid, how little of
//! it has to be read, and what do other programs leave of it?
//!
//! `static-page run` writes made-up books by several programs, has them judged by Python's `zipfile` and by EPUBCheck, gives broken
//! ones to a plan, asks browsers what their canvases do, has a page put covers into books there, times a plan for books of 1 MB to 3 GB
//! and a page against a server, and judges the published claims; `static-page one` puts a cover into a book.

mod books;
mod browsers;
mod check;
mod colours;
mod compare;
mod cover;
mod hostile;
mod in_memory;
mod jszip;
mod judge;
mod memory;
mod one;
mod planning;
mod python;
mod screen;
mod series;
mod server;
mod sizes;
mod tool;
mod transfer;
mod ways;
mod workplace;
mod xvfb;

use std::process::ExitCode;

use clap::Subcommand;
use harness::quantities::Quantities;
use harness::{Experiment, Failure, NoOptions, Results, Run};
use static_page_model::samples::Sample;
use supervisor::SupervisorOptions;

use browsers::Posts;
use memory::PlanOptions;
use one::OneOptions;
use series::Found;
use workplace::Workplace;

struct StaticPage;

#[derive(Debug, Subcommand)]
enum Command {
    /// Put a cover into a book and print as JSON what became of it
    One(OneOptions),
    /// Put covers into books that are posted to it
    #[command(hide = true, name = server::COMMAND)]
    Server,
    /// Plan for one book, and print how much memory that takes
    #[command(hide = true, name = memory::COMMAND)]
    Plan(PlanOptions),
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
        run.uses_library("axum");
        let opened = in_memory::open(&Sample::new(2).bytes());
        let opened = opened.map_err(|refused| Failure::Failed(format!("a sample was refused: {refused}")))?;
        let given = cover::of_book(&opened).png;
        let tools = books::tools(run, &place, &mut skipped)?;
        let books = books::all(run, &place, &tools, &given, &mut skipped)?;
        let hostile = hostile::all(run, &place, tools.jszip.as_ref(), &given)?;
        let posts = Posts::open()?;
        let browsers = browsers::all(run, &place, &posts, &mut skipped)?;
        let readable = sizes::readable(run.profile, &mut skipped);
        let pages = tool::all(run, &place, &posts, &browsers, &readable, &mut skipped)?;
        let sizes = sizes::all(run, &place, &readable)?;
        let many = sizes::by_entries(&place)?;
        let drawings = cover::all(run)?;
        // The program of unit tests has no command `server`.
        let trips = if cfg!(test) { Vec::new() } else { transfer::all(run, &place)? };
        let colours = colours::all();
        let all = Found { books, hostile, browsers, pages, sizes, many, drawings, trips, colours };
        let mut found = Quantities::of(series::all(&all));
        series::add(&mut found, &all);
        Ok(Results { claims: judge::claims(&found), series: found.series, skipped })
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::write(&options)?)?,
            Command::Server => server::serve()?,
            Command::Plan(options) => memory::plan(&options)?,
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
