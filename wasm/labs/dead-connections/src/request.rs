//! From numbers and names as JavaScript has them to what the model of a lost peer accepts, and back.

use std::fmt;

use dead_connections_model::settings::{
    GRPC_US, HZ, INITIAL_RTO_US, KEEPALIVE_PROBES, KEEPALIVE_US, MILLISECOND, MIN_PING_INTERVAL_US, NEIGHBOUR_REQUESTS,
    NEIGHBOUR_US, PING_STRIKES, RETRIES2, RTO_MAX_US, RTO_MIN_US, RTT_US, SECOND, SEND_BUFFER_WRITES,
    SYN_LINEAR_TIMEOUTS, SYN_RETRIES, USER_TIMEOUT_US,
};
use dead_connections_model::{
    Ending, GrpcKeepalive, Keepalive, Kernel, Lateness, Neighbour, Outcome, Path, Pattern, Scenario, Settings,
    scenario, simulate,
};
use limits::{LimitError, check_number};

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A number is outside its limits.
    Limit(LimitError),
    /// No scenario has this name.
    UnknownScenario(String),
    /// No pattern has this name.
    UnknownPattern(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(error) => error.fmt(f),
            Self::UnknownScenario(name) => {
                let names = Scenario::all(0, 0).map(Scenario::name).join(", ");
                write!(f, "scenario is {name:?}; it must be one of {names}")
            }
            Self::UnknownPattern(name) => {
                let names = Pattern::all(0).map(Pattern::name).join(", ");
                write!(f, "pattern is {name:?}; it must be one of {names}")
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<LimitError> for Error {
    fn from(error: LimitError) -> Self {
        Self::Limit(error)
    }
}

/// Settings in numbers that nobody has checked; [`Settings`] says what each means. What is not given is Linux's default.
#[derive(Debug, Clone, Default)]
pub struct UncheckedSettings {
    /// Idle time and interval in seconds, probes.
    pub keepalive: Option<[f64; 3]>,
    /// Milliseconds.
    pub user_timeout_ms: f64,
    /// Writes that fit the send buffer.
    pub send_buffer_writes: Option<f64>,
    /// `tcp_retries2`, `tcp_syn_retries`, `tcp_syn_linear_timeouts`.
    pub retries: Option<[f64; 3]>,
    /// Smallest, largest and initial retransmission timeout in milliseconds.
    pub rto_ms: Option<[f64; 3]>,
    /// Round trip time and its mean deviation, in microseconds.
    pub path_us: [f64; 2],
    /// Reachable time and delay in milliseconds, requests, their interval in milliseconds.
    pub neighbour: Option<[f64; 4]>,
    /// Ticks per second.
    pub hz: Option<f64>,
    /// Whether there is none.
    pub without_loss_probe: bool,
    /// gRPC's keepalive.
    pub grpc: Option<UncheckedGrpc>,
}

/// gRPC's keepalive in numbers that nobody has checked.
#[derive(Debug, Clone, Copy)]
pub struct UncheckedGrpc {
    /// Silence before a PING.
    pub ping_after_ms: f64,
    /// How long its answer may take.
    pub timeout_ms: f64,
    /// Whether to ping while no call is open.
    pub without_calls: bool,
    /// The least time between pings that the server allows.
    pub min_ping_interval_ms: f64,
    /// How many early pings it forgives.
    pub strikes: f64,
}

/// A whole number of some unit, as microseconds within limits that are given in microseconds.
fn duration(
    field: &'static str,
    value: f64,
    unit_us: u64,
    limits_us: std::ops::RangeInclusive<u64>,
) -> Result<u64, LimitError> {
    let (least, most) = limits_us.into_inner();
    Ok(check_number(field, value, least.div_ceil(unit_us)..=most / unit_us)? * unit_us)
}

impl UncheckedSettings {
    /// The settings, if every number is within its limits.
    pub fn settings(&self) -> Result<Settings, LimitError> {
        let user_timeout_us = duration("user timeout (ms)", self.user_timeout_ms, MILLISECOND, USER_TIMEOUT_US)?;
        let settings = Settings {
            keepalive: self.keepalive.map(keepalive).transpose()?,
            user_timeout_us,
            send_buffer_writes: self.send_buffer_writes.map(send_buffer).transpose()?,
            kernel: self.kernel()?,
            path: Path {
                rtt_us: duration("round trip time (µs)", self.path_us[0], 1, RTT_US)?,
                rtt_deviation_us: duration("deviation of the round trip time (µs)", self.path_us[1], 1, RTT_US)?,
                neighbour: self.neighbour.map(neighbour).transpose()?,
            },
            grpc: self.grpc.map(UncheckedGrpc::keepalive).transpose()?,
        };
        settings.check()?;
        Ok(settings)
    }

    fn kernel(&self) -> Result<Kernel, LimitError> {
        let mut kernel = Kernel { loss_probe: !self.without_loss_probe, ..Kernel::default() };
        if let Some([retries2, syn_retries, syn_linear_timeouts]) = self.retries {
            kernel.retries2 = check_number("tcp_retries2", retries2, RETRIES2)?;
            kernel.syn_retries = check_number("tcp_syn_retries", syn_retries, SYN_RETRIES)?;
            kernel.syn_linear_timeouts =
                check_number("tcp_syn_linear_timeouts", syn_linear_timeouts, SYN_LINEAR_TIMEOUTS)?;
        }
        if let Some([min, max, initial]) = self.rto_ms {
            kernel.rto_min_us = duration("smallest retransmission timeout (ms)", min, MILLISECOND, RTO_MIN_US)?;
            kernel.rto_max_us = duration("largest retransmission timeout (ms)", max, MILLISECOND, RTO_MAX_US)?;
            kernel.initial_rto_us =
                duration("initial retransmission timeout (ms)", initial, MILLISECOND, INITIAL_RTO_US)?;
        }
        if let Some(hz) = self.hz {
            kernel.hz = check_number("ticks per second", hz, HZ)?;
        }
        Ok(kernel)
    }
}

fn send_buffer(writes: f64) -> Result<u64, LimitError> {
    check_number("writes that fit the send buffer", writes, SEND_BUFFER_WRITES)
}

fn keepalive([idle_s, interval_s, probes]: [f64; 3]) -> Result<Keepalive, LimitError> {
    Ok(Keepalive {
        idle_us: duration("keepalive idle time (s)", idle_s, SECOND, KEEPALIVE_US)?,
        interval_us: duration("keepalive interval (s)", interval_s, SECOND, KEEPALIVE_US)?,
        probes: check_number("keepalive probes", probes, KEEPALIVE_PROBES)?,
    })
}

fn neighbour([reachable_ms, delay_ms, requests, interval_ms]: [f64; 4]) -> Result<Neighbour, LimitError> {
    Ok(Neighbour {
        reachable_us: duration("reachable time (ms)", reachable_ms, MILLISECOND, NEIGHBOUR_US)?,
        delay_us: duration("delay of the first request (ms)", delay_ms, MILLISECOND, NEIGHBOUR_US)?,
        requests: check_number("requests", requests, NEIGHBOUR_REQUESTS)?,
        interval_us: duration(
            "interval of requests (ms)",
            interval_ms,
            MILLISECOND,
            MILLISECOND..=*NEIGHBOUR_US.end(),
        )?,
    })
}

impl UncheckedGrpc {
    fn keepalive(self) -> Result<GrpcKeepalive, LimitError> {
        Ok(GrpcKeepalive {
            ping_after_us: duration("gRPC keepalive time (ms)", self.ping_after_ms, MILLISECOND, GRPC_US)?,
            timeout_us: duration("gRPC keepalive timeout (ms)", self.timeout_ms, MILLISECOND, GRPC_US)?,
            without_calls: self.without_calls,
            min_ping_interval_us: duration(
                "least interval of pings (ms)",
                self.min_ping_interval_ms,
                MILLISECOND,
                MIN_PING_INTERVAL_US,
            )?,
            ping_strikes: check_number("forgiven pings", self.strikes, PING_STRIKES)?,
        })
    }
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
            every_us: duration("time between writes (ms)", every_ms, MILLISECOND, scenario::EVERY_US)?,
            back_us: duration("time to reboot (ms)", back_ms, MILLISECOND, scenario::BACK_US)?,
            forget_us: duration("firewall's memory (ms)", forget_ms, MILLISECOND, scenario::FORGETS_AFTER_US)?,
        })
    }

    fn scenarios(self) -> impl Iterator<Item = Scenario> {
        Scenario::all(self.back_us, self.forget_us).into_iter()
    }

    fn patterns(self) -> impl Iterator<Item = Pattern> {
        Pattern::all(self.every_us).into_iter()
    }

    /// A scenario by its name.
    pub fn scenario(self, name: &str) -> Result<Scenario, Error> {
        self.scenarios().find(|scenario| scenario.name() == name).ok_or_else(|| Error::UnknownScenario(name.to_owned()))
    }

    /// A pattern by its name.
    pub fn pattern(self, name: &str) -> Result<Pattern, Error> {
        self.patterns().find(|pattern| pattern.name() == name).ok_or_else(|| Error::UnknownPattern(name.to_owned()))
    }

    /// What each pattern makes of each scenario that is of its own to it.
    pub fn fates(self, settings: &Settings) -> Result<Vec<Fate>, LimitError> {
        let patterns = |scenario: Scenario| self.patterns().filter(move |&pattern| scenario.concerns(pattern));
        let pairs = self.scenarios().flat_map(|scenario| patterns(scenario).map(move |pattern| (scenario, pattern)));
        pairs.map(|(scenario, pattern)| Fate::of(settings, scenario, pattern)).collect()
    }
}

