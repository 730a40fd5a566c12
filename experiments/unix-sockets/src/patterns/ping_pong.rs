//! Request and response over a connection that is kept: one sends a message, the other sends it back.

use std::time::Instant;

use crate::channel::{Channel, ExchangeError};
use crate::contents::{ensure_right, fill};
use crate::cores::together;
use crate::latency::Latencies;
use crate::turn::{Check, Outcome, Terms};

pub(crate) fn measure(bytes: usize, terms: Terms) -> Result<Outcome, ExchangeError> {
    let (ours, theirs) = Channel::pair(terms.transport)?;
    let answer = move || answer(&theirs, &mut vec![0; bytes]);
    let (answered, asked, _) = together(terms.cores, answer, move || ask(&ours, &mut vec![0; bytes], terms))?;
    if answered != asked.all {
        return Err(ExchangeError::Miscounted { sent: asked.all, received: answered });
    }
    let Asked { latencies, per_second, .. } = asked;
    Ok(Outcome::from([
        ("round_trips_per_second", per_second),
        ("p50_seconds", latencies.quantile_seconds(0.5)),
        ("p99_seconds", latencies.quantile_seconds(0.99)),
        ("p999_seconds", latencies.quantile_seconds(0.999)),
    ]))
}

/// Sends every message back until there are no more; how many.
pub(super) fn answer(channel: &Channel, message: &mut [u8]) -> Result<u64, ExchangeError> {
    let mut answered = 0;
    while channel.receive_or_end(message)? {
        channel.send(message)?;
        answered += 1;
    }
    Ok(answered)
}

/// What the side that asks saw.
pub(super) struct Asked {
    /// Round trips, those of the warm-up included.
    pub all: u64,
    /// Without those.
    pub latencies: Latencies,
    pub per_second: f64,
}

pub(super) fn ask(channel: &Channel, message: &mut [u8], terms: Terms) -> Result<Asked, ExchangeError> {
    fill(message, 0);
    let mut latencies = Latencies::default();
    let mut tally = terms.span.start();
    let mut sent = Instant::now();
    loop {
        let position = tally.all() * message.len() as u64;
        if terms.check == Check::Contents {
            fill(message, position);
        }
        channel.send(message)?;
        channel.receive(message)?;
        if terms.check == Check::Contents {
            ensure_right(message, position)?;
        }
        let now = Instant::now();
        if tally.is_counted(sent) {
            latencies.add(now - sent);
        }
        if let Some(per_second) = tally.add(1, now) {
            return Ok(Asked { all: tally.all(), latencies, per_second });
        }
        sent = now;
    }
}
