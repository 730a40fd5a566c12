//! The proxy case: nginx in front of a real application, over TCP and over a Unix socket, loaded by wrk; the same where the
//! application is in a container; and whether this program's own sockets keep up with wrk.

mod conditions;
mod containers;
mod cross_check;
mod engine;
mod folder;
mod gunicorn;
mod hello;
mod http;
mod machine;
mod network;
mod nginx;
mod own_load;
mod programs;
mod series;
mod stack;
mod turns;
mod versions;
mod wrk;

use clap::Subcommand;
use harness::record::{Series, Skipped};
use harness::{Failure, Run};
use supervisor::{BecomeOptions, SupervisorOptions, Workplace, become_program, supervise};

use crate::proxied::Proxied;

pub(crate) use folder::RUNS;

/// Commands of this part.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Ask a web server by this program's own sockets and by wrk, and print the ratio of the rates, as JSON
    CrossCheck(cross_check::CrossCheckOptions),
    /// Start programs, and end them and remove their folder when the experiment ends; it starts this itself
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
    /// Become another program that ends with this one's parent; the experiment starts these itself
    #[command(hide = true)]
    Become(BecomeOptions),
    /// Be a web server with one answer; the experiment starts these itself
    #[command(hide = true)]
    Hello(hello::HelloOptions),
}

/// The series of this part, still without points.
pub(crate) fn declared() -> Vec<Series> {
    series::declared()
}

/// What this part found.
pub(crate) struct Measured {
    pub series: Vec<Series>,
    pub skipped: Vec<Skipped>,
}

/// Measures it all, as far as the machine has what it takes. `expected` is what the parts of a request say of it.
pub(crate) fn measure(run: &Run, expected: Option<&Proxied>) -> Result<Measured, Failure> {
    if let Some(missing) = machine::missing() {
        return Ok(Measured { series: series::filled(&[], expected), skipped: vec![missing] });
    }
    let check = || run.advance(0);
    let workplace = Workplace::open(RUNS, &check)?;
    let (mut groups, mut skipped) = machine::start(&workplace, &check)?;
    if !groups.is_empty() {
        let (in_docker, why) = containers::start(&workplace, &check)?;
        groups.extend(in_docker);
        skipped.extend(why);
    }
    versions::tell(run, &workplace, &groups);
    let (rows, failed) = turns::measure(run, &workplace, groups)?;
    skipped.extend(failed);
    Ok(Measured { series: series::filled(&rows, expected), skipped })
}

/// Carries out one of its own commands.
pub(crate) fn execute(command: Command) -> Result<(), Failure> {
    match command {
        Command::CrossCheck(options) => cross_check::run(&options),
        Command::Supervisor(options) => supervise(RUNS, &options),
        Command::Become(options) => become_program(&options),
        Command::Hello(options) => hello::serve(&options),
    }
}
