//! What happens to the peer, and what the program was doing.

use crate::limits::{LimitError, check};

use super::settings::{MILLISECOND, SECOND};

/// Durations in a scenario or pattern end at a day.
const DAY: u64 = 86_400 * SECOND;

/// What happens, right after the last contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// Nothing: the peer is well.
    Alive,
    /// The peer's process ends, or is killed, having read all that came: its kernel sends FIN.
    PeerExits,
    /// It ends with data unread: its kernel sends RST.
    PeerExitsUnread,
    /// The peer's machine is gone: power, kernel, or its network. Nothing comes back any more.
    HostVanishes,
    /// Packets to the peer are dropped; its own would arrive.
    DropOutbound,
    /// Packets from the peer are dropped; ours arrive, and so do requests.
    DropInbound,
    /// This machine's interface goes down.
    OwnLinkDown,
    /// The peer's machine is gone and comes back after `back_us` without the connection.
    PeerReboots {
        /// When it answers again.
        back_us: u64,
    },
    /// A firewall, NAT or load balancer forgets the connection once nothing passed for `after_us`.
    FirewallForgets {
        /// How long it remembers.
        after_us: u64,
        /// Whether it then answers RST, rather than nothing.
        resets: bool,
    },
    /// The peer's process hangs: its kernel acknowledges, and once the buffers are full, says so (zero window).
    PeerHangs,
    /// As before; and then, its buffers full, its machine is gone.
    PeerHangsThenVanishes,
}

impl Scenario {
    pub(super) fn check(self) -> Result<(), LimitError> {
        match self {
            Self::PeerReboots { back_us } => check("time to reboot", back_us, 0..=DAY).map(|_| ()),
            Self::FirewallForgets { after_us, .. } => check("firewall's memory", after_us, SECOND..=DAY).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Name in records, commands and addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::PeerExits => "peer-exits",
            Self::PeerExitsUnread => "peer-exits-unread",
            Self::HostVanishes => "host-vanishes",
            Self::DropOutbound => "drop-outbound",
            Self::DropInbound => "drop-inbound",
            Self::OwnLinkDown => "own-link-down",
            Self::PeerReboots { .. } => "peer-reboots",
            Self::FirewallForgets { resets: false, .. } => "firewall-forgets",
            Self::FirewallForgets { resets: true, .. } => "firewall-resets",
            Self::PeerHangs => "peer-hangs",
            Self::PeerHangsThenVanishes => "peer-hangs-then-vanishes",
        }
    }
}

/// What the program does with the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// It waits in read() for whatever comes (or in epoll_wait(), and then reads); nothing is under way.
    Idle,
    /// It sends a request right after the fault (a firewall: right after it forgot) and waits in read() for the reply.
    Awaiting,
    /// It writes again and again and never reads.
    Writes {
        /// From write to write; the first comes as long after the last contact.
        every_us: u64,
    },
    /// It is about to connect.
    Connecting,
}

impl Pattern {
    pub(super) fn check(self) -> Result<(), LimitError> {
        match self {
            Self::Writes { every_us } => check("time between writes", every_us, MILLISECOND..=DAY).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Name in records, commands and addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Awaiting => "awaiting",
            Self::Writes { .. } => "writes",
            Self::Connecting => "connecting",
        }
    }
}
