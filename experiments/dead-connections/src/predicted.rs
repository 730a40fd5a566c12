//! What the model says of a row.

use std::time::Duration;

use dead_connections_model::settings::MILLISECOND;
use dead_connections_model::{
    Call, Ending, GrpcKeepalive, Kernel, Lateness, Learned, Neighbour, Outcome, Path, Pattern, Scenario, Settings,
    Sign, simulate, simulate_however_late,
};

use crate::client::Noticed;
use crate::condition::{Condition, Program};
use crate::signs;

/// Time by which a round trip is longer on a busy machine, where a process may wait for its turn, in microseconds.
const BUSY_RTT_US: u64 = 20_000;

/// What the model says, and within which bounds.
pub(crate) struct Predicted {
    /// With timers that are never late.
    pub punctual: Outcome,
    bounds: Option<(Duration, Duration)>,
}

/// How much a measurement may lie beyond the model's bounds: the time that a program takes to be woken, on a busy
/// machine.
const SLACK: Duration = Duration::from_millis(150);
/// The same where a writer's buffers have to fill first: the last of it is acknowledged some time after it was written.
const SETTLING: Duration = Duration::from_millis(500);

const WITHIN_LIMITS: &str = "the experiment's settings lie within the limits";

/// Plays a row: with punctual timers, and then with all that is not ours to say, for the bounds.
pub(crate) fn predict(condition: &Condition) -> Predicted {
    let punctual = simulate(&condition.settings, condition.scenario, condition.pattern, Lateness::None);
    let punctual = punctual.expect(WITHIN_LIMITS);
    let outcomes = variants(condition).into_iter().flat_map(|settings| {
        simulate_however_late(&settings, condition.scenario, condition.pattern).expect(WITHIN_LIMITS)
    });
    let noticed = outcomes.filter_map(|outcome| outcome.noticed_after_us());
    let noticed: Vec<Duration> = noticed.map(Duration::from_micros).collect();
    let bounds = noticed.iter().min().zip(noticed.iter().max()).map(|(&first, &last)| (first, last));
    Predicted { punctual, bounds }
}

/// The settings of a row, and what they may be instead: the round trip may be longer, and with it the retransmission
/// timeout; the kernel draws the time for which it takes an address for good; and gRPC's libraries have ways of their
/// own.
///
/// Some rows stand on a knife's edge: `tcp_retries2` is compared with the time since the first retransmission whenever a
/// timer fires, and where the sum of the timeouts is a little short of it, a timeout a few per cent longer ends the
/// connection one timer, that is half the whole time, earlier. So it is with 4 retries, and with 3 over HTTP/2, whose
/// round trips count the delay of acknowledgements. Such a row has two times, and these bounds are both.
fn variants(condition: &Condition) -> Vec<Settings> {
    let mut variants = vec![condition.settings];
    // From whole milliseconds, so that a virtual link's few microseconds do not cost a tick of the timers.
    let whole = condition.settings.path.rtt_us / MILLISECOND * MILLISECOND;
    for longer_us in [BUSY_RTT_US / 2, BUSY_RTT_US] {
        also(&mut variants, |settings| {
            let is_longer = settings.path.rtt_us > condition.settings.path.rtt_us;
            (!is_longer).then(|| with_path(settings, Path { rtt_us: whole + longer_us, ..settings.path }))
        });
    }
    for (times, over) in [(1, 2), (3, 2)] {
        also(&mut variants, |settings| {
            let neighbour = condition.settings.path.neighbour?;
            let neighbour = Neighbour { reachable_us: neighbour.reachable_us * times / over, ..neighbour };
            Some(with_path(settings, Path { neighbour: Some(neighbour), ..settings.path }))
        });
    }
    if condition.program != Program::Tcp {
        // What the model sends at once may be two segments: the loss probe repeats the second, and does not delay the
        // first.
        also(&mut variants, |settings| {
            Some(Settings { kernel: Kernel { loss_probe: false, ..settings.kernel }, ..settings })
        });
    }
    if condition.program == Program::Grpcio {
        // grpcio also pings to measure the link, so a PING may be under way already.
        also(&mut variants, |settings| {
            let grpc = settings.grpc.filter(|_| condition.scenario != Scenario::Alive)?;
            Some(Settings { grpc: Some(GrpcKeepalive { ping_after_us: 1_000, ..grpc }), ..settings })
        });
        // A PING by which it measured the link during the call before may count as the first.
        also(&mut variants, |settings| {
            let grpc = settings.grpc.filter(|_| condition.pattern == Pattern::Idle)?;
            let ping_strikes = grpc.ping_strikes.saturating_sub(1);
            Some(Settings { grpc: Some(GrpcKeepalive { ping_strikes, ..grpc }), ..settings })
        });
        // What its server sends itself starts its count of PINGs anew.
        also(&mut variants, |settings| {
            let grpc = settings.grpc?;
            Some(Settings { grpc: Some(GrpcKeepalive { ping_strikes: grpc.ping_strikes + 1, ..grpc }), ..settings })
        });
    }
    variants
}

