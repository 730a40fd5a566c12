//! What the dead-connections lab calls: a TCP endpoint whose peer is lost, and the way back from a deadline to settings,
//! behind a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. `from_js` and [`request`] turn it into the model's values; the latter knows nothing of JavaScript.

pub mod request;

use dead_connections_model::recommend::{self, recommend};
use dead_connections_model::relevance::{self, inert};
use dead_connections_model::settings::{MILLISECOND, SECOND};
use dead_connections_model::{Call, Neighbour, Settings, Sign, Step, outcome};
use from_js::{text, whole};
use request::{Durations, Played};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"
/** How the peer is lost. */
export type ScenarioName =
  | 'peer-exits' | 'peer-exits-unread' | 'host-vanishes' | 'drop-outbound' | 'drop-inbound' | 'own-link-down'
  | 'own-link-down-in-flight' | 'peer-reboots' | 'firewall-rejects' | 'firewall-forgets' | 'firewall-resets'
  | 'peer-hangs' | 'peer-hangs-then-vanishes' | 'alive';
/** What the program does meanwhile. */
export type PatternName = 'idle' | 'awaiting' | 'writes' | 'connecting';
/** Whether the program learns of it. */
export type EndingName = 'learned' | 'never' | 'survives';
/** The call that tells; none where nothing is learnt. */
export type CallName = 'read' | 'write' | 'connect' | 'rpc' | '';
/** What it says: errno, or what stands for it. */
export type SignName =
  | 'EOF' | 'ECONNRESET' | 'EPIPE' | 'ETIMEDOUT' | 'EHOSTUNREACH' | 'ENETUNREACH' | 'ECONNREFUSED'
  | 'ping timeout' | 'too_many_pings' | '';
/** Kinds of events. */
export type StepName =
  | 'syn' | 'data' | 'ping' | 'loss-probe' | 'retransmission' | 'keepalive-probe' | 'window-probe' | 'still-waiting'
  | 'reset-sent' | 'acknowledgement' | 'zero-window' | 'fin' | 'reset' | 'pong' | 'go-away' | 'host-unreachable' | 'rejected'
  | 'write-buffered' | 'write-blocked' | 'keepalive-skipped' | 'given-up';
/** Settings that need not matter, as addresses call them. */
export type SettingName =
  | 'idle' | 'interval' | 'probes' | 'timeout' | 'retries' | 'synretries' | 'synlinear'
  | 'ping' | 'pong' | 'calls' | 'allowed';
/** Why a setting changes nothing. */
export type ReasonName =
  | 'keepalive-off' | 'keepalive-once-connected' | 'keepalive-asleep' | 'over-before-probe' | 'timeout-for-probes'
  | 'nothing-to-retransmit' | 'once-connected' | 'nothing-retransmitted' | 'timeout-for-retries' | 'only-connecting'
  | 'timeout-first' | 'grpc-off';
/** Whether settings were found; if not, what stands in the way. */
export type AdviceKind = 'found' | 'too-few-probes' | 'too-soon';
"#;

/// The limits of every setting, and which patterns each scenario is of its own to, as JSON:
/// `site/wasm-pkg/dead-connections/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    request::limits()
}

/// One end of a connection: what is set there, and the path to its peer. All quantities are whole numbers. What is not set is
/// Linux's default: neither keepalive nor user timeout.
#[wasm_bindgen]
#[derive(Default)]
pub struct Endpoint(Settings);

#[wasm_bindgen]
impl Endpoint {
    /// Nothing is set.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// SO_KEEPALIVE with TCP_KEEPIDLE and TCP_KEEPINTVL in seconds, 1 to 32,767, and TCP_KEEPCNT, 1 to 127.
    #[wasm_bindgen(js_name = setKeepalive)]
    pub fn set_keepalive(&mut self, idle_s: f64, interval_s: f64, probes: f64) -> Result<(), JsError> {
        self.0.keepalive = Some(request::keepalive(idle_s, interval_s, probes)?);
        Ok(())
    }

    /// TCP_USER_TIMEOUT in milliseconds; 0 is off.
    #[wasm_bindgen(js_name = setUserTimeout)]
    pub fn set_user_timeout(&mut self, ms: f64) -> Result<(), JsError> {
        self.0.user_timeout_us = request::user_timeout_us(ms)?;
        Ok(())
    }

