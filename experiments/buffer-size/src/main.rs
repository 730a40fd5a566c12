//! How much the buffer's size matters to `read` and `write`.
//!
//! `buffer-size run` measures devices, Unix sockets and TCP over a grid of buffers, fits the cost model and judges the
//! published claims; with `--connect` also against `buffer-size serve` on another machine. `buffer-size one` measures one
//! source with one pair of buffers, `buffer-size cross-check` holds its own rate against iperf3's.

mod bootstrap;
mod buffer;
mod compared;
mod condition;
mod conditions;
mod cross_check;
mod device;
mod distance;
mod ends;
mod fits;
mod iperf3;
mod judge;
mod measured;
mod medians;
mod one;
mod payload;
mod place;
mod protocol;
mod published;
mod quantities;
mod remote;
mod results;
mod sample;
mod series;
mod serve;
mod stall;
mod transfer;

use std::process::ExitCode;

use clap::{Args, Subcommand, ValueHint};
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, Results, Run};
use supervisor::{BecomeOptions, SupervisorOptions, become_program, supervise};

use one::OneOptions;
use serve::ServeOptions;

struct BufferSize;

/// Options of a run.
#[derive(Debug, Clone, Args)]
struct Options {
    /// Measure between two machines too: where `buffer-size serve` listens on the other one
    #[arg(long, value_name = "HOST:PORT", value_hint = ValueHint::Hostname, value_parser = remote::parse_name)]
    connect: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Move bytes from one source with one pair of buffers and print the figures as JSON
    One(OneOptions),
    /// Be the other end of a measurement between two machines, until ended
    Serve(ServeOptions),
    /// Measure TCP over the loopback interface beside iperf3 and print how both compare, as JSON
    CrossCheck,
    /// Become another program that ends with this one's parent; the experiment starts these itself
    #[command(hide = true)]
    Become(BecomeOptions),
    /// Wait until the experiment ends, however it ends, and remove its namespaces; it starts this itself
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for BufferSize {
    type Command = Command;
    type Options = Options;
    const TIMED: bool = true;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, options: &Options) -> Result<Results, Failure> {
        results::results(run, options.connect.as_deref())
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::run(&options)?)?,
            Command::Serve(options) => serve::serve(&options)?,
            Command::CrossCheck => harness::say(cross_check::run()?)?,
            Command::Become(options) => become_program(&options)?,
            Command::Supervisor(options) => supervise(place::RUNS, &options)?,
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    harness::main::<BufferSize>(harness::this_build!())
}
