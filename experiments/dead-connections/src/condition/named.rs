//! What a row is called: by its settings, for programs, and in words, for readers. The words are made here and nowhere else.

use std::time::Duration;

use dead_connections_model::settings::SECOND;
use dead_connections_model::{GrpcKeepalive, Keepalive, Kernel, Pattern, Scenario, Settings};
use harness::record::{Dimension, Setting};
use namespaces::Means;

use super::Condition;

/// The dimension that says in words what was set.
const SET: &str = "settings";

/// What a reader sees for each program.
const PROGRAMS: [(&str, &str); 3] = [("tcp", "plain TCP"), ("tonic", "tonic"), ("grpcio", "grpcio")];
/// What a reader sees for each scenario: the end of a sentence that begins with what one does oneself.
const SCENARIOS: [(&str, &str); 14] = [
    ("alive", "nothing, the peer is well"),
    ("drop-inbound", "the peer’s packets are dropped"),
    ("drop-outbound", "our packets are dropped"),
    ("firewall-forgets", "a firewall forgets the connection"),
    ("firewall-resets", "a firewall forgets it, and says so"),
    ("firewall-rejects", "a firewall rejects our packets"),
    ("host-vanishes", "the peer’s machine is gone, on our link"),
    ("own-link-down", "our own link goes down"),
    ("own-link-down-in-flight", "our own link goes down, with data under way"),
    ("peer-exits", "the peer’s process ends"),
    ("peer-exits-unread", "it ends with data unread"),
    ("peer-hangs", "the peer’s process hangs"),
    ("peer-hangs-then-vanishes", "it hangs, then its machine is gone"),
    ("peer-reboots", "the peer’s machine reboots"),
];
/// What a reader sees for what the program does.
const PATTERNS: [(&str, &str); 5] = [
    ("idle", "idle"),
    ("awaiting", "awaiting a reply"),
    ("acknowledged", "awaiting a reply, the request acknowledged"),
    ("writes", "writes"),
    ("connecting", "connecting"),
];
/// What a reader sees for when gRPC may ping.
const PINGS: [(&str, &str); 2] = [("during-calls", "pings during calls"), ("always", "pings without calls, too")];
/// Words for what gRPC's server permits beyond its defaults.
const PERMITS: [(&str, &str); 1] = [("without-calls", "pings without calls, too")];
/// What a reader sees for each path.
const PATHS: [(&str, &str); 2] =
    [("veth", "a pair of virtual interfaces"), ("relay", "a relay that holds packets back")];

/// The dimensions of what was set: each says something of those rows only that set it.
fn set_dimensions() -> [Dimension; 12] {
    [
        Dimension::new("keepalive_idle_seconds", "Keepalive, after", Some("s")),
        Dimension::new("keepalive_interval_seconds", "Keepalive, every", Some("s")),
        Dimension::new("keepalive_probes", "Keepalive, probes", Some("probes")),
        Dimension::new("user_timeout_seconds", "User timeout", Some("s")),
        Dimension::new("tcp_retries2", "tcp_retries2", Some("retries")),
        Dimension::new("tcp_syn_retries", "tcp_syn_retries", Some("retries")),
        Dimension::new("tcp_syn_linear_timeouts", "tcp_syn_linear_timeouts", Some("timeouts")),
        Dimension::new("grpc_ping_after_seconds", "gRPC pings after", Some("s")),
        Dimension::new("grpc_ping_timeout_seconds", "gRPC waits for", Some("s")),
        Dimension::new("grpc_pings", "gRPC pings", None).words(PINGS),
        Dimension::new("grpc_server_minimum_seconds", "gRPC’s server permits a ping every", Some("s")),
        Dimension::new("grpc_server_permits", "gRPC’s server permits", None).words(PERMITS),
    ]
}

/// The declaration of [`SET`], which readers see in place of [`set_dimensions`].
fn set_in_words() -> Dimension {
    let said = set_dimensions().map(|dimension| dimension.name);
    Dimension::new(SET, "What is set", None).in_place_of(said.each_ref().map(String::as_str))
}

/// The dimensions of every row, whatever program it is of.
pub(crate) fn dimensions() -> impl Iterator<Item = Dimension> {
    [
        Dimension::new("scenario", "What happens", None).words(SCENARIOS),
        Dimension::new("pattern", "What the program does", None).words(PATTERNS),
        Dimension::new("write_interval_seconds", "Every", Some("s")),
        set_in_words(),
    ]
    .into_iter()
    .chain(set_dimensions())
}

