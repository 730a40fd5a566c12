//! One connection, lost once.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use dead_connections_model::{Pattern, Scenario};
use harness::{Failure, undisturbed, undisturbed_by_steps};

use crate::capture::{Capture, Recorded};
use crate::client::{self, Noticed};
use crate::condition::{Condition, Program};
use crate::grpc::Client;
use crate::network::Network;
use crate::peer::{Manner, Peer};
use crate::place::Place;
use crate::signs::NOTHING;
use crate::{counters, grpcio};

/// How long data may take to arrive and be acknowledged before the peer is lost.
const SETTLE: Duration = Duration::from_millis(20);
/// How long a kernel may wait before it acknowledges what it has nothing to say to: 40 ms, and more on a busy machine
/// (`TCP_DELACK_MIN`).
const DELAYED_ACKNOWLEDGEMENT: Duration = Duration::from_millis(100);
/// How often a byte goes there and back before, where that takes its time: until what the first round trip adds to the
/// retransmission timeout has all but gone (`tcp_rtt_estimator`).
const EXCHANGES: u8 = 24;

/// How often the kernel is asked if all is acknowledged, and for how long at most.
const LOOK_EVERY: Duration = Duration::from_millis(1);
const AT_MOST_UNACKNOWLEDGED: Duration = Duration::from_secs(5);

/// What was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    /// How the program learnt, if it did.
    pub noticed: Option<Noticed>,
    /// Segments that our kernel sent since the last contact, where nothing else is in its namespace.
    pub segments: Option<u64>,
    /// What was on the wire, if it was recorded.
    pub recorded: Option<Recorded>,
}

impl Seen {
    /// The call that told the program, or `none`.
    pub(crate) fn call(&self) -> &str {
        self.noticed.as_ref().map_or(NOTHING, |noticed| noticed.call.name())
    }

    /// The sign that the call gave, or `none`.
    pub(crate) fn sign(&self) -> &str {
        self.noticed.as_ref().map_or(NOTHING, |noticed| &noticed.sign)
    }
}

/// Loses a connection as the condition says, in a thread of its own, and waits for what happens.
pub(crate) fn run(condition: &Condition, place: &Place) -> Result<Seen, Failure> {
    let trial = || {
        thread::scope(|scope| {
            // A thread in another namespace is of no other use.
            let trial = scope.spawn(|| Trial::new(condition, place)?.run());
            trial.join().unwrap_or_else(|_| Err(Failure::Unexpected("a trial panicked".to_owned())))
        })
    };
    // The kernel stamps packets by the time of day.
    if condition.is_recorded { undisturbed_by_steps(trial)? } else { undisturbed(trial)? }
}

struct Trial<'a> {
    condition: &'a Condition,
    // Dropped, and so ended, before the network it lives in.
    peer: Peer,
    network: Network,
}

impl<'a> Trial<'a> {
    fn new(condition: &'a Condition, place: &Place) -> Result<Self, Failure> {
        let network = Network::of(condition, place)?;
        let manner = match (condition.program, condition.scenario) {
            (Program::Tonic, _) => Manner::Grpc,
            (Program::Grpcio, _) => Manner::Grpcio,
            (Program::Tcp, Scenario::PeerExitsUnread) => Manner::LeavesUnread,
            (Program::Tcp, Scenario::PeerReboots { .. }) => Manner::EndsAbruptly,
            (Program::Tcp, _) => Manner::Reads,
        };
        network.enter_peers()?;
        let peer = Peer::start(network.peer_address(), manner, condition.settings.grpc)?;
        network.enter_ours()?;
        Ok(Self { condition, peer, network })
    }

    fn run(self) -> Result<Seen, Failure> {
        match (self.condition.program, self.condition.pattern) {
            (Program::Tonic, _) => self.grpc(),
            (Program::Grpcio, _) => self.grpcio(),
            (Program::Tcp, Pattern::Connecting) => self.connecting(),
            (Program::Tcp, _) => self.connected(),
        }
    }

    fn connecting(&self) -> Result<Seen, Failure> {
        let Condition { settings, watched, .. } = *self.condition;
        let capture = self.capture()?;
        let fault = self.lose()?;
        let before = self.network.segments();
        thread::scope(|scope| {
            let zero = Instant::now();
            let later = scope.spawn(move || self.network.lose_later(self.condition, zero));
            let noticed = client::connect(&settings, self.peer.address, watched).map_err(failed)?;
            let recorded = recorded(capture, fault, zero)?;
            later.join().unwrap_or(Ok(()))?;
            self.seen(noticed, before, recorded)
        })
    }

