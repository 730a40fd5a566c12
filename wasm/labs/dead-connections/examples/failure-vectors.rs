//! Prints what the model of a lost peer answers natively, as JSON whose numbers are the hexadecimal bits of 64-bit floats.
//!
//! `wasm/labs/dead-connections/tests/native-equals-wasm.test.ts` asks the WebAssembly the same questions and compares the bits.

use dead_connections_lab::request::{self, Durations, Played};
use dead_connections_model::recommend::{Advice, recommend};
use dead_connections_model::relevance::inert;
use dead_connections_model::{Neighbour, Outcome, Pattern, Scenario, Settings};
use limits::LimitError;

/// Between writes, until the peer is back, until a firewall forgets; in milliseconds.
const DURATIONS: [[f64; 3]; 2] = [[500.0, 1_000.0, 2_000.0], [7_000.0, 90_000.0, 350_000.0]];
/// Within how many seconds, and with how many probes an hour.
const QUESTIONS: [[f64; 2]; 4] = [[90.0, 240.0], [30.0, 10.0], [2.0, 3600.0], [604_800.0, 1.0]];

fn main() {
    let cases: Vec<String> = cases().iter().map(Case::answers).collect();
    println!("[\n{}\n]", cases.join(",\n"));
}

/// Settings in the order in which JavaScript gives them.
#[derive(Default, Clone)]
struct Case {
    keepalive: Option<[f64; 3]>,
    user_timeout: f64,
    path: [f64; 2],
    /// Retries and timeouts.
    kernel: Option<([f64; 3], [f64; 2])>,
    on_link: bool,
    send_buffer: Option<f64>,
    grpc: Option<[f64; 4]>,
    durations: [f64; 3],
}

/// All that is set or not, with all that a system, a path and gRPC add.
fn cases() -> Vec<Case> {
    let systems = [
        Case::default(),
        Case { on_link: true, ..Case::default() },
        Case { kernel: Some(([3.0, 2.0, 0.0], [50.0, 60_000.0])), send_buffer: Some(3.0), ..Case::default() },
        Case { grpc: Some([10_000.0, 20_000.0, 1.0, 300_000.0]), ..Case::default() },
    ];
    let mut cases = Vec::new();
    for keepalive in [None, Some([7_200.0, 75.0, 9.0]), Some([1.0, 1.0, 3.0])] {
        for user_timeout in [0.0, 3_000.0, 90_000.0] {
            for path in [[50.0, 0.0], [80_000.0, 60_000.0]] {
                for system in &systems {
                    for durations in DURATIONS {
                        cases.push(Case { keepalive, user_timeout, path, durations, ..system.clone() });
                    }
                }
            }
        }
    }
    cases
}

impl Case {
    fn settings(&self) -> Result<Settings, LimitError> {
        let keepalive = self.keepalive.map(|[idle, interval, probes]| request::keepalive(idle, interval, probes));
        let mut settings = Settings {
            keepalive: keepalive.transpose()?,
            user_timeout_us: request::user_timeout_us(self.user_timeout)?,
            ..Settings::default()
        };
        settings.path.rtt_us = request::rtt_us(self.path[0])?;
        settings.path.rtt_deviation_us = request::rtt_deviation_us(self.path[1])?;
        settings.path.neighbour = self.on_link.then(Neighbour::default);
        settings.send_buffer_writes = self.send_buffer.map(request::send_buffer).transpose()?;
        if let Some(([retries2, syn_retries, syn_linear_timeouts], [min, max])) = self.kernel {
            let kernel = request::with_retries(settings.kernel, retries2, syn_retries, syn_linear_timeouts)?;
            settings.kernel = request::with_rto(kernel, min, max)?;
        }
        settings.grpc = self
            .grpc
            .map(|[ping_after, timeout, without_calls, min_interval]| {
                request::grpc(ping_after, timeout, without_calls != 0.0, min_interval)
            })
            .transpose()?;
        Ok(settings)
    }

