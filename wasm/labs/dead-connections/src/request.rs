//! From numbers and names as JavaScript has them to what the model of a lost peer accepts, and back.

use dead_connections_model::relevance::Setting;
use dead_connections_model::settings::{
    GRPC_US, KEEPALIVE_PROBES, KEEPALIVE_US, MILLISECOND, MIN_PING_INTERVAL_US, RETRIES2, RTO_MAX_US, RTO_MIN_US,
    RTT_US, SECOND, SEND_BUFFER_WRITES, SYN_LINEAR_TIMEOUTS, SYN_RETRIES, USER_TIMEOUT_US,
};
use dead_connections_model::{
    Ending, GrpcKeepalive, Keepalive, Kernel, Outcome, Pattern, Scenario, Settings, scenario, simulate_however_late,
};
use from_js::whole;
use limits::{ArgumentError, LimitError, listed};

/// A whole number of some unit, as microseconds; whether they lie within the limits the model checks.
fn duration(field: &'static str, value: f64, unit_us: u64) -> Result<u64, LimitError> {
    Ok(whole(field, value)?.saturating_mul(unit_us))
}

/// TCP_USER_TIMEOUT.
pub fn user_timeout_us(ms: f64) -> Result<u64, LimitError> {
    duration("user timeout (ms)", ms, MILLISECOND)
}

/// The kernel with its numbers of retries.
pub fn with_retries(
    kernel: Kernel,
    retries2: f64,
    syn_retries: f64,
    syn_linear_timeouts: f64,
) -> Result<Kernel, LimitError> {
    Ok(Kernel {
        retries2: whole("tcp_retries2", retries2)?,
        syn_retries: whole("tcp_syn_retries", syn_retries)?,
        syn_linear_timeouts: whole("tcp_syn_linear_timeouts", syn_linear_timeouts)?,
        ..kernel
    })
}

/// The kernel with its retransmission timeouts, the smallest and the largest.
pub fn with_rto(kernel: Kernel, min_ms: f64, max_ms: f64) -> Result<Kernel, LimitError> {
    Ok(Kernel {
        rto_min_us: duration("smallest retransmission timeout (ms)", min_ms, MILLISECOND)?,
        rto_max_us: duration("largest retransmission timeout (ms)", max_ms, MILLISECOND)?,
        ..kernel
    })
}

/// A round trip time.
pub fn rtt_us(us: f64) -> Result<u64, LimitError> {
    duration("round trip time (µs)", us, 1)
}

/// The mean deviation of a round trip time.
pub fn rtt_deviation_us(us: f64) -> Result<u64, LimitError> {
    duration("deviation of the round trip time (µs)", us, 1)
}

/// How many writes fit into the send buffer.
pub fn send_buffer(writes: f64) -> Result<u64, LimitError> {
    whole("writes that fit the send buffer", writes)
}

/// SO_KEEPALIVE and its numbers.
pub fn keepalive(idle_s: f64, interval_s: f64, probes: f64) -> Result<Keepalive, LimitError> {
    Ok(Keepalive {
        idle_us: duration("keepalive idle time (s)", idle_s, SECOND)?,
        interval_us: duration("keepalive interval (s)", interval_s, SECOND)?,
        probes: whole("keepalive probes", probes)?,
    })
}

/// gRPC's keepalive.
pub fn grpc(
    ping_after_ms: f64,
    timeout_ms: f64,
    without_calls: bool,
    server_permits_without_calls: bool,
    min_ping_interval_ms: f64,
) -> Result<GrpcKeepalive, LimitError> {
    Ok(GrpcKeepalive {
        ping_after_us: duration("gRPC keepalive time (ms)", ping_after_ms, MILLISECOND)?,
        timeout_us: duration("gRPC keepalive timeout (ms)", timeout_ms, MILLISECOND)?,
        without_calls,
        server_permits_without_calls,
        min_ping_interval_us: duration("least interval of pings (ms)", min_ping_interval_ms, MILLISECOND)?,
        ..GrpcKeepalive::default()
    })
}