    /// How many writes fit into the send buffer while nothing is acknowledged, from 1; the next one blocks. Otherwise more
    /// fit than will come.
    #[wasm_bindgen(js_name = setSendBuffer)]
    pub fn set_send_buffer(&mut self, writes: f64) -> Result<(), JsError> {
        self.0.send_buffer_writes = Some(request::send_buffer(writes)?);
        Ok(())
    }

    /// `tcp_retries2`, `tcp_syn_retries` and `tcp_syn_linear_timeouts`.
    #[wasm_bindgen(js_name = setRetries)]
    pub fn set_retries(&mut self, retries2: f64, syn_retries: f64, syn_linear_timeouts: f64) -> Result<(), JsError> {
        self.0.kernel = request::with_retries(self.0.kernel, retries2, syn_retries, syn_linear_timeouts)?;
        Ok(())
    }

    /// The smallest and the largest retransmission timeout in milliseconds.
    #[wasm_bindgen(js_name = setRto)]
    pub fn set_rto(&mut self, min_ms: f64, max_ms: f64) -> Result<(), JsError> {
        self.0.kernel = request::with_rto(self.0.kernel, min_ms, max_ms)?;
        Ok(())
    }

    /// Round trip time and its mean deviation in microseconds.
    #[wasm_bindgen(js_name = setPath)]
    pub fn set_path(&mut self, rtt_us: f64, rtt_deviation_us: f64) -> Result<(), JsError> {
        self.0.path.rtt_us = request::rtt_us(rtt_us)?;
        self.0.path.rtt_deviation_us = request::rtt_deviation_us(rtt_deviation_us)?;
        Ok(())
    }

    /// Puts the peer on the same link, where its address has to be resolved as Linux does it. Otherwise the peer is behind a
    /// router.
    #[wasm_bindgen(js_name = setNeighbour)]
    pub fn set_neighbour(&mut self) {
        self.0.path.neighbour = Some(Neighbour::default());
    }

    /// The connection carries gRPC whose client has its keepalive on: silence before a PING, how long its answer may take,
    /// whether to ping while no call is open, and the least interval that the server allows (0 allows all). Durations are
    /// milliseconds.
    #[wasm_bindgen(js_name = setGrpc)]
    pub fn set_grpc(
        &mut self,
        ping_after_ms: f64,
        timeout_ms: f64,
        without_calls: bool,
        min_ping_interval_ms: f64,
    ) -> Result<(), JsError> {
        self.0.grpc = Some(request::grpc(ping_after_ms, timeout_ms, without_calls, min_ping_interval_ms)?);
        Ok(())
    }

    /// What happens when the peer is lost in this way while the program does that. A program that writes does so every
    /// `everyMs`, a rebooting peer is back after `backMs`, and a firewall forgets after `forgetMs` of silence.
    pub fn simulate(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ScenarioName")] scenario: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "PatternName")] pattern: &JsValue,
        every_ms: f64,
        back_ms: f64,
        forget_ms: f64,
    ) -> Result<TimeLine, JsError> {
        let durations = Durations::new(every_ms, back_ms, forget_ms)?;
        let scenario = durations.scenario(&text(scenario))?;
        let pattern = durations.pattern(&text(pattern))?;
        let played = Played::of(&self.0, scenario, pattern)?;
        let inert = inert(&self.0, pattern, &played.outcome);
        Ok(TimeLine { played, inert: inert.into_iter().map(|(setting, reason)| Inert { setting, reason }).collect() })
    }

    /// The calmest keepalive and user timeout with which a lost peer is noticed within `withinS`, idle or with data under
    /// way, at `probesPerHour` or fewer while idle. The system's settings and the path are those of this endpoint.
    pub fn recommend(&self, within_s: f64, probes_per_hour: f64) -> Result<Advice, JsError> {
        let advice = recommend(whole("within (s)", within_s)?, whole("probes an hour", probes_per_hour)?, &self.0)?;
        Ok(Advice(advice))
    }
}

/// The names of all kinds of events.
#[wasm_bindgen(js_name = stepNames, unchecked_return_type = "StepName[]")]
pub fn step_names() -> Vec<String> {
    Step::ALL.map(|step| step.name().to_owned()).into()
}