pub(crate) fn program_dimension() -> Dimension {
    Dimension::new("program", "Program", None).words(PROGRAMS)
}

/// The dimensions of the path to the peer.
pub(crate) fn path_dimensions() -> [Dimension; 2] {
    [
        Dimension::new("path", "Path", None).words(PATHS),
        Dimension::new("round_trip_seconds", "Round trip time", Some("s")),
    ]
}

/// The least time between pings that a server permits which looks, unless that is the default.
fn server_minimum_us(grpc: GrpcKeepalive) -> Option<u64> {
    let minimum_us = grpc.min_ping_interval_us;
    (minimum_us > 0 && minimum_us != GrpcKeepalive::default().min_ping_interval_us).then_some(minimum_us)
}

fn seconds(us: u64) -> f64 {
    us as f64 / SECOND as f64
}

impl Condition {
    /// The settings of [`dimensions`].
    pub(crate) fn at(&self) -> Vec<(&'static str, Setting)> {
        let Settings { keepalive, user_timeout_us, kernel, grpc, .. } = self.settings;
        let default = Kernel::default();
        let mut at = vec![
            ("scenario", self.scenario.name().into()),
            ("pattern", self.pattern.name().into()),
            (SET, self.settings_text().into()),
        ];
        let mut set = |name: &'static str, value: f64| at.push((name, value.into()));
        if let Pattern::Writes { every_us } = self.pattern {
            set("write_interval_seconds", seconds(every_us));
        }
        if let Some(Keepalive { idle_us, interval_us, probes }) = keepalive {
            set("keepalive_idle_seconds", seconds(idle_us));
            set("keepalive_interval_seconds", seconds(interval_us));
            set("keepalive_probes", probes as f64);
        }
        if user_timeout_us > 0 {
            set("user_timeout_seconds", seconds(user_timeout_us));
        }
        for (name, value, default) in [
            ("tcp_retries2", kernel.retries2, default.retries2),
            ("tcp_syn_retries", kernel.syn_retries, default.syn_retries),
            ("tcp_syn_linear_timeouts", kernel.syn_linear_timeouts, default.syn_linear_timeouts),
        ] {
            if value != default {
                set(name, value as f64);
            }
        }
        if let Some(grpc) = grpc {
            set("grpc_ping_after_seconds", seconds(grpc.ping_after_us));
            set("grpc_ping_timeout_seconds", seconds(grpc.timeout_us));
            at.push(("grpc_pings", if grpc.without_calls { "always" } else { "during-calls" }.into()));
            if let Some(minimum_us) = server_minimum_us(grpc) {
                at.push(("grpc_server_minimum_seconds", seconds(minimum_us).into()));
            }
            if grpc.server_permits_without_calls {
                at.push(("grpc_server_permits", "without-calls".into()));
            }
        }
        at
    }

    /// The settings of [`path_dimensions`].
    pub(crate) fn at_path(&self) -> Vec<(&'static str, Setting)> {
        match self.round_trip() {
            Some(time) => vec![("path", "relay".into()), ("round_trip_seconds", time.as_secs_f64().into())],
            None => vec![("path", "veth".into())],
        }
    }

    /// The settings in words, such as `keepalive 1/1/3`.
    pub(crate) fn settings_text(&self) -> String {
        let Settings { keepalive, user_timeout_us, kernel, grpc, .. } = self.settings;
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
            let minimum = server_minimum_us(grpc).map(|us| format!("a ping every {} s", seconds(us)));
            let permits = grpc.server_permits_without_calls.then(|| "without calls, too".to_owned());
            let permitted: Vec<String> = minimum.into_iter().chain(permits).collect();
            if !permitted.is_empty() {
                parts.push(format!("server permits {}", permitted.join(" ")));
            }
        }
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    /// What the program does, in words.
    pub(crate) fn pattern_text(&self) -> String {
        match self.pattern {
            Pattern::Writes { every_us } => format!("writes every {} s", seconds(every_us)),
            other => other.name().to_owned(),
        }
    }

    /// What happens, in words.
    pub(crate) fn scenario_text(&self) -> &'static str {
        let words = SCENARIOS.iter().find(|(name, _)| *name == self.scenario.name());
        words.expect("every scenario has words").1
    }

    /// How the peer was lost, in words.
    pub(crate) fn fault_text(&self) -> String {
        let dropped = match self.means {
            Means::Firewall => "nft drop",
            Means::Routing => "blackhole route",
            Means::OwnFirewall => "nft drop, our own",
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