/// Adds what becomes of each variant.
fn also(variants: &mut Vec<Settings>, other: impl Fn(Settings) -> Option<Settings>) {
    let others: Vec<Settings> = variants.iter().filter_map(|&settings| other(settings)).collect();
    variants.extend(others);
}

fn with_path(settings: Settings, path: Path) -> Settings {
    Settings { path, ..settings }
}

impl Predicted {
    /// When it is noticed, if timers are never late.
    pub(crate) fn noticed(&self) -> Option<Duration> {
        self.punctual.noticed_after_us().map(Duration::from_micros)
    }

    /// When it is noticed at the earliest: a longer timeout or a late timer can save a retransmission.
    pub(crate) fn earliest(&self) -> Option<Duration> {
        self.bounds.map(|(earliest, _)| earliest)
    }

    /// When it is noticed at the latest.
    pub(crate) fn latest(&self) -> Option<Duration> {
        self.bounds.map(|(_, latest)| latest)
    }

    fn learned(&self) -> Option<Learned> {
        match self.punctual.ending {
            Ending::Learned(learned) => Some(learned),
            Ending::Never | Ending::Survives => None,
        }
    }

    /// Name of the call in which the program learns of the loss, or `none`.
    pub(crate) fn call(&self, condition: &Condition) -> &'static str {
        match (self.learned(), condition.program) {
            (None, _) => signs::NOTHING,
            (Some(learned), Program::Tcp) => learned.call.name(),
            (Some(_), Program::Tonic | Program::Grpcio) => Call::Rpc.name(),
        }
    }

    /// The sign by which the program learns of the loss, as that program reports it; `SURVIVES` or `NEVER` without one.
    pub(crate) fn sign(&self, condition: &Condition) -> &'static str {
        match (self.learned(), condition.program, self.punctual.ending) {
            (None, _, Ending::Survives) => signs::SURVIVES,
            (None, ..) => signs::NEVER,
            (Some(learned), Program::Tcp, _) => learned.sign.name(),
            (Some(_), ..) if condition.pattern == Pattern::Idle => signs::CLOSED,
            // tonic has a word for its own timeout, and none for an error of the socket.
            (Some(Learned { sign: Sign::PingTimeout, .. }), Program::Tonic, _) => "UNAVAILABLE",
            (Some(_), Program::Tonic, _) => "UNKNOWN",
            (Some(Learned { sign: Sign::TooManyPings, .. }), Program::Grpcio, _) => signs::TOO_MANY_PINGS,
            (Some(_), Program::Grpcio, _) => "UNAVAILABLE",
        }
    }

    /// True if the program may notice after this time: within the bounds, give or take the slack.
    pub(crate) fn allows(&self, condition: &Condition, after: Duration) -> bool {
        let slack = if condition.fills_buffers() { SETTLING } else { SLACK };
        self.bounds.is_some_and(|(earliest, latest)| after + SLACK >= earliest && after <= latest + slack)
    }

    /// Whether a trial saw what was predicted: in a time that is allowed, by that call and error.
    pub(crate) fn agrees(&self, condition: &Condition, noticed: Option<&Noticed>) -> bool {
        match noticed {
            None => self.earliest().is_none_or(|earliest| earliest > condition.watched),
            Some(noticed) => {
                self.allows(condition, noticed.after)
                    && noticed.call.name() == self.call(condition)
                    && noticed.sign == self.sign(condition)
            }
        }
    }
}
