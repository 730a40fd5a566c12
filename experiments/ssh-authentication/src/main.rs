//! SSH public-key authentication: which messages pass, what is signed, and what each type of key costs.
//!
//! `ssh-authentication run` connects a real OpenSSH client with a real OpenSSH server, on loopback, with keys, settings and
//! an agent of its own; `ssh-authentication one` shows one connection. The user's own keys, agent and settings are neither
//! read nor touched. Linux only: it waits for processes, and ends them, in Linux's ways.

mod agent;
mod capture;
mod cases;
mod connection;
mod costs;
mod judge;
mod keys;
mod login_time;
mod measured;
mod observed;
mod one;
mod place;
mod privilege_separation;
mod process;
mod programs;
mod quantities;
mod results;
mod rsa;
mod series;
mod stamped;
mod trace;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};

use one::OneOptions;
use supervisor::{SupervisorOptions, supervise};

struct SshAuthentication;

#[derive(Debug, Subcommand)]
enum Command {
    /// Connect once and print the messages, and what was signed, as JSON
    One(OneOptions),
    /// Wait until the experiment ends, however it ends, and clear up; the experiment starts this itself
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for SshAuthentication {
    type Command = Command;
    type Options = NoOptions;
    const TIMED: bool = true;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        results::measure(run)
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::run(&options)?)?,
            Command::Supervisor(options) => supervise(place::RUNS, &options)?,
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    harness::main::<SshAuthentication>(harness::this_build!())
}
