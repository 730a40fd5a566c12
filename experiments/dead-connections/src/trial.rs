//! One connection, lost once.

use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use models::tcp_failure::{Pattern, Scenario};
use namespaces::{Direction, Means, PEER_ADDRESS, Pair};

use crate::client::{self, Noticed};
use crate::conditions::{Condition, Program};
use crate::counters::segments_sent;
use crate::grpc::Client;
use crate::grpcio;
use crate::peer::{Manner, Peer};
use crate::place::Place;

/// How long data may take to arrive and be acknowledged before the peer is lost.
const SETTLE: Duration = Duration::from_millis(20);
/// How long a writer's buffers must stand still to be full; less than the first window probe takes.
const STANDSTILL: Duration = Duration::from_millis(100);

/// What was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    /// How the program learnt, if it did.
    pub noticed: Option<Noticed>,
    /// Segments that our kernel sent since the last contact, where nothing else is in its namespace.
    pub segments: Option<u64>,
}

/// Loses a connection as the condition says, in a thread of its own, and waits for what happens.
pub(crate) fn run(condition: &Condition, place: &Place) -> Result<Seen, Failure> {
    thread::scope(|scope| {
        // A thread in another namespace is of no other use.
        let trial = scope.spawn(|| Trial::new(condition, place)?.run());
        trial.join().unwrap_or_else(|_| Err(Failure::Failed("a trial panicked".to_owned())))
    })
}

struct Trial<'a> {
    condition: &'a Condition,
    means: Means,
    // Dropped, and so ended, before the network it lives in.
    peer: Peer,
    pair: Option<Pair>,
}

impl<'a> Trial<'a> {
    fn new(condition: &'a Condition, place: &Place) -> Result<Self, Failure> {
        let pair = place.pair(condition.settings.path.neighbour)?;
        let address = if pair.is_some() { PEER_ADDRESS } else { Ipv4Addr::LOCALHOST };
        let manner = match (condition.program, condition.scenario) {
            (Program::Tonic, _) => Manner::Grpc,
            (Program::Grpcio, _) => Manner::Grpcio,
            (Program::Tcp, Scenario::PeerExitsUnread) => Manner::LeavesUnread,
            (Program::Tcp, Scenario::PeerReboots { .. }) => Manner::EndsAbruptly,
            (Program::Tcp, _) => Manner::Reads,
        };
        if let Some(pair) = &pair {
            pair.enter_peers()?;
        }
        let peer = Peer::start(address.into(), manner)?;
        if let Some(pair) = &pair {
            pair.enter_ours()?;
            let kernel = &condition.settings.kernel;
            pair.set_ours("tcp_retries2", kernel.retries2)?;
            pair.set_ours("tcp_syn_retries", kernel.syn_retries)?;
            pair.set_ours("tcp_syn_linear_timeouts", kernel.syn_linear_timeouts)?;
        }
        Ok(Self { condition, means: place.usual_means(), peer, pair })
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
        self.lose()?;
        let before = self.segments();
        let noticed = client::connect(&self.condition.settings, self.peer.address, self.condition.watched);
        self.seen(noticed.map_err(failed)?, before)
    }

    fn connected(&self) -> Result<Seen, Failure> {
        let Condition { settings, scenario, pattern, watched, .. } = *self.condition;
        let (stream, heard) = client::connect_and_greet(&settings, self.peer.address).map_err(failed)?;
        if scenario == Scenario::PeerExitsUnread {
            (&stream).write_all(&[3]).map_err(failed)?;
            thread::sleep(SETTLE);
        }
        let before = self.segments();
        if self.condition.fills_buffers() {
            self.peer.stop();
            return thread::scope(|scope| {
                let vanishing = scope.spawn(|| self.vanish_when_full());
                let noticed = client::fill_up(&stream, watched).map_err(failed)?;
                vanishing.join().unwrap_or(Ok(()))?;
                // What filled the buffers is no part of the time line.
                Ok(Seen { noticed, segments: None })
            });
        }
        self.lose()?;
        // The model's time zero is the last contact, and that of what needs none is the fault.
        let lost = Instant::now();
        let zero = if settings.keepalive.is_some() { heard } else { lost };
        let until = lost + self.fault_after() + watched;
        thread::scope(|scope| {
            let later = scope.spawn(|| self.later(zero));
            let noticed = if pattern == Pattern::Awaiting {
                self.request_and_wait(&stream, until, || later.join().unwrap_or(Ok(())))?
            } else {
                let noticed = client::go_on(&stream, pattern, zero, until).map_err(failed)?;
                later.join().unwrap_or(Ok(()))?;
                let fault = self.fault_after();
                noticed.map(|noticed| Noticed { after: noticed.after.saturating_sub(fault), ..noticed })
            };
            self.seen(noticed, before)
        })
    }

