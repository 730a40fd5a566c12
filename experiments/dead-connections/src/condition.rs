//! One row of what gets measured: a way to lose a peer, what the program was doing, and what was set.

use std::time::Duration;

use dead_connections_model::settings::SECOND;
use dead_connections_model::{Keepalive, Kernel, Pattern, Scenario, Settings};
use namespaces::Means;

use crate::settings::kernel;

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
}

impl Role {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::HeldOut => "held out",
            Self::OtherMeans => "other means",
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

    /// Whether another row is the same but for the means.
    pub(crate) fn differs_in_means_from(&self, other: &Self) -> bool {
        let Self { program, scenario, pattern, settings, means, .. } = *self;
        let same =
            (program, scenario, pattern, settings) == (other.program, other.scenario, other.pattern, other.settings);
        same && means != other.means
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
        matches!(self.scenario, Scenario::FirewallRejects | Scenario::FirewallForgets { resets: true, .. })
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

    /// What was set, in words.
    pub(crate) fn settings_text(&self) -> String {
        let Settings { keepalive, user_timeout_us, kernel, grpc, .. } = self.settings;
        let seconds = |us: u64| us as f64 / SECOND as f64;
        let mut parts = Vec::new();
        if let Some(Keepalive { idle_us, interval_us, probes }) = keepalive {
            parts.push(format!("keepalive {}/{}/{probes}", seconds(idle_us), seconds(interval_us)));
        }
        if user_timeout_us > 0 {
            parts.push(format!("user timeout {} s", seconds(user_timeout_us)));
        }
        let default = Kernel::default();
        if kernel.retries2 != default.retries2 {
            parts.push(format!("tcp_retries2 {}", kernel.retries2));
        }
        if kernel.syn_retries != default.syn_retries {
            parts.push(format!("tcp_syn_retries {}", kernel.syn_retries));
        }
        if kernel.syn_linear_timeouts != default.syn_linear_timeouts {
            parts.push(format!("tcp_syn_linear_timeouts {}", kernel.syn_linear_timeouts));
        }
        if let Some(grpc) = grpc {
            let idle = if grpc.without_calls { " without calls" } else { "" };
            parts.push(format!("gRPC keepalive {}/{} s{idle}", seconds(grpc.ping_after_us), seconds(grpc.timeout_us)));
        }
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    /// What the program does, in words.
    pub(crate) fn pattern_text(&self) -> String {
        match self.pattern {
            Pattern::Writes { every_us } => format!("writes every {} s", every_us as f64 / SECOND as f64),
            other => other.name().to_owned(),
        }
    }

    /// How long the peer takes to be back, or the firewall to forget; 0 s in other scenarios.
    pub(crate) fn delay(&self) -> Duration {
        match self.scenario {
            Scenario::PeerReboots { back_us } => Duration::from_micros(back_us),
            Scenario::FirewallForgets { after_us, .. } => Duration::from_micros(after_us),
            _ => Duration::ZERO,
        }
    }

    /// How the peer was lost, in words.
    pub(crate) fn fault_text(&self) -> String {
        let dropped = match self.means {
            Means::Firewall => "nft drop",
            Means::Routing => "blackhole route",
        };
        match self.scenario {
            Scenario::Alive => "none".to_owned(),
            Scenario::PeerExits | Scenario::PeerExitsUnread => "SIGKILL".to_owned(),
            Scenario::PeerHangs => "SIGSTOP".to_owned(),
            Scenario::OwnLinkDown | Scenario::OwnLinkDownInFlight => "link down".to_owned(),
            Scenario::FirewallRejects | Scenario::FirewallForgets { resets: true, .. } => "nft reject".to_owned(),
            Scenario::PeerReboots { .. } => format!("{dropped}, SIGKILL"),
            Scenario::PeerHangsThenVanishes => format!("SIGSTOP, {dropped}"),
            Scenario::HostVanishes
            | Scenario::DropOutbound
            | Scenario::DropInbound
            | Scenario::FirewallForgets { .. } => dropped.to_owned(),
        }
    }

    /// The round trip time, where the path has one that is to be felt.
    pub(crate) fn round_trip(&self) -> Option<Duration> {
        let round_trip = Duration::from_micros(self.settings.path.rtt_us);
        (round_trip >= Duration::from_millis(1)).then_some(round_trip)
    }

    /// The path to the peer, in words.
    pub(crate) fn path_text(&self) -> String {
        let delayed = |round_trip: Duration| format!("relay, {} ms", round_trip.as_millis());
        self.round_trip().map_or_else(|| "veth".to_owned(), delayed)
    }

    /// The whole row in words.
    pub(crate) fn text(&self) -> String {
        let Self { program, scenario, .. } = self;
        let path = self.round_trip().map_or_else(String::new, |_| format!(", {}", self.path_text()));
        format!("{}: {}, {}, {}{path}", program.name(), scenario.name(), self.pattern_text(), self.settings_text())
    }
}
