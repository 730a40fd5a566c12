//! Opens a page in a browser, and leaves it open until its standard input ends: `open open Chromium`. Beside it
//! runs a program that is not the supervisor's. The test `cleanup` ends it in several ways.

use std::io;
use std::process::{Command as Process, ExitCode};

use browsers::{Browser, Driven};
use clap::Parser;
use harness::Failure;
use supervisor::{BecomeOptions, Runs, SupervisorOptions, Workplace, become_program, supervise};

/// A page that keeps its process busy for ten seconds.
const PAGE: &str = "data:text/html,<!doctype html><script>for (const end = performance.now() + 10000; performance.now() < end; );</script>";
const RUNS: Runs = browsers::runs("browsers");

#[derive(Debug, Parser)]
enum Command {
    Open { browser: String },
    Supervisor(SupervisorOptions),
    Become(BecomeOptions),
}

fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Open { browser } => open(&browser),
        Command::Supervisor(options) => supervise(RUNS, &options),
        Command::Become(options) => become_program(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn open(name: &str) -> Result<(), Failure> {
    let browser = Browser::ALL.into_iter().find(|browser| browser.name() == name);
    let browser = browser.ok_or_else(|| Failure::Usage(format!("there is no {name}")))?;
    let programs =
        browser.find(Driven::No).map_err(|skipped| Failure::Missing { what: skipped.why, needs: skipped.needs })?;
    let place = Workplace::open(RUNS, &|| Ok(()))?;
    browsers::open(&place, browser, &programs[0], PAGE)?;
    let folder = place.folder();
    let sleeps = Process::new("sleep").arg("1000").env("HOME", folder).current_dir(folder).spawn();
    let failed = |error: io::Error| Failure::system("cannot open a page", error);
    let mut sleeps = sleeps.map_err(failed)?;
    io::copy(&mut io::stdin(), &mut io::sink()).map_err(failed)?;
    drop(place);
    let is_over = sleeps.try_wait().map_err(failed)?.is_some();
    if is_over { Ok(()) } else { Err(Failure::Unexpected("what this run started by itself goes on".to_owned())) }
}
