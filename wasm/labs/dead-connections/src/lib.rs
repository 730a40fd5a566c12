//! What the dead-connections lab calls: a TCP endpoint whose peer is lost, behind a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. `from_js` and [`request`] turn it into the model's values; the latter knows nothing of JavaScript.

pub mod request;

use dead_connections_model::relevance::{Inert, inert};
use dead_connections_model::{Call, Ending, Neighbour, Pattern, Scenario, Settings, Sign, Step, outcome};
use from_js::text;
use request::{Durations, Played};
use wasm_bindgen::prelude::*;

from_js::names! {
    /// How the peer is lost.
    ScenarioName "ScenarioName" = Scenario::NAMES;
    /// What the program does meanwhile.
    PatternName "PatternName" = Pattern::NAMES;
}

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
    /// whether the client pings while no call is open, whether the server permits that, and the least interval that the server
    /// permits (0 permits all). Durations are milliseconds.
    #[wasm_bindgen(js_name = setGrpc)]
    pub fn set_grpc(
        &mut self,
        ping_after_ms: f64,
        timeout_ms: f64,
        without_calls: bool,
        server_permits_without_calls: bool,
        min_ping_interval_ms: f64,
    ) -> Result<(), JsError> {
        let permits = server_permits_without_calls;
        self.0.grpc = Some(request::grpc(ping_after_ms, timeout_ms, without_calls, permits, min_ping_interval_ms)?);
        Ok(())
    }

    /// What happens when the peer is lost in this way while the program does that. A program that writes does so every
    /// `everyMs`, a rebooting peer is back after `backMs`, and a firewall forgets after `forgetMs` of silence.
    pub fn simulate(
        &self,
        scenario: &ScenarioName,
        pattern: &PatternName,
        every_ms: f64,
        back_ms: f64,
        forget_ms: f64,
    ) -> Result<TimeLine, JsError> {
        let durations = Durations::new(every_ms, back_ms, forget_ms)?;
        let scenario = durations.scenario(&text(scenario))?;
        let pattern = durations.pattern(&text(pattern))?;
        let played = Played::of(&self.0, scenario, pattern)?;
        let inert = inert(&self.0, pattern, &played.outcome);
        Ok(TimeLine { played, inert })
    }
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

    /// The kind of event.
    #[wasm_bindgen(getter)]
    pub fn step(&self) -> Step {
        self.0.step
    }

    /// Which of its kind, from 1.
    #[wasm_bindgen(getter)]
    pub fn number(&self) -> f64 {
        self.0.number as f64
    }

    /// True for a segment of ours that left the machine.
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

/// What happened, and how the program learnt. Times are microseconds from the last contact with the peer.
#[wasm_bindgen]
pub struct TimeLine {
    played: Played,
    inert: Vec<Inert>,
}

#[wasm_bindgen]
impl TimeLine {
    /// Whether the program learns of it.
    #[wasm_bindgen(getter)]
    pub fn ending(&self) -> Ending {
        self.played.outcome.ending
    }

    /// The call that tells; empty where nothing is learnt.
    #[wasm_bindgen(getter, unchecked_return_type = "CallName | ''")]
    pub fn call(&self) -> String {
        self.played.outcome.ending.learned().map_or("", |learned| Call::name(learned.call)).to_owned()
    }

    /// The sign that the call gave; empty where nothing is learnt.
    #[wasm_bindgen(getter, unchecked_return_type = "SignName | ''")]
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

    /// The same at the soonest: a late timer can save a retransmission.
    #[wasm_bindgen(getter = earliestAfterUs)]
    pub fn earliest_after_us(&self) -> f64 {
        self.played.earliest_after_us
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
