//! Where the time of a login goes: before the server's acceptance, and while the server sleeps.
//!
//! The client and the server get the two ends of a TCP connection whose options differ in one thing. It lies in a network
//! namespace of its own, whose packets are recorded: they tell when the client's request left, which its log does not.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use clap::ValueEnum;
use harness::Failure;
use harness::record::Skipped;
use nix::sched::{CloneFlags, unshare};
use supervisor::program_folders;

use crate::capture::{Capture, Packet, port};
use crate::cases::Client;
use crate::connection::{Saying, connect_over};
use crate::place::Place;
use crate::trace::server::slept_seconds;
use crate::trace::{From, SERVICE_ACCEPT, SUCCESS, client};

/// Options of the two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Sockets {
    /// OpenSSH's own, during a login
    AsOpenssh,
    /// TCP_NODELAY at the client: it sends small segments at once
    ClientNodelay,
    /// TCP_NODELAY at the server
    ServerNodelay,
    /// Both ends acknowledge at once (the route's option `quickack`)
    QuickAck,
}

impl Sockets {
    /// All, in the order of the record.
    pub(crate) const ALL: [Self; 4] = [Self::AsOpenssh, Self::ClientNodelay, Self::ServerNodelay, Self::QuickAck];

    /// Name in the record.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::AsOpenssh => "as-openssh",
            Self::ClientNodelay => "client-nodelay",
            Self::ServerNodelay => "server-nodelay",
            Self::QuickAck => "quick-ack",
        }
    }

    /// What a reader sees for it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::AsOpenssh => "as OpenSSH sets them",
            Self::ClientNodelay => "TCP_NODELAY at the client",
            Self::ServerNodelay => "TCP_NODELAY at the server",
            Self::QuickAck => "acknowledgements at once",
        }
    }
}

/// Times of one login, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LoginTime {
    /// From the client's request for the service to its success.
    pub total: f64,
    /// From the client's request for the service to the server's acceptance of that.
    pub until_accepted: f64,
    /// From the client's word that it sends the request to the packet that carries it.
    pub held: f64,
    /// From the packet before the request to its acknowledgement.
    pub unacknowledged: f64,
    /// How long the server slept before its answers, by its own account.
    pub slept: f64,
}

impl LoginTime {
    /// The share of the time after the acceptance in which the server slept.
    pub(crate) fn slept_share(&self) -> f64 {
        self.slept / (self.total - self.until_accepted)
    }
}

/// One login, and the packets from the client's request on.
#[derive(Debug)]
pub(crate) struct Login {
    pub time: LoginTime,
    /// When the client asked for the service, by its log.
    pub requested: Instant,
    pub packets: Vec<Packet>,
}

/// Why logins cannot be timed so here; `None` where they can.
pub(crate) fn why_not() -> Option<Skipped> {
    let error = network(Sockets::QuickAck).err()?;
    Some(Skipped::new("where a login's time goes", error.to_string(), "root, and `ip` (iproute2)"))
}

/// Logs in once between such sockets.
pub(crate) fn log_in(place: &Place, client: &Client, sockets: Sockets) -> Result<Login, Failure> {
    let failed = |error: io::Error| Failure::system("cannot record a connection in a network namespace", error);
    let Network { ends, capture } = network(sockets).map_err(failed)?;
    let client_port = port(&ends.0).map_err(failed)?;
    let connection = connect_over(place, client, Saying::Everything, ends)?;
    let packets = capture.finish(client_port).map_err(failed)?;
    let odd = |what: &str| Failure::program("ssh", format!("{what}: its login cannot be timed"));
    let trace = client::parse(&connection.client.lines).ok_or_else(|| odd("it says nothing of its connection"))?;
    let when = |number: u8| trace.events.iter().find(|event| event.message.number == number).map(|event| event.at);
    let requested = trace.start_of_authentication().map(|start| trace.events[start].at);
    let (Some(requested), Some(accepted), Some(succeeded)) = (requested, when(SERVICE_ACCEPT), when(SUCCESS)) else {
        return Err(odd("it was not let in"));
    };
    let [request, before, acknowledgement] =
        around_request(&packets, requested).ok_or_else(|| odd("not all of its packets were recorded"))?;
    let time = LoginTime {
        total: (succeeded - requested).as_secs_f64(),
        until_accepted: (accepted - requested).as_secs_f64(),
        held: request.at.saturating_duration_since(requested).as_secs_f64(),
        unacknowledged: (acknowledgement.at - before.at).as_secs_f64(),
        slept: slept_seconds(&connection.server.lines),
    };
    Ok(Login { time, requested, packets })
}

