//! What comes back for what is sent.

use super::scenario::{Pattern, Scenario};
use super::settings::SECOND;

/// How long a peer's kernel keeps what is left of a connection whose process ended: `tcp_fin_timeout`.
const FIN_TIMEOUT_US: u64 = 60 * SECOND;

/// What we send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Segment {
    Syn,
    Data,
    Ping,
    /// A probe of keepalive or of the window.
    Probe,
}

/// What comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    Acknowledgement,
    ZeroWindow,
    Reset,
    Fin,
    Pong,
    GoAway,
    /// ICMP, from a firewall on the way.
    PortUnreachable,
}

/// The world between us and the peer, and the peer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Route {
    scenario: Scenario,
    rtt_us: u64,
    /// When something last passed.
    passed_us: u64,
    forgotten: bool,
    /// The peer's buffers are full.
    full: bool,
}

impl Route {
    pub(super) fn new(scenario: Scenario, pattern: Pattern, rtt_us: u64) -> Self {
        let hangs = matches!(scenario, Scenario::PeerHangs | Scenario::PeerHangsThenVanishes);
        let full = hangs && matches!(pattern, Pattern::Writes { .. });
        Self { scenario, rtt_us, passed_us: 0, forgotten: false, full }
    }

    /// Whether the peer's window is closed.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// The segment that the peer sends unasked, and when it arrives, in microseconds; `None` if it sends none.
    pub(super) fn unasked(&self) -> Option<(u64, Reply)> {
        match self.scenario {
            Scenario::PeerExits => Some((self.rtt_us / 2, Reply::Fin)),
            Scenario::PeerExitsUnread => Some((self.rtt_us / 2, Reply::Reset)),
            _ => None,
        }
    }

    /// When the firewall forgets, if nothing passes any more.
    pub(super) fn forgets_us(&self) -> Option<u64> {
        match self.scenario {
            Scenario::FirewallForgets { after_us, .. } => Some(self.passed_us + after_us),
            _ => None,
        }
    }

    /// The answer to a segment sent now; `None` if nothing comes back.
    pub(super) fn reply(&mut self, now_us: u64, segment: Segment) -> Option<Reply> {
        let answered = match segment {
            Segment::Ping => Reply::Pong,
            Segment::Syn | Segment::Data | Segment::Probe => Reply::Acknowledgement,
        };
        match self.scenario {
            Scenario::Alive => Some(answered),
            Scenario::PeerExits if segment == Segment::Probe && now_us < FIN_TIMEOUT_US => Some(answered),
            Scenario::PeerExits | Scenario::PeerExitsUnread => Some(Reply::Reset),
            Scenario::PeerReboots { back_us } => (now_us + self.rtt_us / 2 >= back_us).then_some(Reply::Reset),
            Scenario::FirewallForgets { .. } if segment == Segment::Syn => Some(answered),
            Scenario::FirewallForgets { after_us, resets } => {
                self.forgotten |= now_us >= self.passed_us + after_us;
                if self.forgotten {
                    return resets.then_some(Reply::Reset);
                }
                self.passed_us = now_us;
                Some(answered)
            }
            Scenario::FirewallRejects => Some(Reply::PortUnreachable),
            Scenario::PeerHangs if self.full => Some(Reply::ZeroWindow),
            // The peer's kernel answers, and only it.
            Scenario::PeerHangs => Some(Reply::Acknowledgement),
            Scenario::HostVanishes
            | Scenario::DropOutbound
            | Scenario::DropInbound
            | Scenario::OwnLinkDown
            | Scenario::OwnLinkDownInFlight
            | Scenario::PeerHangsThenVanishes => None,
        }
    }
}
