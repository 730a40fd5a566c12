//! Patterns as the model sees them: which of its measures tell the parts of a request, and which request it makes.

use unix_sockets_model::{Counts, Request};

use crate::condition::Pattern;

/// The ping-pong from which the cost of waking the peer is told.
pub(crate) const WAKE: Pattern = Pattern::PingPong { bytes: 1 };

/// The measure of a request that the model is about.
pub(crate) const P50: &str = "p50_seconds";

/// A measure, in seconds, that is a sum of parts.
pub(crate) struct Phase {
    pub measure: &'static str,
    pub counts: Counts,
}

/// Which measures of a pattern tell its parts; none where the model is only held against it.
pub(crate) fn phases_of(pattern: Pattern) -> Vec<Phase> {
    let seconds = |measure, counts| Phase { measure, counts };
    match pattern {
        Pattern::Handshake => vec![
            seconds("connect_seconds", Counts { connects: 1.0, ..Counts::default() }),
            seconds("accept_seconds", Counts { accepts: 1.0, ..Counts::default() }),
            seconds("close_seconds", Counts { closes: 1.0, ..Counts::default() }),
        ],
        // There and back: four calls, two messages.
        Pattern::Echo { bytes } => {
            vec![seconds("round_trip_seconds", Counts { calls: 4.0, bytes: 2.0 * bytes as f64, ..Counts::default() })]
        }
        // The median, which other work on the machine moves less than the mean.
        WAKE => vec![seconds(P50, request(pattern).expect("a ping-pong is a request").counts())],
        Pattern::PingPong { .. } | Pattern::PerMessage { .. } | Pattern::TwoWrites { .. } | Pattern::Bulk { .. } => {
            Vec::new()
        }
    }
}

/// The request that a pattern makes over and over; `None` where its two sides work at the same time.
pub(crate) fn request(pattern: Pattern) -> Option<Request> {
    let (connections_per_request, request_bytes, response_bytes) = match pattern {
        Pattern::PerMessage { bytes } => (1.0, 0.0, bytes as f64),
        Pattern::PingPong { bytes } => (0.0, bytes as f64, bytes as f64),
        Pattern::TwoWrites { .. } | Pattern::Bulk { .. } | Pattern::Handshake | Pattern::Echo { .. } => return None,
    };
    Some(Request {
        connections_per_request,
        round_trips: 1.0,
        request_bytes,
        response_bytes,
        chunk_bytes: response_bytes,
        application_s: 0.0,
    })
}