    fn connected(&self) -> Result<Seen, Failure> {
        let Condition { settings, scenario, pattern, watched, .. } = *self.condition;
        let capture = self.capture()?;
        let round_trip = self.condition.round_trip();
        let exchanges = if round_trip.is_some() { EXCHANGES } else { 1 };
        let (stream, mut heard) = client::connect_and_greet(&settings, self.peer.address, exchanges).map_err(failed)?;
        if let Some(round_trip) = round_trip {
            thread::sleep(2 * round_trip + SETTLE);
        }
        if scenario == Scenario::PeerExitsUnread {
            (&stream).write_all(&[3]).map_err(failed)?;
            thread::sleep(SETTLE);
        }
        if pattern == Pattern::Acknowledged {
            (&stream).write_all(&[2]).map_err(failed)?;
            heard = self.wait_for_acknowledgement()?;
        }
        let before = self.network.segments();
        if self.condition.fills_buffers() {
            self.peer.stop();
            return thread::scope(|scope| {
                let vanishing = scope.spawn(|| self.network.lose_when_full(scenario));
                let noticed = client::fill_up(&stream, watched).map_err(failed)?;
                // What filled the buffers is no part of the time line.
                let zero = noticed.as_ref().and_then(|noticed| Instant::now().checked_sub(noticed.after));
                let recorded = zero.map_or(Ok(None), |zero| recorded(capture, zero, zero))?;
                vanishing.join().unwrap_or(Ok(()))?;
                Ok(Seen { noticed, segments: None, recorded })
            });
        }
        let fault = self.lose()?;
        // The model's time zero is the last contact, and that of what needs none is the fault.
        let lost = Instant::now();
        let zero = if settings.keepalive.is_some() { heard } else { lost };
        let until = lost + self.fault_after() + watched;
        thread::scope(|scope| {
            let later = scope.spawn(|| self.network.lose_later(self.condition, zero));
            let (noticed, zero) = if pattern == Pattern::Awaiting {
                self.request_and_wait(&stream, until, || later.join().unwrap_or(Ok(())))?
            } else {
                let noticed = client::go_on(&stream, pattern, zero, until).map_err(failed)?;
                later.join().unwrap_or(Ok(()))?;
                let fault = self.fault_after();
                (noticed.map(|noticed| Noticed { after: noticed.after.saturating_sub(fault), ..noticed }), zero)
            };
            let recorded = recorded(capture, fault, zero)?;
            self.seen(noticed, before, recorded)
        })
    }

    /// Waits until the peer's kernel has acknowledged the request, which its process never answers. The last moment at which it
    /// had not.
    fn wait_for_acknowledgement(&self) -> Result<Instant, Failure> {
        let sent = Instant::now();
        let mut looked = sent;
        loop {
            let looks = Instant::now();
            if !counters::is_unacknowledged_to(self.peer.address.port()) {
                return Ok(looked);
            }
            if sent.elapsed() > AT_MOST_UNACKNOWLEDGED {
                return Err(Failure::Unexpected("the peer's kernel acknowledges nothing".to_owned()));
            }
            looked = looks;
            thread::sleep(LOOK_EVERY);
        }
    }

    /// A request right after the fault: at once, unless it is a firewall that has to forget first. Also when it was made.
    fn request_and_wait(
        &self,
        mut stream: &TcpStream,
        until: Instant,
        later: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(Option<Noticed>, Instant), Failure> {
        let first_forgets = matches!(self.condition.scenario, Scenario::FirewallForgets { .. });
        let mut later = Some(later);
        if first_forgets && let Some(later) = later.take() {
            later()?;
        }
        let asked = Instant::now();
        stream.write_all(&[2]).map_err(failed)?;
        self.network.lose_in_flight(self.condition.scenario)?;
        let noticed = client::go_on(stream, Pattern::Awaiting, asked, until).map_err(failed)?;
        later.map_or(Ok(()), |later| later())?;
        Ok((noticed, asked))
    }

    fn grpc(&self) -> Result<Seen, Failure> {
        let Condition { settings, pattern, watched, .. } = *self.condition;
        let capture = self.capture()?;
        let (client, heard) = Client::connect_and_call(settings.grpc, settings.user_timeout_us, self.peer.address)?;
        // Or the peer would go on sending again what was never acknowledged.
        thread::sleep(DELAYED_ACKNOWLEDGEMENT);
        let fault = self.lose()?;
        let lost = Instant::now();
        let zero = if settings.grpc.is_some() { heard } else { lost };
        let noticed = client.go_on(pattern, zero, lost + watched);
        // HTTP/2 sends segments of its own.
        Ok(Seen { noticed, segments: None, recorded: recorded(capture, fault, zero)? })
    }

    fn grpcio(&self) -> Result<Seen, Failure> {
        let Condition { settings, pattern, watched, .. } = *self.condition;
        let mut client = grpcio::Client::connect_and_call(&settings, self.peer.address, watched)?;
        let heard = Instant::now();
        self.lose()?;
        let lost = Instant::now();
        let zero = if settings.grpc.is_some() { heard } else { lost };
        let noticed = match pattern {
            Pattern::Idle => client.watch(zero, lost + watched),
            _ => client.go_on(pattern, zero)?,
        };
        Ok(Seen { noticed, segments: None, recorded: None })
    }

    /// Does what happens to the peer at once. Its traces may be on the wire before this returns: also when it began.
    fn lose(&self) -> Result<Instant, Failure> {
        let began = Instant::now();
        self.network.lose(self.condition.scenario, &self.peer)?;
        Ok(began)
    }

    /// How long after the last contact the connection is lost.
    fn fault_after(&self) -> Duration {
        match self.condition.scenario {
            Scenario::FirewallForgets { .. } => self.condition.delay().unwrap_or_default(),
            _ => Duration::ZERO,
        }
    }

    /// Begins to record packets, if this row's are to be.
    fn capture(&self) -> Result<Option<Capture>, Failure> {
        match self.peer.address {
            SocketAddr::V4(peer) if self.condition.is_recorded => Capture::start(peer).map(Some).map_err(unrecorded),
            _ => Ok(None),
        }
    }

    fn seen(&self, noticed: Option<Noticed>, before: Option<u64>, recorded: Option<Recorded>) -> Result<Seen, Failure> {
        let segments = self.network.segments().zip(before).map(|(after, before)| after.saturating_sub(before));
        Ok(Seen { noticed, segments, recorded })
    }
}

/// What was recorded by now, of what happened since the fault began or since `zero`.
fn recorded(capture: Option<Capture>, fault: Instant, zero: Instant) -> Result<Option<Recorded>, Failure> {
    capture.map(|capture| capture.finish(fault, zero)).transpose().map_err(unrecorded)
}

fn unrecorded(error: io::Error) -> Failure {
    Failure::system("cannot record packets", error)
}

fn failed(error: io::Error) -> Failure {
    Failure::system("a connection of a trial failed", error)
}