/// One thing that happens.
#[wasm_bindgen]
pub struct Event(outcome::Event);

#[wasm_bindgen]
impl Event {
    /// When, in microseconds from the last contact.
    #[wasm_bindgen(getter = atUs)]
    pub fn at_us(&self) -> f64 {
        self.0.at_us as f64
    }

    /// What.
    #[wasm_bindgen(getter, unchecked_return_type = "StepName")]
    pub fn step(&self) -> String {
        self.0.step.name().to_owned()
    }

    /// Which of its kind, from 1.
    #[wasm_bindgen(getter)]
    pub fn number(&self) -> f64 {
        self.0.number as f64
    }

    /// Whether, being a segment of ours, it left the machine.
    #[wasm_bindgen(getter = onWire)]
    pub fn on_wire(&self) -> bool {
        self.0.on_wire
    }

    /// When the timer fires that it set, if it set one.
    #[wasm_bindgen(getter = timerUs)]
    pub fn timer_us(&self) -> Option<f64> {
        self.0.timer_us.map(|us| us as f64)
    }
}

/// A setting that changes nothing, and why.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct Inert {
    setting: relevance::Setting,
    reason: relevance::Reason,
}

#[wasm_bindgen]
impl Inert {
    /// Which.
    #[wasm_bindgen(getter, unchecked_return_type = "SettingName")]
    pub fn setting(&self) -> String {
        self.setting.name().to_owned()
    }

    /// Why.
    #[wasm_bindgen(getter, unchecked_return_type = "ReasonName")]
    pub fn reason(&self) -> String {
        self.reason.name().to_owned()
    }
}

/// What happened, and how the program learnt. Times are microseconds from the last contact with the peer.
#[wasm_bindgen]
pub struct TimeLine {
    played: Played,
    inert: Vec<Inert>,
}

#[wasm_bindgen]
impl TimeLine {
    /// Whether the program learns of it.
    #[wasm_bindgen(getter, unchecked_return_type = "EndingName")]
    pub fn ending(&self) -> String {
        self.played.outcome.ending.name().to_owned()
    }

    /// The call that tells; empty where nothing is learnt.
    #[wasm_bindgen(getter, unchecked_return_type = "CallName")]
    pub fn call(&self) -> String {
        self.played.outcome.ending.learned().map_or("", |learned| Call::name(learned.call)).to_owned()
    }

    /// What it says; empty where nothing is learnt.
    #[wasm_bindgen(getter, unchecked_return_type = "SignName")]
    pub fn errno(&self) -> String {
        self.played.outcome.ending.learned().map_or("", |learned| Sign::name(learned.sign)).to_owned()
    }

    /// When it is learnt, if timers are never late: infinite for never, NaN where there is nothing to learn.
    #[wasm_bindgen(getter = atUs)]
    pub fn at_us(&self) -> f64 {
        request::at_us(self.played.outcome.ending)
    }

    /// The same at the latest, if timers are as late as the kernel's may be.
    #[wasm_bindgen(getter = latestUs)]
    pub fn latest_us(&self) -> f64 {
        self.played.latest_us
    }

    /// When the peer was lost: 0, or when the firewall forgot.
    #[wasm_bindgen(getter = faultUs)]
    pub fn fault_us(&self) -> f64 {
        self.played.outcome.fault_us as f64
    }

    /// How long the fault went unnoticed: infinite for ever, NaN where there was nothing to notice.
    #[wasm_bindgen(getter = noticedAfterUs)]
    pub fn noticed_after_us(&self) -> f64 {
        request::noticed_after_us(&self.played.outcome)
    }

    /// The same at the latest.
    #[wasm_bindgen(getter = latestAfterUs)]
    pub fn latest_after_us(&self) -> f64 {
        self.played.latest_after_us
    }

    /// Writes after the last contact that succeeded although nothing came of them.
    #[wasm_bindgen(getter = vainWrites)]
    pub fn vain_writes(&self) -> f64 {
        self.played.outcome.vain_writes as f64
    }

    /// Segments that our kernel sent after the last contact, whether or not they left the machine.
    #[wasm_bindgen(getter = segmentsSent)]
    pub fn segments_sent(&self) -> f64 {
        self.played.outcome.segments_sent as f64
    }

