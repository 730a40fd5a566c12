//! Bulk transfer over one connection: one writes, the other reads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::channel::Channel;
use crate::contents::{ensure_right, fill};
use crate::cores::both;
use crate::exchange_error::ExchangeError;
use crate::turn::{Check, Outcome, Terms};

/// Room for one read, in bytes: enough for any packet that a Unix socket takes with the system's usual buffer.
pub(crate) const READ_BYTES: usize = 256 << 10;

const GIB: f64 = (1_u64 << 30) as f64;

pub(crate) fn measure(bytes: usize, terms: Terms) -> Result<Outcome, ExchangeError> {
    let (ours, theirs) = Channel::pair(terms.transport)?;
    let is_enough = AtomicBool::new(false);
    let (received, sent, cpu) = both(
        terms.cores,
        || read(theirs, &mut vec![0; READ_BYTES], terms, &is_enough),
        || write(ours, &mut vec![0; bytes], terms, &is_enough),
    )?;
    if sent != received.all {
        return Err(ExchangeError::Miscounted { sent, received: received.all });
    }
    Ok(Outcome::from([
        ("throughput_bytes_per_second", received.per_second),
        ("cpu_seconds_per_gib", cpu.as_secs_f64() / (received.all as f64 / GIB)),
    ]))
}

/// Writes until the reader has enough, then ends; how many bytes.
pub(super) fn write(
    channel: Channel,
    bytes: &mut [u8],
    terms: Terms,
    is_enough: &AtomicBool,
) -> Result<u64, ExchangeError> {
    fill(bytes, 0);
    let mut sent = 0;
    while !is_enough.load(Ordering::Relaxed) {
        if terms.check == Check::Contents {
            fill(bytes, sent);
        }
        channel.send(bytes)?;
        sent += bytes.len() as u64;
    }
    Ok(sent)
}

/// Bytes that came.
pub(super) struct Received {
    /// All of them, those of the warm-up included.
    pub all: u64,
    /// Bytes per second, without those.
    pub per_second: f64,
}

/// Reads to the end; says when it is enough.
pub(super) fn read(
    channel: Channel,
    buffer: &mut [u8],
    terms: Terms,
    is_enough: &AtomicBool,
) -> Result<Received, ExchangeError> {
    let mut tally = terms.span.start();
    let mut rate = None;
    loop {
        let came = channel.receive_some(buffer)?;
        if came == 0 {
            let per_second = rate.ok_or(ExchangeError::PeerGone { came: 0, wanted: 1 })?;
            return Ok(Received { all: tally.all(), per_second });
        }
        if terms.check == Check::Contents {
            ensure_right(&buffer[..came], tally.all())?;
        }
        let so_far = tally.add(came as u64, Instant::now());
        if rate.is_none() && so_far.is_some() {
            rate = so_far;
            is_enough.store(true, Ordering::Relaxed);
        }
    }
}
