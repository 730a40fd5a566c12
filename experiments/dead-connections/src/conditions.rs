//! What gets measured: ways to lose a peer, what the program was doing, and what was set.

use std::time::Duration;

use harness::record::{Profile, Skipped};
use models::tcp_failure::settings::{MILLISECOND, SECOND};
use models::tcp_failure::{GrpcKeepalive, Keepalive, Kernel, Neighbour, Path, Pattern, Scenario, Settings};
use rustix::time::{ClockId, clock_getres};

use crate::grpcio;
use crate::place::Place;
use crate::predicted;

/// A round trip between two namespaces, roughly. Far below a tick, so its size is no matter.
const RTT_US: u64 = 50;
/// Address resolution in a hurry: a second until doubt, and a fifth from request to request.
const HASTY_NEIGHBOUR: Neighbour =
    Neighbour { reachable_us: SECOND, delay_us: SECOND, requests: 3, interval_us: SECOND / 5 };
/// How long is watched where nothing is to be noticed.
const WATCHED: Duration = Duration::from_secs(10);
const WATCHED_QUICKLY: Duration = Duration::from_secs(6);
/// What takes longer is not waited for.
const AT_MOST: Duration = Duration::from_secs(70);
/// How long is watched beyond the latest that is predicted.
const MARGIN: Duration = Duration::from_secs(3);

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

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Condition {
    pub program: Program,
    pub scenario: Scenario,
    pub pattern: Pattern,
    pub settings: Settings,
    /// How long it is watched.
    pub watched: Duration,
}

impl Condition {
    /// A row that is watched somewhat longer than the model says is needed, or for `watched` if it says never or not soon.
    pub(crate) fn new(
        program: Program,
        scenario: Scenario,
        pattern: Pattern,
        settings: Settings,
        watched: Duration,
    ) -> Self {
        let mut condition = Self { program, scenario, pattern, settings, watched };
        let latest = predicted::predict(&condition).latest().map(|latest| latest + MARGIN);
        condition.watched = latest.filter(|&latest| latest < AT_MOST).unwrap_or(watched);
        condition
    }

    /// Whether it needs namespaces: the loopback interface loses nothing, and the system's settings are not ours to
    /// change.
    pub(crate) fn needs_namespaces(&self) -> bool {
        let needs_none = matches!(
            self.scenario,
            Scenario::Alive | Scenario::PeerExits | Scenario::PeerExitsUnread | Scenario::PeerHangs
        );
        !needs_none || self.settings.kernel != kernel()
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
}

/// Everything a run measures.
pub(crate) struct Conditions {
    /// How often each row is repeated.
    pub repetitions: u32,
    /// How many connections are lost at the same time.
    pub at_once: usize,
    /// The rows that can be measured here.
    pub rows: Vec<Condition>,
    left_out: Vec<Condition>,
    without_python: Option<Skipped>,
}

impl Conditions {
    pub(crate) fn of(profile: Profile, place: &Place) -> Self {
        let (repetitions, watched) = match profile {
            Profile::Quick => (1, WATCHED_QUICKLY),
            Profile::Full => (7, WATCHED),
        };
        let in_namespaces = matches!(place, Place::Namespaces(_));
        let python = grpcio::python();
        let grpcio = if python.is_ok() { grpcio_rows(watched) } else { Vec::new() };
        let all = tcp(watched).into_iter().chain(tonic(watched)).chain(grpcio);
        let (rows, left_out) = all.partition(|condition| in_namespaces || !condition.needs_namespaces());
        Self { repetitions, at_once: 24, rows, left_out, without_python: python.err() }
    }