    fn answers(&self) -> String {
        let settings = self.settings().expect("the cases lie within the limits");
        let [every, back, forget] = self.durations;
        let durations = Durations::new(every, back, forget).expect("the cases lie within the limits");
        let outcomes: Vec<String> =
            pairs(durations).map(|(scenario, pattern)| answer(&settings, scenario, pattern)).collect();
        let advice = QUESTIONS.map(|[within_s, probes]| {
            let advice = recommend(within_s as u64, probes as u64, &settings);
            format!("[{within_s},{probes},{}]", bits(&advised(advice.expect("the questions lie within the limits"))))
        });
        format!(
            r#"{{"keepalive":{},"userTimeout":{},"path":{:?},"kernel":{},"onLink":{},"sendBuffer":{},"grpc":{},"durations":{:?},"outcomes":[{}],"advice":[{}]}}"#,
            json(self.keepalive),
            self.user_timeout,
            self.path,
            self.kernel.map_or("null".to_owned(), |(retries, rto)| format!("[{retries:?},{rto:?}]")),
            self.on_link,
            json(self.send_buffer),
            json(self.grpc),
            self.durations,
            outcomes.join(","),
            advice.join(","),
        )
    }
}

/// Each scenario with each pattern that it is of its own to.
fn pairs(durations: Durations) -> impl Iterator<Item = (Scenario, Pattern)> {
    let scenarios = Scenario::NAMES.map(|name| durations.scenario(name).expect("the names are the model's"));
    let patterns = Pattern::NAMES.map(|name| durations.pattern(name).expect("the names are the model's"));
    let pairs = scenarios.into_iter().flat_map(move |scenario| patterns.map(|pattern| (scenario, pattern)));
    pairs.filter(|(scenario, pattern)| scenario.concerns(*pattern))
}

fn answer(settings: &Settings, scenario: Scenario, pattern: Pattern) -> String {
    let played = Played::of(settings, scenario, pattern).expect("the cases lie within the limits");
    let outcome = &played.outcome;
    let inert = inert(settings, pattern, outcome);
    let inert: Vec<_> = inert.into_iter().map(|(setting, reason)| [setting.name(), reason.name()].join(" ")).collect();
    let learned = outcome.ending.learned();
    let events = numbers_of(outcome);
    let numbers = [
        request::at_us(outcome.ending),
        played.latest_us,
        outcome.fault_us as f64,
        request::noticed_after_us(outcome),
        played.latest_after_us,
        outcome.vain_writes as f64,
        outcome.segments_sent as f64,
        outcome.events_left_out as f64,
        outcome.events.len() as f64,
    ];
    format!(
        r#"{{"scenario":"{}","pattern":"{}","ending":"{}","call":"{}","errno":"{}","numbers":{},"inert":{inert:?},"checksum":{}}}"#,
        scenario.name(),
        pattern.name(),
        outcome.ending.name(),
        learned.map_or("", |learned| learned.call.name()),
        learned.map_or("", |learned| learned.sign.name()),
        bits(&numbers),
        checksum(&events),
    )
}

/// Of each event: when, which step, which of its kind, whether on the wire, and when the timer fires that it set, or NaN.
fn numbers_of(outcome: &Outcome) -> Vec<f64> {
    let event = |event: &dead_connections_model::Event| {
        let timer_us = event.timer_us.map_or(f64::NAN, |us| us as f64);
        let on_wire = f64::from(u8::from(event.on_wire));
        [event.at_us as f64, event.step as usize as f64, event.number as f64, on_wire, timer_us]
    };
    outcome.events.iter().flat_map(event).collect()
}

fn advised(advice: Advice) -> Vec<f64> {
    let numbers = match advice {
        Advice::Found(found) => vec![
            found.keepalive.idle_us / 1_000_000,
            found.keepalive.interval_us / 1_000_000,
            found.keepalive.probes,
            found.user_timeout_us / 1_000,
            found.idle_latest_us,
            found.in_flight_latest_us,
            found.probes_per_hour,
            found.packets_per_hour(),
        ],
        Advice::TooFewProbes { needed, within_s } => vec![needed, within_s],
        Advice::TooSoon { within_s } => vec![within_s],
    };
    numbers.into_iter().map(|number| number as f64).collect()
}

/// FNV-1a over the words of the floats, low before high.
fn checksum(values: &[f64]) -> u32 {
    let words = values.iter().flat_map(|value| [value.to_bits() as u32, (value.to_bits() >> 32) as u32]);
    words.fold(0x811c_9dc5, |hash, word| (hash ^ word).wrapping_mul(0x0100_0193))
}

fn bits(values: &[f64]) -> String {
    let words: Vec<String> = values.iter().map(|value| format!("\"{:016x}\"", value.to_bits())).collect();
    format!("[{}]", words.join(","))
}

fn json<T: std::fmt::Debug>(value: Option<T>) -> String {
    value.map_or("null".to_owned(), |value| format!("{value:?}"))
}
