//! The parts of a request's cost, and how often each occurs.

use limits::ArgumentError;
use statistics::least_squares::{Interval, dot};

/// What the parts of a request cost over one kind of socket, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Parts {
    /// `connect()` of one connection.
    pub connect_s: f64,
    /// `accept()` of one connection.
    pub accept_s: f64,
    /// Closing both ends of one connection.
    pub close_s: f64,
    /// Waking the process that waits for a message or a connection.
    pub wake_s: f64,
    /// Sending nothing, or receiving nothing: one call.
    pub call_s: f64,
    /// Sending and receiving one byte, both copies together.
    pub per_byte_s: f64,
}

/// How many parts there are.
pub(super) const PARTS: usize = 6;

impl Parts {
    pub(super) fn list(&self) -> [f64; PARTS] {
        [self.connect_s, self.accept_s, self.close_s, self.wake_s, self.call_s, self.per_byte_s]
    }

    pub(super) fn from_list([connect_s, accept_s, close_s, wake_s, call_s, per_byte_s]: [f64; PARTS]) -> Self {
        Self { connect_s, accept_s, close_s, wake_s, call_s, per_byte_s }
    }
}

/// How often each part occurs in something timed.
#[cfg_attr(feature = "js", wasm_bindgen::prelude::wasm_bindgen)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Counts {
    /// Connections that are asked for.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub connects: f64,
    /// Connections that are accepted.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub accepts: f64,
    /// Connections whose both ends are closed.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub closes: f64,
    /// Processes that are woken.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub wakes: f64,
    /// Calls that send or receive.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub calls: f64,
    /// Bytes that are sent and received.
    #[cfg_attr(feature = "js", wasm_bindgen(readonly))]
    pub bytes: f64,
}

impl Counts {
    pub(super) fn list(&self) -> [f64; PARTS] {
        [self.connects, self.accepts, self.closes, self.wakes, self.calls, self.bytes]
    }

    /// How long it takes in all, in seconds.
    pub fn seconds(&self, parts: &Parts) -> f64 {
        dot(&self.list(), &parts.list())
    }
}

/// A request and its response, the application's own work included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Request {
    /// New connections for each request: 1 where each has its own, 0 where one is kept, 0.01 where it serves a hundred.
    pub connections_per_request: f64,
    /// How often messages go there and back.
    pub round_trips: f64,
    /// Bytes of each message there; with none there is no such message.
    pub request_bytes: f64,
    /// Bytes of each message back; with none there is no such message.
    pub response_bytes: f64,
    /// Bytes that one call sends or receives at most.
    pub chunk_bytes: f64,
    /// What the application does meanwhile, in seconds.
    pub application_s: f64,
}

/// The most round trips that a request has.
pub const MAX_ROUND_TRIPS: f64 = 1e6;

/// The most bytes of a message or a call.
pub const MAX_MESSAGE: f64 = 1e15;

/// The longest that a part or an application may take, in seconds.
pub const MAX_TIME: f64 = 1e6;

