//! What the unix-sockets lab calls: a request's cost from its parts over two kinds of socket, behind a JavaScript interface.
//!
//! Whatever JavaScript hands over, the answer is a result or a thrown `Error` whose message a reader can act on, never a
//! panic. The checks live in `from_js` and [`request`]; the latter knows nothing of JavaScript and is tested natively.

pub mod request;

use from_js::{Floats, floats, text};
use request::{MAX_VALUES, Over, Sides};
use statistics::least_squares;
use unix_sockets_model::{Counts, Estimates, Parts, Request, Sizes, cost};
use wasm_bindgen::prelude::*;

from_js::names! {
    /// Which messages of a request grow.
    SizesName "SizesName" = Sizes::NAMES;
    /// What a sweep changes.
    OverName "OverName" = Over::NAMES;
    /// A kind of socket.
    SideName "SideName" = Sides::NAMES;
    /// The measured parts, or the ends of their 95% intervals.
    EndName "EndName" = Sides::ENDS;
}

/// Two kinds of socket, by what parts of a request cost over them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Sockets(Sides);

#[wasm_bindgen]
impl Sockets {
    /// Parts that cost nothing, until they are set.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets what connecting, accepting, closing both ends, a wake-up, a call and a byte cost over one kind of socket, in seconds;
    /// or the lower, or upper, ends of their 95% intervals.
    #[wasm_bindgen(js_name = setParts)]
    #[expect(clippy::too_many_arguments, reason = "a flat signature is what JavaScript can call without wrapping")]
    pub fn set_parts(
        &mut self,
        side: &SideName,
        end: &EndName,
        connect_s: f64,
        accept_s: f64,
        close_s: f64,
        wake_s: f64,
        call_s: f64,
        per_byte_s: f64,
    ) -> Result<(), JsError> {
        let parts = Parts { connect_s, accept_s, close_s, wake_s, call_s, per_byte_s };
        Ok(self.0.set(&text(side), &text(end), parts)?)
    }

    /// A request over both sides, and from where on the side matters no more than a share: new connections for each request,
    /// round trips, bytes there and back, bytes of a call, and the application's seconds.
    #[expect(clippy::too_many_arguments, reason = "a flat signature is what JavaScript can call without wrapping")]
    pub fn compare(
        &self,
        connections_per_request: f64,
        round_trips: f64,
        request_bytes: f64,
        response_bytes: f64,
        chunk_bytes: f64,
        application_s: f64,
        share: f64,
        sizes: &SizesName,
    ) -> Result<Comparison, JsError> {
        let request =
            Request { connections_per_request, round_trips, request_bytes, response_bytes, chunk_bytes, application_s };
        Ok(self.0.compare(&request.checked()?, share, Sizes::parse(&text(sizes))?)?)
    }

    /// TCP's time over Unix's at each value of what is changed, seconds or bytes, at most 10,000. The request is given as to
    /// `compare`.
    #[expect(clippy::too_many_arguments, reason = "a flat signature is what JavaScript can call without wrapping")]
    pub fn sweep(
        &self,
        connections_per_request: f64,
        round_trips: f64,
        request_bytes: f64,
        response_bytes: f64,
        chunk_bytes: f64,
        application_s: f64,
        over: &OverName,
        values: &Floats,
    ) -> Result<Sweep, JsError> {
        let request =
            Request { connections_per_request, round_trips, request_bytes, response_bytes, chunk_bytes, application_s };
        let values = floats("values", values, MAX_VALUES)?;
        let swept = self.0.sweep(&request.checked()?, Over::parse(&text(over))?, &values)?;
        Ok(Sweep {
            ratios: swept.iter().map(|(ratio, _)| *ratio).collect(),
            lows: swept.iter().map(|(_, interval)| interval.low).collect(),
            highs: swept.iter().map(|(_, interval)| interval.high).collect(),
        })
    }
}

/// TCP's time over Unix's at each value.
#[wasm_bindgen(getter_with_clone)]
pub struct Sweep {
    /// The ratio.
    #[wasm_bindgen(readonly)]
    pub ratios: Vec<f64>,
    /// The lower end of its 95% interval.
    #[wasm_bindgen(readonly)]
    pub lows: Vec<f64>,
    /// The upper end.
    #[wasm_bindgen(readonly)]
    pub highs: Vec<f64>,
}

/// Where a value lies with 95% confidence.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end.
    #[wasm_bindgen(readonly)]
    pub low: f64,
    /// Its upper end.
    #[wasm_bindgen(readonly)]
    pub high: f64,
}

impl From<least_squares::Interval> for Interval {
    fn from(least_squares::Interval { low, high }: least_squares::Interval) -> Self {
        Self { low, high }
    }
}

/// What each part of a request adds, in seconds.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Breakdown {
    /// Asking for connections.
    #[wasm_bindgen(readonly, js_name = connectS)]
    pub connect_s: f64,
    /// Accepting them.
    #[wasm_bindgen(readonly, js_name = acceptS)]
    pub accept_s: f64,
    /// Closing them.
    #[wasm_bindgen(readonly, js_name = closeS)]
    pub close_s: f64,
    /// Waking processes.
    #[wasm_bindgen(readonly, js_name = wakeS)]
    pub wake_s: f64,
    /// Calls, however little they move.
    #[wasm_bindgen(readonly, js_name = callS)]
    pub call_s: f64,
    /// Copying.
    #[wasm_bindgen(readonly, js_name = byteS)]
    pub byte_s: f64,
    /// The application's own work.
    #[wasm_bindgen(readonly, js_name = applicationS)]
    pub application_s: f64,
    /// All of it.
    #[wasm_bindgen(readonly, js_name = totalS)]
    pub total_s: f64,
    /// Where all of it lies.
    #[wasm_bindgen(readonly)]
    pub total: Interval,
    /// How often each part occurs.
    #[wasm_bindgen(readonly)]
    pub counts: Counts,
}

/// What each part of a request adds over one kind of socket.
pub fn breakdown(side: &Estimates, request: &Request) -> Breakdown {
    let costs = cost(&side.value, request);
    Breakdown {
        connect_s: costs.connect_s,
        accept_s: costs.accept_s,
        close_s: costs.close_s,
        wake_s: costs.wake_s,
        call_s: costs.call_s,
        byte_s: costs.byte_s,
        application_s: costs.application_s,
        total_s: costs.total_s(),
        total: side.total(request).into(),
        counts: request.counts(),
    }
}

/// A request over both kinds of socket.
#[wasm_bindgen]
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// What it costs over TCP.
    #[wasm_bindgen(readonly)]
    pub tcp: Breakdown,
    /// What it costs over Unix sockets.
    #[wasm_bindgen(readonly)]
    pub unix: Breakdown,
    /// TCP's time over Unix's, which is Unix's rate over TCP's.
    #[wasm_bindgen(readonly)]
    pub ratio: f64,
    /// Its 95% interval.
    #[wasm_bindgen(readonly, js_name = ratioInterval)]
    pub ratio_interval: Interval,
    /// Seconds of the application's work from which on the kind of socket matters no more than the share.
    #[wasm_bindgen(readonly, js_name = applicationForShareS)]
    pub application_for_share_s: f64,
    /// Their 95% interval.
    #[wasm_bindgen(readonly, js_name = applicationForShareInterval)]
    pub application_for_share_interval: Interval,
    /// The size in bytes from which on it matters no more than the share; infinite for never.
    #[wasm_bindgen(readonly, js_name = bytesForShare)]
    pub bytes_for_share: f64,
}
