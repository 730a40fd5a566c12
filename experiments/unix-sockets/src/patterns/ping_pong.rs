//! Request and response over a connection that is kept: one sends a message, the other sends it back.

use std::time::Instant;

use crate::channel::Channel;
use crate::contents::{ensure_right, fill};
use crate::cores::{Whereabouts, both};
use crate::exchange_error::ExchangeError;
use crate::latency::Latencies;
use crate::turn::{Check, Outcome, SAME_CORE, Terms};
use crate::waiting::Waiting;

pub(crate) fn measure(bytes: usize, terms: Terms) -> Result<Outcome, ExchangeError> {
    let (ours, theirs) = Channel::pair(terms.transport)?;
    let server = Whereabouts::default();
    let (answered, asked, _) = both(
        terms.cores,
        || answer(theirs, &mut vec![0; bytes], terms.waiting, &server),
        || ask(ours, &mut vec![0; bytes], terms, &server),
    )?;
    if answered != asked.all {
        return Err(ExchangeError::Miscounted { sent: asked.all, received: answered });
    }
    let Asked { latencies, per_second, on_servers_core, .. } = asked;
    Ok(Outcome::from([
        ("round_trips_per_second", per_second),
        ("p50_seconds", latencies.quantile_seconds(0.5)),
        ("p99_seconds", latencies.quantile_seconds(0.99)),
        ("p999_seconds", latencies.quantile_seconds(0.999)),
        (SAME_CORE, on_servers_core),
    ]))
}

/// Sends every message back until there are no more; how many.
pub(super) fn answer(
    channel: Channel,
    message: &mut [u8],
    waiting: Waiting,
    server: &Whereabouts,
) -> Result<u64, ExchangeError> {
    channel.wait_by(waiting)?;
    let mut answered = 0;
    while channel.receive_or_end(message)? {
        server.tell();
        channel.send(message)?;
        answered += 1;
    }
    Ok(answered)
}

/// Round trips as the side that asks saw them.
pub(super) struct Asked {
    /// Round trips, those of the warm-up included.
    pub all: u64,
    /// Without those.
    pub latencies: Latencies,
    pub per_second: f64,
    /// The share of them at whose end both sides were on the same core.
    pub on_servers_core: f64,
}

pub(super) fn ask(
    channel: Channel,
    message: &mut [u8],
    terms: Terms,
    server: &Whereabouts,
) -> Result<Asked, ExchangeError> {
    channel.wait_by(terms.waiting)?;
    fill(message, 0);
    let mut met = 0;
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
            met += u64::from(server.is_here());
        }
        if let Some(per_second) = tally.add(1, now) {
            let on_servers_core = met as f64 / latencies.count() as f64;
            return Ok(Asked { all: tally.all(), latencies, per_second, on_servers_core });
        }
        sent = now;
    }
}