/// A scenario played with timers that are never late, and the time by which it is surely noticed.
#[derive(Debug, Clone, PartialEq)]
pub struct Fate {
    /// What happened.
    pub scenario: Scenario,
    /// What the program did.
    pub pattern: Pattern,
    /// With timers that are never late.
    pub outcome: Outcome,
    /// When it is noticed from the last contact on, in microseconds, if timers are as late as they may be: infinite for
    /// never, NaN where nothing is to be noticed.
    pub latest_us: f64,
    /// The same from the fault on.
    pub latest_after_us: f64,
}

impl Fate {
    /// Plays it.
    pub fn of(settings: &Settings, scenario: Scenario, pattern: Pattern) -> Result<Self, LimitError> {
        let outcome = simulate(settings, scenario, pattern, Lateness::None)?;
        let late = simulate(settings, scenario, pattern, Lateness::Most)?;
        // Late timers can save a retransmission, and with it time. NaN is less than all.
        let latest_us = at_us(outcome.ending).max(at_us(late.ending));
        let latest_after_us = noticed_after_us(&outcome).max(noticed_after_us(&late));
        Ok(Self { scenario, pattern, outcome, latest_us, latest_after_us })
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

/// Of a time line, for each event: when, which step, which of its kind, whether on the wire, and when the timer fires
/// that it set, or NaN.
pub fn flat(outcome: &Outcome) -> Vec<f64> {
    let event = |event: &dead_connections_model::Event| {
        let timer_us = event.timer_us.map_or(f64::NAN, |us| us as f64);
        let on_wire = f64::from(u8::from(event.on_wire));
        [event.at_us as f64, event.step as usize as f64, event.number as f64, on_wire, timer_us]
    };
    outcome.events.iter().flat_map(event).collect()
}