    /// A request right after the fault: at once, unless it is a firewall that has to forget first.
    fn request_and_wait(
        &self,
        mut stream: &TcpStream,
        until: Instant,
        later: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<Option<Noticed>, Failure> {
        let first_forgets = matches!(self.condition.scenario, Scenario::FirewallForgets { .. });
        let mut later = Some(later);
        if first_forgets && let Some(later) = later.take() {
            later()?;
        }
        let asked = Instant::now();
        stream.write_all(&[2]).map_err(failed)?;
        let noticed = client::go_on(stream, Pattern::Awaiting, asked, until).map_err(failed)?;
        later.map_or(Ok(()), |later| later())?;
        Ok(noticed)
    }

    fn grpc(&self) -> Result<Seen, Failure> {
        let Condition { settings, pattern, watched, .. } = *self.condition;
        let (client, heard) = Client::connect_and_call(settings.grpc, settings.user_timeout_us, self.peer.address)?;
        self.lose()?;
        let lost = Instant::now();
        let zero = if settings.grpc.is_some() { heard } else { lost };
        let noticed = client.go_on(pattern, zero, lost + watched);
        // HTTP/2 sends segments of its own.
        Ok(Seen { noticed, segments: None })
    }

    fn grpcio(&self) -> Result<Seen, Failure> {
        let Condition { settings, pattern, watched, .. } = *self.condition;
        let mut client = grpcio::Client::connect_and_call(&settings, self.peer.address, watched)?;
        let heard = Instant::now();
        self.lose()?;
        let zero = if settings.grpc.is_some() { heard } else { Instant::now() };
        let noticed = client.go_on(pattern, zero)?;
        Ok(Seen { noticed, segments: None })
    }

    /// Does what happens to the peer at once.
    fn lose(&self) -> Result<(), Failure> {
        let Some(pair) = &self.pair else {
            self.lose_process();
            return Ok(());
        };
        match self.condition.scenario {
            Scenario::DropOutbound => pair.drop_packets(Direction::FromUs, self.means),
            Scenario::DropInbound => pair.drop_packets(Direction::ToUs, self.means),
            Scenario::HostVanishes => pair.drop_packets(Direction::Both, self.means),
            Scenario::OwnLinkDown => pair.take_down_our_link(),
            Scenario::PeerReboots { .. } => {
                pair.drop_packets(Direction::Both, self.means)?;
                self.peer.kill();
                Ok(())
            }
            _ => {
                self.lose_process();
                Ok(())
            }
        }
    }

    fn lose_process(&self) {
        match self.condition.scenario {
            Scenario::PeerExits | Scenario::PeerExitsUnread => self.peer.kill(),
            Scenario::PeerHangs => self.peer.stop(),
            _ => {}
        }
    }

    /// Does what happens to the peer, or to the network, later.
    fn later(&self, zero: Instant) -> Result<(), Failure> {
        let wait = |us| thread::sleep((zero + Duration::from_micros(us)).saturating_duration_since(Instant::now()));
        match (&self.pair, self.condition.scenario) {
            (Some(pair), Scenario::PeerReboots { back_us }) => {
                wait(back_us);
                pair.let_pass(self.means)
            }
            // A connection that speaks in time is not forgotten.
            (Some(pair), Scenario::FirewallForgets { after_us, .. }) if self.condition.is_silent_for(after_us) => {
                wait(after_us);
                pair.drop_packets(Direction::Both, self.means)
            }
            _ => Ok(()),
        }
    }

    /// The machine of a peer that hangs is gone once our buffers are full.
    fn vanish_when_full(&self) -> Result<(), Failure> {
        match (&self.pair, self.condition.scenario) {
            (Some(pair), Scenario::PeerHangsThenVanishes) => {
                thread::sleep(STANDSTILL);
                pair.drop_packets(Direction::Both, self.means)
            }
            _ => Ok(()),
        }
    }

    fn fault_after(&self) -> Duration {
        match self.condition.scenario {
            Scenario::FirewallForgets { after_us, .. } => Duration::from_micros(after_us),
            _ => Duration::ZERO,
        }
    }

    fn segments(&self) -> Option<u64> {
        self.pair.as_ref().and_then(|_| segments_sent())
    }

    fn seen(&self, noticed: Option<Noticed>, before: Option<u64>) -> Result<Seen, Failure> {
        let segments = self.segments().zip(before).map(|(after, before)| after.saturating_sub(before));
        Ok(Seen { noticed, segments })
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::Failed(format!("a connection of a trial: {error}"))
}