    /// What this place does not allow.
    pub(crate) fn skipped(&self, place: &Place) -> Vec<Skipped> {
        let python = self.without_python.iter().cloned();
        let Place::Loopback { why } = place else { return python.collect() };
        let row = |condition: &Condition| Skipped {
            what: format!(
                "{}: {}, {}, {}",
                condition.program.name(),
                condition.scenario.name(),
                condition.pattern_text(),
                condition.settings_text()
            ),
            why: why.clone(),
            needs: "Linux, root, and iproute2's `ip`, to make network namespaces".to_owned(),
        };
        self.left_out.iter().map(row).chain(python).collect()
    }
}

/// This kernel's settings: Linux's defaults at its own clock rate.
pub(crate) fn kernel() -> Kernel {
    // The coarse clock advances with the timers' ticks.
    let tick = clock_getres(ClockId::RealtimeCoarse);
    let hz = if tick.tv_nsec > 0 { 1_000_000_000 / tick.tv_nsec as u64 } else { Kernel::default().hz };
    Kernel { hz: hz.clamp(100, 1000), ..Kernel::default() }
}

/// Nothing set, on this kernel.
pub(crate) fn nothing() -> Settings {
    Settings { kernel: kernel(), path: Path { rtt_us: RTT_US, ..Path::default() }, ..Settings::default() }
}

fn keepalive(idle: u64, interval: u64, probes: u64) -> Settings {
    let keepalive = Keepalive { idle_us: idle * SECOND, interval_us: interval * SECOND, probes };
    Settings { keepalive: Some(keepalive), ..nothing() }
}

fn user_timeout(seconds: u64, settings: Settings) -> Settings {
    Settings { user_timeout_us: seconds * SECOND, ..settings }
}

fn retries(retries2: u64, settings: Settings) -> Settings {
    Settings { kernel: Kernel { retries2, ..settings.kernel }, ..settings }
}

fn syn(syn_retries: u64, syn_linear_timeouts: u64) -> Settings {
    let settings = nothing();
    Settings { kernel: Kernel { syn_retries, syn_linear_timeouts, ..settings.kernel }, ..settings }
}

fn on_link(neighbour: Neighbour, settings: Settings) -> Settings {
    Settings { path: Path { neighbour: Some(neighbour), ..settings.path }, ..settings }
}

/// gRPC's keepalive towards a server that allows all pings, as tonic's does.
fn grpc(without_calls: bool) -> Settings {
    let keepalive = GrpcKeepalive {
        ping_after_us: SECOND,
        timeout_us: 2 * SECOND,
        without_calls,
        min_ping_interval_us: 0,
        ..GrpcKeepalive::default()
    };
    Settings { grpc: Some(keepalive), ..nothing() }
}

fn tcp(watched: Duration) -> Vec<Condition> {
    use Pattern::{Awaiting, Connecting, Idle};
    use Scenario::{
        DropInbound, DropOutbound, HostVanishes, OwnLinkDown, PeerExits, PeerExitsUnread, PeerHangs,
        PeerHangsThenVanishes,
    };
    let often = Pattern::Writes { every_us: 100 * MILLISECOND };
    let seldom = Pattern::Writes { every_us: 500 * MILLISECOND };
    let reboots = Scenario::PeerReboots { back_us: SECOND };
    let forgets = Scenario::FirewallForgets { after_us: 2 * SECOND, resets: false };
    let probing = keepalive(1, 1, 3);
    let timeout = user_timeout(3, nothing());
    let both = user_timeout(3, probing);
    let rows = [
        (PeerExits, Idle, nothing()),
        (PeerExits, seldom, nothing()),
        (PeerExitsUnread, Idle, nothing()),
        (PeerExitsUnread, seldom, nothing()),
        (DropOutbound, Idle, nothing()),
        (DropOutbound, Idle, timeout),
        (DropOutbound, Idle, probing),
        (DropOutbound, Idle, both),
        (DropOutbound, Idle, keepalive(2, 1, 5)),
        (DropOutbound, Idle, user_timeout(6, probing)),
        (DropOutbound, Awaiting, nothing()),
        (DropOutbound, Awaiting, probing),
        (DropOutbound, Awaiting, timeout),
        (DropOutbound, Awaiting, both),
        (DropOutbound, Awaiting, user_timeout(5, retries(1, nothing()))),
        (DropOutbound, Awaiting, retries(1, nothing())),
        (DropOutbound, Awaiting, retries(2, nothing())),
        (DropOutbound, Awaiting, retries(3, nothing())),
        (DropOutbound, Awaiting, retries(5, nothing())),
        (DropOutbound, Awaiting, retries(6, nothing())),
        (DropOutbound, often, probing),
        (DropOutbound, often, timeout),
        (DropOutbound, often, retries(3, probing)),
        (DropInbound, Awaiting, timeout),
        (DropInbound, Awaiting, retries(3, nothing())),
        (HostVanishes, Idle, on_link(HASTY_NEIGHBOUR, keepalive(1, 1, 6))),
        (HostVanishes, Awaiting, on_link(HASTY_NEIGHBOUR, user_timeout(8, nothing()))),
        (HostVanishes, Awaiting, on_link(HASTY_NEIGHBOUR, retries(5, nothing()))),
        (HostVanishes, Connecting, on_link(Neighbour::default(), nothing())),
        (OwnLinkDown, Idle, nothing()),
        (OwnLinkDown, Idle, probing),
        (OwnLinkDown, Awaiting, timeout),
        (OwnLinkDown, Awaiting, retries(3, nothing())),
        (OwnLinkDown, Connecting, nothing()),
        (reboots, Idle, nothing()),
        (reboots, Idle, keepalive(2, 1, 3)),
        (reboots, Awaiting, nothing()),
        (reboots, seldom, nothing()),
        (forgets, Idle, nothing()),
        (forgets, Idle, probing),
        (forgets, Idle, keepalive(3, 1, 3)),
        (forgets, Awaiting, timeout),
        (PeerHangs, Idle, probing),
        (PeerHangs, Awaiting, both),
        (PeerHangs, often, nothing()),
        (PeerHangs, often, probing),
        (PeerHangs, often, timeout),
        (PeerHangsThenVanishes, often, retries(3, nothing())),
        (DropOutbound, Connecting, syn(1, 4)),
        (DropOutbound, Connecting, syn(2, 4)),
        (DropOutbound, Connecting, syn(2, 0)),
        (DropOutbound, Connecting, syn(3, 1)),
        (DropOutbound, Connecting, timeout),
    ];
    rows.map(|(scenario, pattern, settings)| Condition::new(Program::Tcp, scenario, pattern, settings, watched)).into()
}

fn tonic(watched: Duration) -> Vec<Condition> {
    use Pattern::{Awaiting, Idle};
    use Scenario::{Alive, DropOutbound, PeerExits, PeerHangs};
    let rows = [
        (PeerExits, Awaiting, nothing()),
        (DropOutbound, Awaiting, nothing()),
        (DropOutbound, Awaiting, grpc(false)),
        (DropOutbound, Idle, grpc(false)),
        (DropOutbound, Idle, grpc(true)),
        (DropOutbound, Awaiting, retries(3, nothing())),
        (PeerHangs, Awaiting, nothing()),
        (PeerHangs, Awaiting, grpc(false)),
        (Alive, Idle, grpc(true)),
    ];
    rows.map(|(scenario, pattern, settings)| Condition::new(Program::Tonic, scenario, pattern, settings, watched))
        .into()
}

/// What only the model is asked, since it takes minutes or hours: Linux's defaults, and what is recommended.
pub(crate) fn long_ones() -> Vec<Condition> {
    use Pattern::{Awaiting, Connecting, Idle};
    use Scenario::{DropOutbound, HostVanishes, OwnLinkDown};
    let linux = Settings { keepalive: Some(Keepalive::default()), ..nothing() };
    let recommended = keepalive(15, 15, 5);
    let with_timeout = user_timeout(90, recommended);
    let often = Pattern::Writes { every_us: SECOND };
    let grpc_server_minimum = Settings { grpc: Some(GrpcKeepalive::default()), ..nothing() };
    let before_linux_6_5 = syn(Kernel::default().syn_retries, 0);
    let row = |scenario, pattern, settings| Condition {
        program: Program::Tcp,
        scenario,
        pattern,
        settings,
        watched: Duration::ZERO,
    };
    vec![
        row(DropOutbound, Idle, linux),
        row(DropOutbound, Idle, recommended),
        row(DropOutbound, Idle, with_timeout),
        row(DropOutbound, Awaiting, nothing()),
        row(DropOutbound, Awaiting, recommended),
        row(DropOutbound, Awaiting, with_timeout),
        row(DropOutbound, often, recommended),
        row(DropOutbound, often, with_timeout),
        row(DropOutbound, Awaiting, retries(8, nothing())),
        row(HostVanishes, Awaiting, on_link(Neighbour::default(), nothing())),
        row(OwnLinkDown, Awaiting, nothing()),
        row(DropOutbound, Connecting, nothing()),
        row(DropOutbound, Connecting, before_linux_6_5),
        row(DropOutbound, Awaiting, grpc_server_minimum),
    ]
}

/// gRPC's own library. It sets TCP_USER_TIMEOUT to its keepalive's timeout (gRFC A18), and waits for the answer of a PING
/// for as long as another option says (`grpc.http2.ping_timeout_ms`, a minute by default).
fn grpcio_rows(watched: Duration) -> Vec<Condition> {
    use Scenario::{Alive, DropOutbound, PeerHangs};
    let keepalive = |ping_timeout, without_calls, min_ping_interval_us, ping_strikes| {
        let keepalive = GrpcKeepalive {
            ping_after_us: SECOND,
            timeout_us: ping_timeout * SECOND,
            without_calls,
            min_ping_interval_us,
            ping_strikes,
        };
        Settings { grpc: Some(keepalive), user_timeout_us: 2 * SECOND, ..nothing() }
    };
    let GrpcKeepalive { min_ping_interval_us, ping_strikes, .. } = GrpcKeepalive::default();
    let rows = [
        (DropOutbound, nothing()),
        (DropOutbound, keepalive(60, false, 0, 0)),
        (PeerHangs, keepalive(2, false, 0, 0)),
        (PeerHangs, keepalive(60, false, 0, 0)),
        (Alive, keepalive(60, true, min_ping_interval_us, ping_strikes)),
    ];
    rows.map(|(scenario, settings)| Condition::new(Program::Grpcio, scenario, Pattern::Awaiting, settings, watched))
        .into()
}
