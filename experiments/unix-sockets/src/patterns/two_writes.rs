//! A request in two small writes and its short answer over a kept connection, as of a client that writes a head and a body
//! each by a call of its own.

use std::time::Instant;

use crate::channel::Channel;
use crate::contents::{ensure_right, fill};
use crate::cores::both;
use crate::exchange_error::ExchangeError;
use crate::latency::Latencies;
use crate::turn::{Check, Outcome, ROUND_TRIP, ROUND_TRIP_HIGH, ROUND_TRIP_LOW, Terms};

/// Bytes of the first write.
pub(crate) const HEAD_BYTES: usize = 8;
/// Bytes of the answer.
const ANSWER_BYTES: usize = 8;

/// Measures one turn with second writes of so many bytes: the median time in seconds from the first write to the whole answer.
pub(crate) fn measure(body_bytes: usize, terms: Terms) -> Result<Outcome, ExchangeError> {
    let (ours, theirs) = Channel::pair(terms.transport)?;
    let (answered, (asked, latencies), _) = both(
        terms.cores,
        || answer(theirs, &mut vec![0; HEAD_BYTES + body_bytes], terms),
        || ask(ours, &mut vec![0; HEAD_BYTES + body_bytes], terms),
    )?;
    if answered != asked {
        return Err(ExchangeError::Miscounted { sent: asked, received: answered });
    }
    let median = latencies.median_seconds();
    Ok(Outcome::from([(ROUND_TRIP, median.value), (ROUND_TRIP_LOW, median.low), (ROUND_TRIP_HIGH, median.high)]))
}

/// Answers every whole request until there are no more; how many.
fn answer(channel: Channel, request: &mut [u8], terms: Terms) -> Result<u64, ExchangeError> {
    channel.wait_by(terms.waiting)?;
    let mut answered = 0;
    while channel.receive_or_end(request)? {
        if terms.check == Check::Contents {
            ensure_right(request, answered * request.len() as u64)?;
        }
        channel.send(&request[..ANSWER_BYTES])?;
        answered += 1;
    }
    Ok(answered)
}

/// Asks until the time is over; how often, and how long each took after the warm-up.
fn ask(channel: Channel, request: &mut [u8], terms: Terms) -> Result<(u64, Latencies), ExchangeError> {
    channel.wait_by(terms.waiting)?;
    fill(request, 0);
    let mut answer = [0; ANSWER_BYTES];
    let mut latencies = Latencies::default();
    let mut tally = terms.span.start();
    loop {
        let position = tally.all() * request.len() as u64;
        if terms.check == Check::Contents {
            fill(request, position);
        }
        let (head, body) = request.split_at(HEAD_BYTES);
        let sent = Instant::now();
        channel.send(head)?;
        channel.send(body)?;
        channel.receive(&mut answer)?;
        let now = Instant::now();
        if terms.check == Check::Contents {
            ensure_right(&answer, position)?;
        }
        if tally.is_counted(sent) {
            latencies.add(now - sent);
        }
        if tally.add(1, now).is_some() {
            return Ok((tally.all(), latencies));
        }
    }
}
