//! Nanosecond timestamps collide: how often, on which clocks, threads and cores, and what the remedies cost.
//!
//! `timestamp-collisions run` measures all of it and judges the published claims; `timestamp-collisions one` reads one
//! clock with some threads and counts.

mod clocks;
mod conditions;
mod cores;
mod counter;
mod increments;
mod judge;
mod measured;
mod one;
mod predicted;
mod published;
mod quantities;
mod remedies;
mod results;
mod round;
mod samples;
mod series;
mod step;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, NoOptions, Results, Run};

use one::OneOptions;

struct TimestampCollisions;

#[derive(Debug, Subcommand)]
enum Command {
    /// Read one clock with some threads at the same time and print what collided, as JSON
    One(OneOptions),
}

impl Experiment for TimestampCollisions {
    type Command = Command;
    type Options = NoOptions;
    const TIMED: bool = true;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        results::results(run)
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }

    fn execute(Command::One(options): Command) -> Result<(), Failure> {
        harness::say(one::run(&options)?)
    }
}

fn main() -> ExitCode {
    harness::main::<TimestampCollisions>(harness::this_build!())
}
