//! The network of one trial, and how a peer is lost in it.

use std::net::{IpAddr, Ipv4Addr};
use std::thread;
use std::time::{Duration, Instant};

use dead_connections_model::Scenario;
use harness::Failure;
use namespaces::{Direction, Means, PEER_ADDRESS, Pair, Rejection};

use crate::condition::Condition;
use crate::counters;
use crate::peer::Peer;
use crate::place::Place;

/// How long a writer's buffers must stand still to be full; less than the first window probe takes.
const STANDSTILL: Duration = Duration::from_millis(100);

/// A pair of namespaces of the trial's own, or the loopback interface, where nothing can be lost but processes.
pub(crate) struct Network {
    pair: Option<Pair>,
    means: Means,
}

impl Network {
    /// With the condition's settings of the system.
    pub(crate) fn of(condition: &Condition, place: &Place) -> Result<Self, Failure> {
        let pair = match condition.round_trip() {
            Some(round_trip) => place.delayed_pair(round_trip)?,
            None => place.pair(condition.settings.path.neighbour)?,
        };
        if let Some(pair) = &pair {
            let kernel = &condition.settings.kernel;
            pair.set_ours("tcp_retries2", kernel.retries2)?;
            pair.set_ours("tcp_syn_retries", kernel.syn_retries)?;
            pair.set_ours("tcp_syn_linear_timeouts", kernel.syn_linear_timeouts)?;
        }
        Ok(Self { pair, means: condition.means })
    }

    /// Where the peer is to listen.
    pub(crate) fn peer_address(&self) -> IpAddr {
        if self.pair.is_some() { PEER_ADDRESS.into() } else { Ipv4Addr::LOCALHOST.into() }
    }

    /// From now on this thread, and what it starts, are where the peer is.
    pub(crate) fn enter_peers(&self) -> Result<(), Failure> {
        self.pair.as_ref().map_or(Ok(()), Pair::enter_peers)
    }

    /// From now on this thread, and what it starts, are where we are.
    pub(crate) fn enter_ours(&self) -> Result<(), Failure> {
        self.pair.as_ref().map_or(Ok(()), Pair::enter_ours)
    }

    /// Segments that our kernel has sent so far, where nothing else is in its namespace. For a thread that is there.
    pub(crate) fn segments(&self) -> Option<u64> {
        self.pair.as_ref().and_then(|_| counters::segments_sent())
    }

    /// Does what happens to the peer at once.
    pub(crate) fn lose(&self, scenario: Scenario, peer: &Peer) -> Result<(), Failure> {
        match (scenario, &self.pair) {
            (Scenario::PeerExits | Scenario::PeerExitsUnread, _) => peer.kill(),
            (Scenario::PeerHangs, _) => peer.stop(),
            (Scenario::DropOutbound, Some(pair)) => pair.drop_packets(Direction::FromUs, self.means)?,
            (Scenario::DropInbound, Some(pair)) => pair.drop_packets(Direction::ToUs, self.means)?,
            (Scenario::FirewallRejects, Some(pair)) => pair.reject_from_us(Rejection::PortUnreachable)?,
            // So that the request stays on its way until the link is down.
            (Scenario::OwnLinkDownInFlight, Some(pair)) => pair.drop_packets(Direction::FromUs, self.means)?,
            (Scenario::HostVanishes, Some(pair)) => pair.drop_packets(Direction::Both, self.means)?,
            (Scenario::OwnLinkDown, Some(pair)) => pair.take_down_our_link()?,
            (Scenario::PeerReboots { .. }, Some(pair)) => {
                pair.drop_packets(Direction::Both, self.means)?;
                peer.kill();
            }
            _ => {}
        }
        Ok(())
    }

    /// Does what happens to the peer, or to the way to it, later; `zero` is the last contact.
    pub(crate) fn lose_later(&self, condition: &Condition, zero: Instant) -> Result<(), Failure> {
        let Some(pair) = &self.pair else { return Ok(()) };
        let wait =
            || thread::sleep((zero + condition.delay().unwrap_or_default()).saturating_duration_since(Instant::now()));
        match condition.scenario {
            Scenario::PeerReboots { .. } => {
                wait();
                pair.let_pass(self.means)
            }
            // A connection that speaks in time is not forgotten.
            Scenario::FirewallForgets { after_us, resets } if condition.is_silent_for(after_us) => {
                wait();
                if resets {
                    pair.reject_from_us(Rejection::Reset)
                } else {
                    pair.drop_packets(Direction::Both, self.means)
                }
            }
            _ => Ok(()),
        }
    }

    /// Does what happens as soon as a request is under way.
    pub(crate) fn lose_in_flight(&self, scenario: Scenario) -> Result<(), Failure> {
        match (&self.pair, scenario) {
            (Some(pair), Scenario::OwnLinkDownInFlight) => pair.take_down_our_link(),
            _ => Ok(()),
        }
    }

    /// The machine of a peer that hangs is gone once our buffers are full.
    pub(crate) fn lose_when_full(&self, scenario: Scenario) -> Result<(), Failure> {
        match (&self.pair, scenario) {
            (Some(pair), Scenario::PeerHangsThenVanishes) => {
                thread::sleep(STANDSTILL);
                pair.drop_packets(Direction::Both, self.means)
            }
            _ => Ok(()),
        }
    }
}