/// The packet with the request, the client's packet before it, and the first that acknowledges that one. The server says
/// nothing more before it has the request: that is the client's last packet with data before the server's next.
fn around_request(packets: &[Packet], requested: Instant) -> Option<[Packet; 3]> {
    let has_data = |from: From| move |packet: &&Packet| packet.from == from && packet.bytes > 0;
    let answer = packets.iter().filter(has_data(From::Server)).find(|packet| packet.at > requested)?;
    let mut of_client = packets.iter().filter(has_data(From::Client)).rev().skip_while(|packet| packet.at > answer.at);
    let (request, before) = (of_client.next()?, of_client.next()?);
    let acknowledgement = packets.iter().find(|packet| packet.at >= before.at && packet.acknowledges(before))?;
    Some([*request, *before, *acknowledgement])
}

/// A connection in a namespace of its own, which goes with its last socket.
struct Network {
    /// The client's end, and the server's.
    ends: (TcpStream, TcpStream),
    capture: Capture,
}

/// Makes one in a thread of its own, which alone enters the namespace: sockets stay where they were made.
fn network(sockets: Sockets) -> io::Result<Network> {
    let made = thread::spawn(move || {
        unshare(CloneFlags::CLONE_NEWNET)?;
        let ip = ip()?;
        succeed(&ip, "link set lo up")?;
        if sockets == Sockets::QuickAck {
            succeed(&ip, "route change local 127.0.0.1 dev lo table local quickack 1")?;
        }
        let capture = Capture::start()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let client = TcpStream::connect(listener.local_addr()?)?;
        let (server, _) = listener.accept()?;
        client.set_nodelay(sockets == Sockets::ClientNodelay)?;
        server.set_nodelay(sockets == Sockets::ServerNodelay)?;
        Ok(Network { ends: (client, server), capture })
    });
    made.join().unwrap_or_else(|_| Err(io::Error::other("the thread in the namespace panicked")))
}

fn ip() -> io::Result<PathBuf> {
    let mut files = program_folders().into_iter().map(|folder| folder.join("ip"));
    files.find(|file| file.is_file()).ok_or_else(|| io::Error::other("there is no `ip` here"))
}

fn succeed(ip: &Path, arguments: &str) -> io::Result<()> {
    let output = Command::new(ip).args(arguments.split(' ')).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(io::Error::other(format!("ip {arguments}: {}", said.trim()))) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_request_is_the_last_packet_before_the_answer() {
        let start = Instant::now();
        let packet = |milliseconds, from, sequence, acknowledged, bytes| Packet {
            at: start + Duration::from_millis(milliseconds),
            from,
            sequence,
            acknowledged,
            bytes,
        };
        // Nagle's algorithm keeps the request back until the packet before it is acknowledged, as tcpdump showed it.
        let held = [
            packet(0, From::Server, 100, 50, 600),
            packet(2, From::Client, 50, 700, 16),
            packet(43, From::Server, 700, 66, 0),
            packet(44, From::Client, 66, 700, 44),
            packet(45, From::Server, 700, 110, 44),
        ];
        let requested = start + Duration::from_millis(3);
        assert_eq!(around_request(&held, requested), Some([held[3], held[1], held[2]]));
        // Without it the answer is the first to acknowledge either.
        let at_once = [held[0], held[1], packet(3, From::Client, 66, 700, 44), packet(4, From::Server, 700, 110, 44)];
        assert_eq!(around_request(&at_once, requested), Some([at_once[2], at_once[1], at_once[3]]));
        assert_eq!(around_request(&held[..4], requested), None);
    }

    #[test]
    fn numbers_that_begin_anew_are_acknowledged_as_well() {
        let at = Instant::now();
        let data = Packet { at, from: From::Client, sequence: u32::MAX - 3, acknowledged: 0, bytes: 16 };
        let answer = |acknowledged| Packet { from: From::Server, acknowledged, bytes: 0, ..data };
        assert!(answer(12).acknowledges(&data) && !answer(11).acknowledges(&data) && !data.acknowledges(&data));
    }
}
