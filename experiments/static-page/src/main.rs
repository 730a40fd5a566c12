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
mod one;
mod planning;
mod posts;
mod python;
mod series;
mod server;
mod sizes;
mod tool;
mod transfer;
mod ways;
mod workplace;

use std::process::ExitCode;

use clap::Subcommand;
use harness::Found;
use harness::record::Judged;
use harness::{Experiment, Failure, NoOptions, Results, Run};
use static_page_model::samples::Sample;
use supervisor::{BecomeOptions, SupervisorOptions, become_program};

use one::OneOptions;
use posts::Posts;
use series::Found;
use workplace::{RUNS, Workplace};

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

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let check = || run.advance(0);
        let place = Workplace::open(&check)?;
        let mut skipped = judge::not_here();
        run.uses_library("axum");
        let opened = in_memory::open(&Sample::new(2).bytes());
        let opened = opened.map_err(|refused| Failure::program("a sample was refused", refused))?;
        let given = cover::of_book(&opened).png;
        let tools = books::tools(run, &place, &mut skipped)?;
        let books = books::all(run, &place, &tools, &given, &mut skipped)?;
        let hostile = hostile::all(run, &place, tools.jszip.as_ref(), &given)?;
        let posts = Posts::open()?;
        let browsers = canvas::all(run, &place, &posts, &mut skipped)?;
        let pages = tool::all(run, &place, &posts, &browsers, &mut skipped)?;
        let readable = sizes::readable(run.profile, &mut skipped);
        let sizes = sizes::all(run, &place, &readable)?;
        let many = sizes::by_entries(&place.path(""))?;
        let drawings = cover::all(run)?;
        let trips = transfer::all(run, &place)?;
        let colours = colours::all();
        let all = Found { books, hostile, browsers, pages, sizes, many, drawings, trips, colours };
        let mut found = Found::of(series::all(&all));
        series::add(&mut found, &all);
        Ok(Results { found, skipped })
    }

    fn judge(found: &Found) -> Judged {
        Judged::of(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::write(&options)?)?,
            Command::Server => server::serve()?,
            Command::Supervisor(options) => browsers::supervise(RUNS, &options)?,
            Command::Become(options) => become_program(&options)?,
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    harness::main::<StaticPage>(harness::this_build!())
}