/// The limits of every setting in the unit that the page has it in, which patterns each scenario is of its own to, which scenarios or
/// patterns have each duration, and the settings that need not matter, as JSON.
pub fn limits() -> String {
    let ranges = [
        ("keepaliveS", KEEPALIVE_US, SECOND),
        ("probes", KEEPALIVE_PROBES, 1),
        ("userTimeoutMs", USER_TIMEOUT_US, MILLISECOND),
        ("retries2", RETRIES2, 1),
        ("synRetries", SYN_RETRIES, 1),
        ("synLinearTimeouts", SYN_LINEAR_TIMEOUTS, 1),
        ("rttMs", RTT_US, MILLISECOND),
        ("grpcMs", GRPC_US, MILLISECOND),
        ("minPingIntervalMs", MIN_PING_INTERVAL_US, MILLISECOND),
        ("everyMs", scenario::EVERY_US, MILLISECOND),
        ("backS", scenario::BACK_US, SECOND),
        ("forgetS", scenario::FORGETS_AFTER_US, SECOND),
        ("sendBufferWrites", SEND_BUFFER_WRITES, 1),
        ("rtoMinMs", RTO_MIN_US, MILLISECOND),
        ("rtoMaxS", RTO_MAX_US, SECOND),
    ];
    let ranges = ranges
        .map(|(name, range, unit)| format!(r#""{name}":[{},{}]"#, range.start().div_ceil(unit), range.end() / unit));
    let concerns = Scenario::all(0, 0).map(|scenario| {
        let patterns = Pattern::all(0).into_iter().filter(|&pattern| scenario.concerns(pattern));
        let patterns: Vec<_> = patterns.map(|pattern| format!(r#""{}""#, pattern.name())).collect();
        format!(r#""{}":[{}]"#, scenario.name(), patterns.join(","))
    });
    let of_scenarios = |has: fn(&Scenario) -> bool| {
        let names: Vec<_> = Scenario::all(0, 0).into_iter().filter(has).map(Scenario::name).collect();
        listed(&names)
    };
    let back = of_scenarios(|scenario| matches!(scenario, Scenario::PeerReboots { .. }));
    let forget = of_scenarios(|scenario| matches!(scenario, Scenario::FirewallForgets { .. }));
    let writes: Vec<_> =
        Pattern::all(0).into_iter().filter(|pattern| matches!(pattern, Pattern::Writes { .. })).collect();
    let writes = listed(&writes.into_iter().map(Pattern::name).collect::<Vec<_>>());
    format!(
        r#"{{{},"concerns":{{{}}},"story":{{"every":{writes},"buffer":{writes},"back":{back},"forget":{forget}}},"settings":{}}}"#,
        ranges.join(","),
        concerns.join(","),
        listed(&Setting::NAMES),
    )
}

/// The durations that scenarios and patterns have.
#[derive(Debug, Clone, Copy)]
pub struct Durations {
    every_us: u64,
    back_us: u64,
    forget_us: u64,
}

impl Durations {
    /// From write to write, until the peer is back, and until a firewall forgets; in milliseconds.
    pub fn new(every_ms: f64, back_ms: f64, forget_ms: f64) -> Result<Self, LimitError> {
        Ok(Self {
            every_us: duration("time between writes (ms)", every_ms, MILLISECOND)?,
            back_us: duration("time to reboot (ms)", back_ms, MILLISECOND)?,
            forget_us: duration("firewall's memory (ms)", forget_ms, MILLISECOND)?,
        })
    }

    /// A scenario by its name.
    pub fn scenario(self, name: &str) -> Result<Scenario, ArgumentError> {
        Scenario::parse(name, self.back_us, self.forget_us)
    }

    /// A pattern by its name.
    pub fn pattern(self, name: &str) -> Result<Pattern, ArgumentError> {
        Pattern::parse(name, self.every_us)
    }
}

/// A scenario played with timers that are never late, and the times between which it is surely noticed, in microseconds: infinite
/// for never, NaN where nothing is to be noticed.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// With timers that are never late.
    pub outcome: Outcome,
    /// The soonest, from the fault on, however late timers are: a late one can save a retransmission.
    pub earliest_after_us: f64,
    /// The latest, from the last contact on.
    pub latest_us: f64,
    /// The same from the fault on.
    pub latest_after_us: f64,
}

impl Played {
    /// Plays it.
    pub fn of(settings: &Settings, scenario: Scenario, pattern: Pattern) -> Result<Self, LimitError> {
        let outcomes = simulate_however_late(settings, scenario, pattern)?;
        // NaN is less than all, and more.
        let after = || outcomes.iter().map(noticed_after_us);
        let earliest_after_us = after().fold(f64::NAN, f64::min);
        let latest_after_us = after().fold(f64::NAN, f64::max);
        let latest_us = outcomes.iter().map(|outcome| at_us(outcome.ending)).fold(f64::NAN, f64::max);
        let outcome = outcomes.into_iter().next().expect("timers that are never late come first");
        Ok(Self { outcome, earliest_after_us, latest_us, latest_after_us })
    }
}

/// When it was noticed: infinite for never, NaN where nothing is to be noticed.
pub fn at_us(ending: Ending) -> f64 {
    match ending {
        Ending::Learned(learned) => learned.at_us as f64,
        Ending::Never => f64::INFINITY,
        Ending::Survives => f64::NAN,
    }
}

/// The same from the fault on.
pub fn noticed_after_us(outcome: &Outcome) -> f64 {
    outcome.noticed_after_us().map_or(at_us(outcome.ending), |us| us as f64)
}
