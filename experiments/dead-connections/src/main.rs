//! The peer is gone: how long TCP and gRPC take to notice, by which call and with which error.
//!
//! `dead-connections run` measures scenarios in network namespaces of its own and holds the model's predictions against
//! them; `dead-connections one` measures one. Linux only: it is Linux's TCP that is measured.

mod capture;
mod client;
mod condition;
mod conditions;
mod counters;
mod groups;
mod grpc;
mod grpcio;
mod judge;
mod kept;
mod measured;
mod network;
mod one;
mod peer;
mod place;
mod predicted;
#[cfg(test)]
mod published;
mod quantities;
mod series;
mod settings;
mod signs;
mod trial;
mod whole_run;

use std::process::ExitCode;

use clap::Subcommand;
use harness::record::{Judged, Series};
use harness::{Experiment, Failure, Found, Results, Run};
use supervisor::{BecomeOptions, SupervisorOptions, become_program, supervise};

use one::OneOptions;
use whole_run::OvernightOptions;

struct DeadConnections;

#[derive(Debug, Subcommand)]
enum Command {
    /// Lose one peer in one way and print when, and by which call, the program learnt of it, as JSON
    One(OneOptions),
    /// Be the peer of a connection; the experiment starts these itself
    #[command(hide = true)]
    Peer(peer::PeerOptions),
    /// Become another program that ends with this one's parent; the experiment starts these itself
    #[command(hide = true)]
    Become(BecomeOptions),
    /// Wait until the experiment ends, however it ends, and remove its namespaces; it starts this itself
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for DeadConnections {
    type Command = Command;
    type Options = OvernightOptions;
    const TIMED: bool = true;

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn measure(run: &Run, options: &OvernightOptions) -> Result<Results, Failure> {
        whole_run::measure(run, options)
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::run(&options)?),
            Command::Peer(options) => peer::be(&options),
            Command::Become(options) => become_program(&options),
            Command::Supervisor(options) => supervise(place::RUNS, &options),
        }
    }
}

fn main() -> ExitCode {
    harness::main::<DeadConnections>(harness::this_build!())
}

#[cfg(test)]
mod tests {
    #[test]
    fn whatever_a_record_lacks_is_not_tested_and_says_so() {
        testkit::judges_whatever_is_missing::<crate::DeadConnections>("dead-connections");
    }
}
