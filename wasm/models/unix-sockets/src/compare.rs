//! Two kinds of socket, and from where on it no longer matters which.

use super::parts::{Estimates, Parts, Request, cost};
use statistics::least_squares::Interval;

/// How much longer the request takes over TCP than over Unix: TCP's time over Unix's, which is Unix's rate over TCP's. 1 where
/// neither takes any.
pub fn ratio(tcp: &Parts, unix: &Parts, request: &Request) -> f64 {
    let [tcp, unix] = [tcp, unix].map(|parts| cost(parts, request).total_s());
    if tcp == unix { 1.0 } else { tcp / unix }
}

/// The same with its 95% interval, by the delta method on its logarithm.
pub fn ratio_interval(tcp: &Estimates, unix: &Estimates, request: &Request) -> Interval {
    let ratio = ratio(&tcp.value, &unix.value, request);
    let relative = |side: &Estimates| {
        let reach = side.reach(request);
        if reach == 0.0 { 0.0 } else { reach / cost(&side.value, request).total_s() }
    };
    let reach = libm::exp(libm::hypot(relative(tcp), relative(unix)));
    Interval { low: ratio / reach, high: ratio * reach }
}

/// How long the application's own work has to be for the kind of socket to matter no more than a share: for the slower to
/// take at most `1 + share` times as long. 0 where it never matters more. In seconds; what the request has is left out.
///
/// With `slow` and `fast` the costs of the sockets alone it is `(slow - fast) / share - fast`.
pub fn application_for_share(a: &Parts, b: &Parts, request: &Request, share: f64) -> f64 {
    let (slow, fast) = without_application(a, b, request);
    ((slow - fast) / share - fast).max(0.0)
}

/// The same with its 95% interval: its terms' reaches are taken as independent.
pub fn application_interval(a: &Estimates, b: &Estimates, request: &Request, share: f64) -> Interval {
    let (slow, fast) = without_application(&a.value, &b.value, request);
    let exact = (slow - fast) / share - fast;
    let [reach_a, reach_b] = [a, b].map(|side| side.reach(request));
    let a_is_slower = alone(&a.value, request) >= alone(&b.value, request);
    let (of_slow, of_fast) = if a_is_slower { (reach_a, reach_b) } else { (reach_b, reach_a) };
    let reach = libm::hypot(of_slow / share, of_fast * (1.0 / share + 1.0));
    Interval { low: (exact - reach).max(0.0), high: (exact + reach).max(0.0) }
}

/// The sockets' own costs, the larger first.
fn without_application(a: &Parts, b: &Parts, request: &Request) -> (f64, f64) {
    let (a, b) = (alone(a, request), alone(b, request));
    (a.max(b), a.min(b))
}

fn alone(parts: &Parts, request: &Request) -> f64 {
    request.counts().seconds(parts)
}

limits::named! {
    /// Which messages of a request grow.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Sizes("sizes") {
        /// The response.
        Response = "response",
        /// Request and response, alike.
        Both = "both",
    }
}

impl Sizes {
    /// A request with messages of this size.
    pub fn of(self, request: &Request, bytes: f64) -> Request {
        match self {
            Self::Response => Request { response_bytes: bytes, ..*request },
            Self::Both => Request { request_bytes: bytes, response_bytes: bytes, ..*request },
        }
    }

    /// How many messages grow.
    fn messages(self, request: &Request) -> f64 {
        match self {
            Self::Response => request.round_trips,
            Self::Both => 2.0 * request.round_trips,
        }
    }
}

/// From which size on, in bytes, the kind of socket matters no more than a share, whatever larger size it is: 0 where it never
/// matters more, infinite where it does for ever, because what bytes and the calls for them cost differs by more than that.
pub fn bytes_for_share(a: &Parts, b: &Parts, request: &Request, sizes: Sizes, share: f64) -> f64 {
    within(a, b, request, sizes, share).max(within(b, a, request, sizes, share))
}

/// From which size on `slow` takes at most `1 + share` times as long as `fast`.
///
/// The time that `slow` takes beyond that is a line up to the size of a chunk, and another one beyond.
fn within(slow: &Parts, fast: &Parts, request: &Request, sizes: Sizes, share: f64) -> f64 {
    let excess = |of: &dyn Fn(&Parts) -> f64| of(slow) - (1.0 + share) * of(fast);
    let messages = sizes.messages(request);
    // Messages of next to nothing.
    let smallest = sizes.of(request, f64::MIN_POSITIVE);
    let at_start = excess(&|parts| cost(parts, &smallest).total_s());
    let of_byte = excess(&|parts| messages * parts.per_byte_s);
    let beyond_chunk = excess(&|parts| messages * (parts.per_byte_s + 2.0 * parts.call_s / request.chunk_bytes));
    let at_chunk = at_start + of_byte * request.chunk_bytes;
    if beyond_chunk > 0.0 || (at_chunk > 0.0 && beyond_chunk == 0.0) {
        f64::INFINITY
    } else if at_chunk > 0.0 {
        request.chunk_bytes - at_chunk / beyond_chunk
    } else if at_start > 0.0 {
        -at_start / of_byte
    } else {
        0.0
    }
}
