//! What a program and an administrator can set.

use std::ops::RangeInclusive;

use limits::{LimitError, check};

/// Microseconds of a second.
pub const SECOND: u64 = 1_000_000;
/// Microseconds of a millisecond.
pub const MILLISECOND: u64 = 1_000;

/// TCP_KEEPIDLE and TCP_KEEPINTVL: 1 to 32,767 s (`MAX_TCP_KEEPIDLE`, `MAX_TCP_KEEPINTVL`).
pub const KEEPALIVE_US: RangeInclusive<u64> = SECOND..=32_767 * SECOND;
/// TCP_KEEPCNT (`MAX_TCP_KEEPCNT`).
pub const KEEPALIVE_PROBES: RangeInclusive<u64> = 1..=127;
/// TCP_USER_TIMEOUT is an `int` of milliseconds; 0 is off.
pub const USER_TIMEOUT_US: RangeInclusive<u64> = 0..=(i32::MAX as u64) * MILLISECOND;
/// `tcp_retries2` is one byte.
pub const RETRIES2: RangeInclusive<u64> = 0..=255;
/// `tcp_syn_retries` (`MAX_TCP_SYNCNT`).
pub const SYN_RETRIES: RangeInclusive<u64> = 1..=127;
/// `tcp_syn_linear_timeouts` (`MAX_TCP_SYNCNT`).
pub const SYN_LINEAR_TIMEOUTS: RangeInclusive<u64> = 0..=127;
/// The smallest retransmission timeout, `tcp_rto_min_us`.
pub const RTO_MIN_US: RangeInclusive<u64> = MILLISECOND..=SECOND;
/// The timeout before anything was measured.
pub const INITIAL_RTO_US: RangeInclusive<u64> = 10 * MILLISECOND..=60 * SECOND;
/// The largest retransmission timeout, `tcp_rto_max_ms`.
pub const RTO_MAX_US: RangeInclusive<u64> = SECOND..=120 * SECOND;
/// The kernel's clock rate, CONFIG_HZ.
pub const HZ: RangeInclusive<u64> = 100..=1000;
/// Round trip time, and its deviation.
pub const RTT_US: RangeInclusive<u64> = 0..=60 * SECOND;
/// Keepalive of HTTP/2: its two durations.
pub const GRPC_US: RangeInclusive<u64> = MILLISECOND..=(i32::MAX as u64) * MILLISECOND;
/// The least time between pings that a server allows; 0 allows all.
pub const MIN_PING_INTERVAL_US: RangeInclusive<u64> = 0..=(i32::MAX as u64) * MILLISECOND;
/// How many pings too early a server forgives.
pub const PING_STRIKES: RangeInclusive<u64> = 0..=100;
/// Durations of address resolution.
pub const NEIGHBOUR_US: RangeInclusive<u64> = 0..=3600 * SECOND;
/// Requests of address resolution.
pub const NEIGHBOUR_REQUESTS: RangeInclusive<u64> = 1..=100;

/// Writes that the send buffer takes while nothing is acknowledged.
pub const SEND_BUFFER_WRITES: RangeInclusive<u64> = 1..=1_000_000_000;

/// Everything that decides when a lost peer is noticed. The default is Linux's: neither keepalive nor user timeout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// SO_KEEPALIVE and its three numbers, if it is on.
    pub keepalive: Option<Keepalive>,
    /// TCP_USER_TIMEOUT in microseconds; 0 is off.
    pub user_timeout_us: u64,
    /// How many of the program's writes fit into the send buffer (SO_SNDBUF) while nothing is acknowledged; the next one
    /// blocks. `None` where more fit than will come.
    pub send_buffer_writes: Option<u64>,
    /// The system's settings.
    pub kernel: Kernel,
    /// The way to the peer.
    pub path: Path,
    /// Keepalive of a gRPC client, if the connection carries gRPC and the keepalive is on.
    pub grpc: Option<GrpcKeepalive>,
}

/// Keepalive of TCP. The default is Linux's once SO_KEEPALIVE is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keepalive {
    /// TCP_KEEPIDLE: silence before the first probe.
    pub idle_us: u64,
    /// TCP_KEEPINTVL: from probe to probe, answered or not, unless the idle time is longer: an answer does not set the
    /// timer anew. So an interval longer than the idle time delays even the first unanswered probe of a connection that
    /// was probed before.
    pub interval_us: u64,
    /// TCP_KEEPCNT: unanswered probes before the connection is given up.
    pub probes: u64,
}

impl Default for Keepalive {
    fn default() -> Self {
        Self { idle_us: 7200 * SECOND, interval_us: 75 * SECOND, probes: 9 }
    }
}

/// The system's settings (`/proc/sys/net/ipv4`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kernel {
    /// `tcp_retries2`: when retransmission gives up; a time, not a count: see [`super::timers::model_timeout`].
    pub retries2: u64,
    /// `tcp_syn_retries`.
    pub syn_retries: u64,
    /// `tcp_syn_linear_timeouts` (since Linux 6.5; before, 0).
    pub syn_linear_timeouts: u64,
    /// The smallest retransmission timeout.
    pub rto_min_us: u64,
    /// The largest.
    pub rto_max_us: u64,
    /// The timeout of the first SYN.
    pub initial_rto_us: u64,
    /// Ticks per second of the timers.
    pub hz: u64,
    /// Whether a tail loss probe goes before the first retransmission (`tcp_early_retrans`, RFC 8985).
    pub loss_probe: bool,
}

impl Default for Kernel {
    fn default() -> Self {
        Self {
            retries2: 15,
            syn_retries: 6,
            syn_linear_timeouts: 4,
            rto_min_us: 200 * MILLISECOND,
            rto_max_us: 120 * SECOND,
            initial_rto_us: SECOND,
            hz: 250,
            loss_probe: true,
        }
    }
}

