//! Unix sockets against TCP on one machine: a connection per message, request and response on a kept connection, bulk
//! transfer, and a real proxy in front of a real application.
//!
//! `unix-sockets run` measures all of it, on one core, on two and wherever the system puts
//! the two ends, and judges the published claims; `unix-sockets one`
//! measures one pattern over one kind of socket. Linux only: it is Linux's sockets that are measured.

mod channel;
mod condition;
mod conditions;
mod contents;
mod cores;
mod door;
mod exchange_error;
mod judge;
mod latency;
mod measured;
mod one;
mod patterns;
mod phases;
mod predicted;
mod proxied;
mod proxy;
mod published;
mod quantities;
mod results;
mod series;
mod span;
mod transport;
mod turn;
mod waiting;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};

use one::OneOptions;

struct UnixSockets;

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure one pattern over one kind of socket and print the result as JSON
    One(OneOptions),
    #[command(flatten)]
    Proxy(proxy::Command),
}

impl Experiment for UnixSockets {
    type Command = Command;
    type Options = NoOptions;
    const TIMED: bool = true;

    fn series() -> Vec<Series> {
        results::declared()
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        results::measured(run)
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::run(&options)?),
            Command::Proxy(command) => proxy::execute(command),
        }
    }
}

fn main() -> ExitCode {
    harness::main::<UnixSockets>(harness::this_build!())
}
