//! What happens to the peer, and what the program was doing.

use std::ops::RangeInclusive;

use limits::{ArgumentError, LimitError, check};

use super::settings::{MILLISECOND, SECOND};

/// Durations in a scenario or pattern end at a day.
const DAY: u64 = 86_400 * SECOND;
/// From write to write.
pub const EVERY_US: RangeInclusive<u64> = MILLISECOND..=DAY;
/// Until the peer is back.
pub const BACK_US: RangeInclusive<u64> = 0..=DAY;
/// Until a firewall forgets.
pub const FORGETS_AFTER_US: RangeInclusive<u64> = SECOND..=DAY;

/// What happens, right after the last contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// Nothing: the peer is well.
    Alive,
    /// The peer's process ends, or is killed, having read all that came: its kernel sends FIN.
    PeerExits,
    /// The peer's process ends with data unread: its kernel sends RST.
    PeerExitsUnread,
    /// The peer's machine is gone: power, kernel, or its network. Nothing comes back any more.
    HostVanishes,
    /// Packets to the peer are dropped; its own would arrive.
    DropOutbound,
    /// Packets from the peer are dropped; ours arrive, and so do requests.
    DropInbound,
    /// A firewall refuses our packets from now on, and says so by ICMP: port unreachable, as iptables' REJECT and
    /// nftables' `reject` do unless told otherwise.
    FirewallRejects,
    /// This machine's interface goes down, and with it the route; what the program sends is sent after that.
    OwnLinkDown,
    /// The same right after the program sent its request, before anything could be acknowledged.
    OwnLinkDownInFlight,
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
    /// The peer's process hangs as before; and then, its buffers full, its machine is gone.
    PeerHangsThenVanishes,
}

impl Scenario {
    /// All of them, in the order in which a page lists them, with the duration of those that have one.
    pub const fn all(back_us: u64, after_us: u64) -> [Self; 14] {
        [
            Self::PeerExits,
            Self::PeerExitsUnread,
            Self::HostVanishes,
            Self::DropOutbound,
            Self::DropInbound,
            Self::FirewallRejects,
            Self::OwnLinkDown,
            Self::OwnLinkDownInFlight,
            Self::PeerReboots { back_us },
            Self::FirewallForgets { after_us, resets: false },
            Self::FirewallForgets { after_us, resets: true },
            Self::PeerHangs,
            Self::PeerHangsThenVanishes,
            Self::Alive,
        ]
    }

    /// The names of all of them, in the same order.
    pub const NAMES: [&str; 14] = {
        let (all, mut names, mut i) = (Self::all(0, 0), [""; 14], 0);
        while i < names.len() {
            names[i] = all[i].name();
            i += 1;
        }
        names
    };

    /// The scenario of a name, with the duration that it has.
    pub fn parse(name: &str, back_us: u64, after_us: u64) -> Result<Self, ArgumentError> {
        let found = Self::all(back_us, after_us).into_iter().find(|scenario| scenario.name() == name);
        found.ok_or_else(|| ArgumentError::Name { field: "scenario", given: name.to_owned(), names: &Self::NAMES })
    }

    /// Tells if the scenario differs from the others for a program that does this. A peer that hangs before its machine
    /// vanishes, for instance, is a machine that vanishes, unless the program waits for the peer to read.
    pub fn concerns(self, pattern: Pattern) -> bool {
        match self {
            Self::PeerExitsUnread | Self::FirewallForgets { .. } | Self::PeerHangs => pattern != Pattern::Connecting,
            Self::PeerHangsThenVanishes => matches!(pattern, Pattern::Writes { .. }),
            Self::OwnLinkDownInFlight => pattern == Pattern::Awaiting,
            // The reply would arrive.
            Self::DropOutbound | Self::FirewallRejects => pattern != Pattern::Acknowledged,
            _ => true,
        }
    }

    /// Whether this machine has no way to the peer any more.
    pub(super) fn takes_our_link(self) -> bool {
        matches!(self, Self::OwnLinkDown | Self::OwnLinkDownInFlight)
    }

    pub(super) fn check(self) -> Result<(), LimitError> {
        match self {
            Self::PeerReboots { back_us } => check("time to reboot (µs)", back_us, BACK_US).map(|_| ()),
            Self::FirewallForgets { after_us, .. } => {
                check("firewall's memory (µs)", after_us, FORGETS_AFTER_US).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// Name in records, commands and addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::PeerExits => "peer-exits",
            Self::PeerExitsUnread => "peer-exits-unread",
            Self::HostVanishes => "host-vanishes",
            Self::DropOutbound => "drop-outbound",
            Self::DropInbound => "drop-inbound",
            Self::FirewallRejects => "firewall-rejects",
            Self::OwnLinkDown => "own-link-down",
            Self::OwnLinkDownInFlight => "own-link-down-in-flight",
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
    /// It waits in read() for the reply to a request that the peer's kernel has acknowledged; the reply never comes. For
    /// TCP the connection is idle; for gRPC a call is open.
    Acknowledged,
    /// It writes again and again and never reads.
    Writes {
        /// From write to write; the first comes as long after the last contact.
        every_us: u64,
    },
    /// It is about to connect.
    Connecting,
}

impl Pattern {
    /// All of them.
    pub const fn all(every_us: u64) -> [Self; 5] {
        [Self::Idle, Self::Awaiting, Self::Acknowledged, Self::Writes { every_us }, Self::Connecting]
    }

    /// Tells if nothing that it sent is unacknowledged, and it sends nothing more.
    pub const fn is_silent(self) -> bool {
        matches!(self, Self::Idle | Self::Acknowledged)
    }

    /// The names of all of them, in the same order.
    pub const NAMES: [&str; 5] = {
        let (all, mut names, mut i) = (Self::all(0), [""; 5], 0);
        while i < names.len() {
            names[i] = all[i].name();
            i += 1;
        }
        names
    };

    /// The pattern of a name.
    pub fn parse(name: &str, every_us: u64) -> Result<Self, ArgumentError> {
        let found = Self::all(every_us).into_iter().find(|pattern| pattern.name() == name);
        found.ok_or_else(|| ArgumentError::Name { field: "pattern", given: name.to_owned(), names: &Self::NAMES })
    }

    pub(super) fn check(self) -> Result<(), LimitError> {
        match self {
            Self::Writes { every_us } => check("time between writes (µs)", every_us, EVERY_US).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Name in records, commands and addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Awaiting => "awaiting",
            Self::Acknowledged => "acknowledged",
            Self::Writes { .. } => "writes",
            Self::Connecting => "connecting",
        }
    }
}
