//! Short names for settings.

use dead_connections_model::settings::{MILLISECOND, SECOND};
use dead_connections_model::{GrpcKeepalive, Keepalive, Kernel, Neighbour, Path, Settings};
use rustix::time::{ClockId, clock_getres};

/// A round trip between two namespaces, roughly. Far below a tick, so its size is no matter.
const RTT_US: u64 = 50;
/// Address resolution in a hurry: a second until doubt, and a fifth from request to request.
pub(crate) const HASTY_NEIGHBOUR: Neighbour =
    Neighbour { reachable_us: SECOND, delay_us: SECOND, requests: 3, interval_us: SECOND / 5 };

/// This kernel's settings: Linux's defaults at its own clock rate.
pub(crate) fn kernel() -> Kernel {
    // The coarse clock advances with the timers' ticks.
    let tick = clock_getres(ClockId::RealtimeCoarse);
    let hz = if tick.tv_nsec > 0 { 1_000_000_000 / tick.tv_nsec as u64 } else { Kernel::default().hz };
    Kernel { hz: hz.clamp(100, 1000), ..Kernel::default() }
}

/// Nothing set, on this kernel.
pub(crate) fn nothing() -> Settings {
    Settings {
        kernel: kernel(),
        path: Path { rtt_us: RTT_US, is_local: true, ..Path::default() },
        ..Settings::default()
    }
}

/// TCP's keepalive: seconds, seconds, probes.
pub(crate) fn keepalive(idle: u64, interval: u64, probes: u64) -> Settings {
    let keepalive = Keepalive { idle_us: idle * SECOND, interval_us: interval * SECOND, probes };
    Settings { keepalive: Some(keepalive), ..nothing() }
}

pub(crate) fn user_timeout(seconds: f64, settings: Settings) -> Settings {
    Settings { user_timeout_us: (seconds * SECOND as f64) as u64, ..settings }
}

pub(crate) fn retries(retries2: u64, settings: Settings) -> Settings {
    Settings { kernel: Kernel { retries2, ..settings.kernel }, ..settings }
}

pub(crate) fn syn(syn_retries: u64, syn_linear_timeouts: u64) -> Settings {
    let settings = nothing();
    Settings { kernel: Kernel { syn_retries, syn_linear_timeouts, ..settings.kernel }, ..settings }
}

pub(crate) fn on_link(neighbour: Neighbour, settings: Settings) -> Settings {
    Settings { path: Path { neighbour: Some(neighbour), ..settings.path }, ..settings }
}

/// With a round trip time that is to be felt.
pub(crate) fn over(round_trip_ms: u64, settings: Settings) -> Settings {
    // What holds packets back answers only after the call that sent.
    let path = Path { rtt_us: round_trip_ms * MILLISECOND, is_local: false, ..settings.path };
    Settings { path, ..settings }
}

/// gRPC's keepalive, in seconds, towards a server that allows all pings, as tonic's does.
pub(crate) fn grpc(ping_after: u64, timeout: u64, without_calls: bool) -> Settings {
    let keepalive = GrpcKeepalive {
        ping_after_us: ping_after * SECOND,
        timeout_us: timeout * SECOND,
        without_calls,
        min_ping_interval_us: 0,
        ..GrpcKeepalive::default()
    };
    Settings { grpc: Some(keepalive), ..nothing() }
}
