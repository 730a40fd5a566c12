//! Does to a pair of namespaces whatever can be done, and says which packets then arrive: a line for each fault, such as
//! `Firewall FromUs: ours lost, theirs arrive`. The test `faults` reads it.

use std::env;
use std::net::{Ipv4Addr, SocketAddrV4, UdpSocket};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::Parser;
use harness::Failure;
use namespaces::{Addresses, Direction, Means, Namespaces, OUR_ADDRESS, PEER_ADDRESS, Pair, Rejection, runs};
use supervisor::{Runs, SupervisorOptions, supervise};

const RUNS: Runs = runs("faults-namespaces");
/// Timeout of a datagram, on a busy machine; one that is lost takes as long to be missed.
const TIMEOUT: Duration = Duration::from_millis(2000);

/// The supervisor is this program again.
#[derive(Debug, Parser)]
enum Command {
    Supervisor(SupervisorOptions),
}

fn main() -> ExitCode {
    let done = if env::args().len() > 1 {
        let Command::Supervisor(options) = Command::parse();
        supervise(RUNS, &options)
    } else {
        try_all()
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn try_all() -> Result<(), Failure> {
    let namespaces = Namespaces::open(RUNS)?;
    let means: &[Means] = match namespaces.without_nft() {
        None => &[Means::Routing, Means::Firewall],
        Some(_) => &[Means::Routing],
    };
    for &by in means {
        for direction in [Direction::FromUs, Direction::ToUs, Direction::Both] {
            let pair = namespaces.pair(Addresses::Known)?;
            pair.drop_packets(direction, by)?;
            say(&format!("{by:?} {direction:?}"), &pair)?;
        }
        let pair = namespaces.pair(Addresses::Known)?;
        pair.drop_packets(Direction::Both, by)?;
        pair.let_pass(by)?;
        say(&format!("{by:?} passes again"), &pair)?;
    }
    let pair = namespaces.pair(Addresses::Resolved)?;
    say("Untouched", &pair)?;
    pair.take_down_our_link()?;
    say("Link down", &pair)?;
    if namespaces.without_nft().is_none() {
        for answer in [Rejection::PortUnreachable, Rejection::Reset] {
            let pair = namespaces.pair(Addresses::Known)?;
            pair.reject_from_us(answer)?;
            println!("{answer:?}: {}", connecting(&pair)?);
        }
    }
    Ok(())
}

fn say(what: &str, pair: &Pair) -> Result<(), Failure> {
    let word = |arrives| if arrives { "arrive" } else { "lost" };
    let ours = arrives(pair, (Pair::enter_ours, OUR_ADDRESS), (Pair::enter_peers, PEER_ADDRESS))?;
    let theirs = arrives(pair, (Pair::enter_peers, PEER_ADDRESS), (Pair::enter_ours, OUR_ADDRESS))?;
    println!("{what}: ours {}, theirs {}", word(ours), word(theirs));
    Ok(())
}

/// An end: the call that enters its namespace, and its address.
type End = (fn(&Pair) -> Result<(), Failure>, Ipv4Addr);

/// True if datagrams get from one end to the other.
fn arrives(pair: &Pair, from: End, to: End) -> Result<bool, Failure> {
    let receiver = at(pair, to)?;
    let sender = at(pair, from)?;
    let address = receiver.local_addr().map_err(failed)?;
    // A datagram that cannot even be sent does not arrive.
    let _ = sender.send_to(&[1], address);
    receiver.set_read_timeout(Some(TIMEOUT)).map_err(failed)?;
    Ok(receiver.recv(&mut [0]).is_ok())
}

fn at(pair: &Pair, (enter, address): End) -> Result<UdpSocket, Failure> {
    thread::scope(|scope| {
        let there = scope.spawn(|| {
            enter(pair)?;
            UdpSocket::bind(SocketAddrV4::new(address, 0)).map_err(failed)
        });
        there.join().expect("nothing panics there")
    })
}

/// Result of connect() to a port where somebody listens.
fn connecting(pair: &Pair) -> Result<String, Failure> {
    thread::scope(|scope| {
        let there = scope.spawn(|| {
            pair.enter_peers()?;
            let listener = std::net::TcpListener::bind((PEER_ADDRESS, 0)).map_err(failed)?;
            pair.enter_ours()?;
            let connected = std::net::TcpStream::connect(listener.local_addr().map_err(failed)?);
            Ok(connected.map_or_else(|error| format!("{:?}", error.kind()), |_| "connected".to_owned()))
        });
        there.join().expect("nothing panics there")
    })
}

fn failed(error: std::io::Error) -> Failure {
    Failure::system("cannot talk through the namespaces", error)
}
