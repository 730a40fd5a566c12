//! One row of what gets measured: a way to lose a peer, what the program was doing, and what was set.

mod named;

use std::time::Duration;

use dead_connections_model::{Pattern, Scenario, Settings};
use namespaces::Means;

use crate::settings::kernel;

pub(crate) use named::{dimensions, path_dimensions, program_dimension};

/// Which program holds the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    /// This one, by system calls.
    Tcp,
    /// A gRPC client of tonic's.
    Tonic,
    /// gRPC's own client and server for Python.
    Grpcio,
}

impl Program {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Tonic => "tonic",
            Self::Grpcio => "grpcio",
        }
    }
}

/// What a row is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// To be shown; the model's rules were tried on it while they were made.
    Known,
    /// To test the rules on what they were not made with.
    HeldOut,
    /// To see whether it matters what drops the packets: another row, by other means.
    OtherMeans,
    /// To see whether it matters where: another row, by a firewall at our own end.
    OwnEnd,
}

impl Role {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::HeldOut => "held-out",
            Self::OtherMeans => "other-means",
            Self::OwnEnd => "own-end",
        }
    }
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Condition {
    pub program: Program,
    pub scenario: Scenario,
    pub pattern: Pattern,
    pub settings: Settings,
    /// What drops packets, where any are dropped.
    pub means: Means,
    pub role: Role,
    /// How long it is watched.
    pub watched: Duration,
    /// Whether its packets are recorded.
    pub is_recorded: bool,
}

impl Condition {
    pub(crate) fn in_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    pub(crate) fn by(self, means: Means) -> Self {
        Self { means, ..self }
    }

    /// Whether the program has asked for something and waits.
    pub(crate) fn is_awaiting(&self) -> bool {
        self.pattern == Pattern::Awaiting
    }

    /// Whether another row is of the same, whatever drops its packets.
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        let Self { program, scenario, pattern, settings, .. } = *self;
        (program, scenario, pattern, settings) == (other.program, other.scenario, other.pattern, other.settings)
    }

    /// Whether it needs namespaces: the loopback interface loses nothing, and the system's settings are not ours to
    /// change.
    pub(crate) fn needs_namespaces(&self) -> bool {
        let needs_none = matches!(
            self.scenario,
            Scenario::Alive | Scenario::PeerExits | Scenario::PeerExitsUnread | Scenario::PeerHangs
        );
        !needs_none || self.settings.kernel != kernel() || self.round_trip().is_some()
    }

    /// Whether it needs a firewall that answers.
    pub(crate) fn needs_nft(&self) -> bool {
        self.means == Means::OwnFirewall
            || matches!(self.scenario, Scenario::FirewallRejects | Scenario::FirewallForgets { resets: true, .. })
    }

    /// Whether a writer has to fill the buffers before there is anything to notice.
    pub(crate) fn fills_buffers(&self) -> bool {
        matches!(self.scenario, Scenario::PeerHangs | Scenario::PeerHangsThenVanishes)
            && matches!(self.pattern, Pattern::Writes { .. })
    }

    /// Whether the connection says nothing for so long, so that a firewall forgets it.
    pub(crate) fn is_silent_for(&self, after_us: u64) -> bool {
        let keepalive = self.settings.keepalive.is_some_and(|keepalive| keepalive.idle_us < after_us);
        let writes = matches!(self.pattern, Pattern::Writes { every_us } if every_us < after_us);
        !keepalive && !writes
    }

    /// How long the peer takes to be back, or the firewall to forget, in scenarios with one of these.
    pub(crate) fn delay(&self) -> Option<Duration> {
        match self.scenario {
            Scenario::PeerReboots { back_us } => Some(Duration::from_micros(back_us)),
            Scenario::FirewallForgets { after_us, .. } => Some(Duration::from_micros(after_us)),
            _ => None,
        }
    }

    /// The round trip time, where the path has one that is to be felt.
    pub(crate) fn round_trip(&self) -> Option<Duration> {
        let round_trip = Duration::from_micros(self.settings.path.rtt_us);
        (round_trip >= Duration::from_millis(1)).then_some(round_trip)
    }
}