    /// The settings that change nothing in it.
    #[wasm_bindgen(getter)]
    pub fn inert(&self) -> Vec<Inert> {
        self.inert.clone()
    }

    /// Events, in order.
    pub fn events(&self) -> Vec<Event> {
        self.played.outcome.events.iter().copied().map(Event).collect()
    }

    /// Events left out after the first ones.
    #[wasm_bindgen(getter = eventsLeftOut)]
    pub fn events_left_out(&self) -> f64 {
        self.played.outcome.events_left_out as f64
    }
}

/// Settings with which a lost peer is noticed in time.
#[wasm_bindgen]
pub struct Recommendation {
    /// TCP_KEEPIDLE in seconds.
    #[wasm_bindgen(readonly, js_name = idleS)]
    pub idle_s: f64,
    /// TCP_KEEPINTVL in seconds.
    #[wasm_bindgen(readonly, js_name = intervalS)]
    pub interval_s: f64,
    /// TCP_KEEPCNT.
    #[wasm_bindgen(readonly)]
    pub probes: f64,
    /// TCP_USER_TIMEOUT in milliseconds.
    #[wasm_bindgen(readonly, js_name = userTimeoutMs)]
    pub user_timeout_ms: f64,
    /// When the loss of an idle connection's peer is noticed at the latest, in microseconds.
    #[wasm_bindgen(readonly, js_name = idleLatestUs)]
    pub idle_latest_us: f64,
    /// The same with data under way.
    #[wasm_bindgen(readonly, js_name = inFlightLatestUs)]
    pub in_flight_latest_us: f64,
    /// Probes an hour while the connection is idle and well.
    #[wasm_bindgen(readonly, js_name = probesPerHour)]
    pub probes_per_hour: f64,
    /// The same in packets: a probe and its answer.
    #[wasm_bindgen(readonly, js_name = packetsPerHour)]
    pub packets_per_hour: f64,
}

impl From<recommend::Recommendation> for Recommendation {
    fn from(found: recommend::Recommendation) -> Self {
        Self {
            idle_s: (found.keepalive.idle_us / SECOND) as f64,
            interval_s: (found.keepalive.interval_us / SECOND) as f64,
            probes: found.keepalive.probes as f64,
            user_timeout_ms: (found.user_timeout_us / MILLISECOND) as f64,
            idle_latest_us: found.idle_latest_us as f64,
            in_flight_latest_us: found.in_flight_latest_us as f64,
            probes_per_hour: found.probes_per_hour as f64,
            packets_per_hour: found.packets_per_hour() as f64,
        }
    }
}

/// Settings for a deadline, or what stands in their way.
#[wasm_bindgen]
pub struct Advice(recommend::Advice);

#[wasm_bindgen]
impl Advice {
    /// Whether settings were found.
    #[wasm_bindgen(getter, unchecked_return_type = "AdviceKind")]
    pub fn kind(&self) -> String {
        let kind = match self.0 {
            recommend::Advice::Found(_) => "found",
            recommend::Advice::TooFewProbes { .. } => "too-few-probes",
            recommend::Advice::TooSoon { .. } => "too-soon",
        };
        kind.to_owned()
    }

    /// The settings, where some were found.
    #[wasm_bindgen(getter)]
    pub fn found(&self) -> Option<Recommendation> {
        match self.0 {
            recommend::Advice::Found(found) => Some(found.into()),
            recommend::Advice::TooFewProbes { .. } | recommend::Advice::TooSoon { .. } => None,
        }
    }

    /// How many probes an hour would do, where the allowed ones are too few.
    #[wasm_bindgen(getter)]
    pub fn needed(&self) -> Option<f64> {
        match self.0 {
            recommend::Advice::TooFewProbes { needed, .. } => Some(needed as f64),
            _ => None,
        }
    }

    /// How many seconds would do, where no settings were found.
    #[wasm_bindgen(getter = neededS)]
    pub fn needed_s(&self) -> Option<f64> {
        match self.0 {
            recommend::Advice::TooFewProbes { within_s, .. } | recommend::Advice::TooSoon { within_s } => {
                Some(within_s as f64)
            }
            recommend::Advice::Found(_) => None,
        }
    }
}