/// The way to the peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Path {
    /// Smoothed round trip time.
    pub rtt_us: u64,
    /// Mean deviation of the round trip time.
    pub rtt_deviation_us: u64,
    /// Address resolution, if the peer is on the same link; `None` behind a router that stays up.
    pub neighbour: Option<Neighbour>,
    /// True if the path stays within this machine, as between containers or to a firewall of its own: then what is answered
    /// at once comes back before the call that sent has let the socket go. Over a wire it does not, however short.
    pub is_local: bool,
}

/// Address resolution (ARP) of a peer on the same link: `net.ipv4.neigh`. The default is Linux's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbour {
    /// How long after a confirmation the address is taken for good: Linux draws it at random from half to one and a
    /// half times `base_reachable_time_ms`.
    pub reachable_us: u64,
    /// `delay_first_probe_time`: doubt before the first request.
    pub delay_us: u64,
    /// `ucast_solicit` and `mcast_solicit`, alike by default.
    pub requests: u64,
    /// `retrans_time_ms`: from request to request.
    pub interval_us: u64,
}

impl Default for Neighbour {
    fn default() -> Self {
        Self { reachable_us: 30 * SECOND, delay_us: 5 * SECOND, requests: 3, interval_us: SECOND }
    }
}

/// Keepalive of a gRPC client, and what the server thinks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrpcKeepalive {
    /// Silence before a PING.
    pub ping_after_us: u64,
    /// How long its answer may take.
    pub timeout_us: u64,
    /// Whether the client pings while no call is open. On a client, the C core's
    /// `grpc.keepalive_permit_without_calls`.
    pub without_calls: bool,
    /// Whether the server permits that as often as while a call is open; else it permits a ping every two hours then
    /// (gRFC A8). On a server, the same option.
    pub server_permits_without_calls: bool,
    /// The least time between pings that the server permits while a call is open; 0 where it never looks.
    pub min_ping_interval_us: u64,
    /// How many early pings it forgives before it says `too_many_pings`.
    pub ping_strikes: u64,
}

impl Default for GrpcKeepalive {
    /// A timeout of 20 s, and a server of gRPC's own: 5 minutes, 2 strikes. The client's keepalive has no useful default
    /// (never), so the time is the server's minimum.
    fn default() -> Self {
        Self {
            ping_after_us: 300 * SECOND,
            timeout_us: 20 * SECOND,
            without_calls: false,
            server_permits_without_calls: false,
            min_ping_interval_us: 300 * SECOND,
            ping_strikes: 2,
        }
    }
}

impl Settings {
    /// Whether everything lies within the limits.
    pub fn check(&self) -> Result<(), LimitError> {
        if let Some(keepalive) = self.keepalive {
            check("keepalive idle time (µs)", keepalive.idle_us, KEEPALIVE_US)?;
            check("keepalive interval (µs)", keepalive.interval_us, KEEPALIVE_US)?;
            check("keepalive probes", keepalive.probes, KEEPALIVE_PROBES)?;
        }
        check("user timeout (µs)", self.user_timeout_us, USER_TIMEOUT_US)?;
        if let Some(writes) = self.send_buffer_writes {
            check("writes that fit the send buffer", writes, SEND_BUFFER_WRITES)?;
        }
        self.kernel.check()?;
        check("round trip time (µs)", self.path.rtt_us, RTT_US)?;
        check("deviation of the round trip time (µs)", self.path.rtt_deviation_us, RTT_US)?;
        if let Some(neighbour) = self.path.neighbour {
            check("reachable time (µs)", neighbour.reachable_us, NEIGHBOUR_US)?;
            check("delay of the first request (µs)", neighbour.delay_us, NEIGHBOUR_US)?;
            check("requests", neighbour.requests, NEIGHBOUR_REQUESTS)?;
            check("interval of requests (µs)", neighbour.interval_us, MILLISECOND..=*NEIGHBOUR_US.end())?;
        }
        if let Some(grpc) = self.grpc {
            check("gRPC keepalive time (µs)", grpc.ping_after_us, GRPC_US)?;
            check("gRPC keepalive timeout (µs)", grpc.timeout_us, GRPC_US)?;
            check("least interval of pings (µs)", grpc.min_ping_interval_us, MIN_PING_INTERVAL_US)?;
            check("forgiven pings", grpc.ping_strikes, PING_STRIKES)?;
        }
        Ok(())
    }

    /// The retransmission timeout before any back-off: smoothed round trip time plus four deviations, of which the
    /// kernel never takes less than the minimum (`__tcp_set_rto`). So it is always above the minimum itself.
    pub fn base_rto_us(&self) -> u64 {
        let variation = (4 * self.path.rtt_deviation_us).max(self.kernel.rto_min_us);
        (self.path.rtt_us + variation).min(self.kernel.rto_max_us)
    }
}

impl Kernel {
    fn check(&self) -> Result<(), LimitError> {
        check("tcp_retries2", self.retries2, RETRIES2)?;
        check("tcp_syn_retries", self.syn_retries, SYN_RETRIES)?;
        check("tcp_syn_linear_timeouts", self.syn_linear_timeouts, SYN_LINEAR_TIMEOUTS)?;
        check("smallest retransmission timeout (µs)", self.rto_min_us, RTO_MIN_US)?;
        check("largest retransmission timeout (µs)", self.rto_max_us, RTO_MAX_US)?;
        check("initial retransmission timeout (µs)", self.initial_rto_us, INITIAL_RTO_US)?;
        check("ticks per second", self.hz, HZ)?;
        Ok(())
    }
}