fn check(quantities: &[(&'static str, f64, f64, f64)]) -> Result<(), ArgumentError> {
    // No range contains NaN.
    let wrong = quantities.iter().find(|(_, value, min, max)| !(min..=max).contains(&value));
    wrong.map_or(Ok(()), |&(field, value, min, max)| Err(ArgumentError::Range { field, value, min, max }))
}

/// A share by which a kind of socket may matter, if it makes sense.
pub fn check_share(share: f64) -> Result<f64, ArgumentError> {
    check(&[("share", share, 1e-9, 1e9)]).map(|()| share)
}

impl Parts {
    /// The same parts, if none is negative or absurd.
    pub fn checked(self) -> Result<Self, ArgumentError> {
        let names = ["connect (s)", "accept (s)", "close (s)", "wake-up (s)", "call (s)", "byte (s)"];
        let list = self.list();
        let quantities: [_; PARTS] = std::array::from_fn(|part| (names[part], list[part], 0.0, MAX_TIME));
        check(&quantities).map(|()| self)
    }
}

impl Request {
    /// The same request, if its numbers make sense.
    pub fn checked(self) -> Result<Self, ArgumentError> {
        let quantities = [
            ("connections per request", self.connections_per_request, 0.0, 1.0),
            ("round trips", self.round_trips, 0.0, MAX_ROUND_TRIPS),
            ("request (bytes)", self.request_bytes, 0.0, MAX_MESSAGE),
            ("response (bytes)", self.response_bytes, 0.0, MAX_MESSAGE),
            ("bytes of a call", self.chunk_bytes, 1.0, MAX_MESSAGE),
            ("application (s)", self.application_s, 0.0, MAX_TIME),
        ];
        check(&quantities).map(|()| self)
    }

    /// How often each part occurs. A new connection wakes the process that accepts, and every message the one that waits for
    /// it; a message is sent and received in as many calls as it has chunks, a part of a last one counting as a part.
    pub fn counts(&self) -> Counts {
        let each = self.connections_per_request;
        let messages = [self.request_bytes, self.response_bytes];
        let chunks = messages.map(|bytes| if bytes > 0.0 { (bytes / self.chunk_bytes).max(1.0) } else { 0.0 });
        let wakes = messages.map(|bytes| if bytes > 0.0 { 1.0 } else { 0.0 });
        let both = |[there, back]: [f64; 2]| self.round_trips * (there + back);
        Counts {
            connects: each,
            accepts: each,
            closes: each,
            wakes: each + both(wakes),
            calls: 2.0 * both(chunks),
            bytes: both(messages),
        }
    }
}

/// What each part of a request adds, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Breakdown {
    /// Asking for connections.
    pub connect_s: f64,
    /// Accepting them.
    pub accept_s: f64,
    /// Closing them.
    pub close_s: f64,
    /// Waking processes.
    pub wake_s: f64,
    /// Calls, however little they move.
    pub call_s: f64,
    /// Copying.
    pub byte_s: f64,
    /// The application's own work.
    pub application_s: f64,
}

impl Breakdown {
    /// The whole.
    pub fn total_s(&self) -> f64 {
        let sockets = self.connect_s + self.accept_s + self.close_s + self.wake_s + self.call_s + self.byte_s;
        sockets + self.application_s
    }
}

/// What a request costs, by part. The parts follow one another: nothing is done at the same time on two cores.
pub fn cost(parts: &Parts, request: &Request) -> Breakdown {
    let counts = request.counts();
    Breakdown {
        connect_s: counts.connects * parts.connect_s,
        accept_s: counts.accepts * parts.accept_s,
        close_s: counts.closes * parts.close_s,
        wake_s: counts.wakes * parts.wake_s,
        call_s: counts.calls * parts.call_s,
        byte_s: counts.bytes * parts.per_byte_s,
        application_s: request.application_s,
    }
}

/// Parts that were measured, each with its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimates {
    /// The parts.
    pub value: Parts,
    /// The lower ends of their intervals.
    pub low: Parts,
    /// The upper ends.
    pub high: Parts,
}

impl Estimates {
    /// Parts that are known.
    pub fn exact(parts: Parts) -> Self {
        Self { value: parts, low: parts, high: parts }
    }

    /// How far a request's cost may be off at 95%, in seconds: the parts' own reaches, half as wide as their intervals, taken
    /// as independent, so that squares add up.
    pub fn reach(&self, request: &Request) -> f64 {
        let (low, high, counts) = (self.low.list(), self.high.list(), request.counts().list());
        let squares = (0..PARTS).map(|part| {
            let reach = counts[part] * (high[part] - low[part]) / 2.0;
            reach * reach
        });
        squares.sum::<f64>().sqrt()
    }

    /// The interval of a request's cost in seconds.
    pub fn total(&self, request: &Request) -> Interval {
        Interval::around(cost(&self.value, request).total_s(), self.reach(request))
    }
}
