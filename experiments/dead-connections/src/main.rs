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
mod trial;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Subcommand;
use harness::Found;
use harness::record::Judged;
use harness::{Experiment, Failure, NoOptions, Results, Run};
use namespaces::SupervisorOptions;

use condition::Program;
use conditions::Conditions;
use kept::Kept;
use one::OneOptions;
use place::Place;

struct DeadConnections;

#[derive(Debug, Subcommand)]
enum Command {
    /// Lose one peer in one way and print when, and by which call, the program learnt of it, as JSON
    One(OneOptions),
    /// Be the peer of a connection; the experiment starts these itself
    #[command(hide = true)]
    Peer(peer::PeerOptions),
    /// Become Python with grpcio; the experiment starts these itself
    #[command(hide = true)]
    Python(grpcio::PythonOptions),
    /// Wait until the experiment ends, however it ends, and remove its namespaces; it starts this itself
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
}

impl Experiment for DeadConnections {
    type Command = Command;
    type Options = NoOptions;
    const TIMED: bool = true;
    const OVERNIGHT: bool = true;

    fn measure(run: &Run, _: &NoOptions) -> Result<Results, Failure> {
        let place = Arc::new(Place::best());
        let conditions = Conditions::of(run, &place, grpcio::python());
        let mut kept = Kept::open(harness::this_build!().source_hash);
        name_programs(run, &place, &conditions);
        let rows = measured::measure_all(&conditions, &place, &mut kept, run)?;
        let found = quantities::quantities(&rows.measured, &rows.waited);
        kept.forget();
        Ok(Results { found, skipped: conditions.skipped })
    }

    fn judge(found: &Found) -> Judged {
        Judged::of(judge::claims(found))
    }

    fn execute(command: Command) -> Result<(), Failure> {
        match command {
            Command::One(options) => harness::say(one::run(&options)?)?,
            Command::Peer(options) => peer::be(&options)?,
            Command::Python(options) => grpcio::become_python(&options)?,
            Command::Supervisor(options) => namespaces::remove_when_asked(&options)?,
        }
        Ok(())
    }
}

/// The programs and libraries that are measured, or measured with.
fn name_programs(run: &Run, place: &Place, conditions: &Conditions) {
    if let Place::Namespaces(namespaces) = place {
        run.uses_program("iproute2", "ip", &["-V"]);
        if namespaces.without_nft().is_none() {
            run.uses_program("nftables", "nft", &["--version"]);
        }
    }
    run.uses_library("tonic");
    if conditions.rows.iter().any(|row| row.program == Program::Grpcio) {
        run.uses("grpcio", grpcio::version());
    }
}

fn main() -> ExitCode {
    harness::main::<DeadConnections>(harness::this_build!())
}
