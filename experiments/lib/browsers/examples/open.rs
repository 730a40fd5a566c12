//! Opens a page in a browser, and leaves it open until its standard input ends: `open open Chromium`. Beside it
//! runs a program that is not the supervisor's. The test `cleanup` ends it in several ways.

use std::io;
use std::process::{Command as Process, ExitCode};

use browsers::{Browser, Driven, Supervised, supervise};
use clap::Parser;
use harness::Failure;
use supervisor::{BecomeOptions, Runs, SupervisorOptions, become_program};

/// It keeps its process busy for ten seconds.
const PAGE: &str = "data:text/html,<!doctype html><script>for (const end = performance.now() + 10000; performance.now() < end; );</script>";
const RUNS: Runs = Runs::of("browsers");

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
    let mut supervised = Supervised::start(RUNS)?;
    supervised.open(browser, &programs[0], PAGE, &|| Ok(()))?;
    let folder = supervised.folder();
    let sleeps = Process::new("sleep").arg("1000").env("HOME", folder).current_dir(folder).spawn();
    let failed = |error: io::Error| Failure::system("cannot open a page", error);
    let mut sleeps = sleeps.map_err(failed)?;
    io::copy(&mut io::stdin(), &mut io::sink()).map_err(failed)?;
    drop(supervised);
    let is_over = sleeps.try_wait().map_err(failed)?.is_some();
    if is_over { Ok(()) } else { Err(Failure::Unexpected("what this run started by itself goes on".to_owned())) }
}
