//! Moving bytes from one end of a connection to the other: a thread that writes, a thread that reads.
//!
//! The reader counts. When its window is over the writer ends the stream, the reader reads what is left, and both counts
//! have to agree: a byte that was written and not read, or the other way round, is an error of every measurement.

use std::fmt;
use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use sockets::Socket;
use sockets::cores::{pin, thread_time};

use crate::buffer::Buffer;
use crate::ends::{Ends, Kept};
use crate::payload::{Checked, Payload, Plain, Summed, Work};
use crate::sample::{BYTES_BETWEEN_LOOKS, Counts, Sample, Timing};

/// The sizes of the two buffers, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Sizes {
    pub read: usize,
    pub write: usize,
}

/// What went wrong while bytes were moved.
#[derive(Debug)]
pub(crate) enum TransferError {
    /// A system call failed.
    Call { what: &'static str, error: io::Error },
    /// The stream ended before the window was over.
    EndedEarly { bytes: u64 },
    /// The stream goes on long after the window.
    EndsTooLate,
    /// Another number of bytes was read than was written.
    CountsDiffer { written: u64, read: u64 },
    /// As many bytes, but not the same.
    Altered,
}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call { what, error } => write!(f, "cannot {what}: {error}"),
            Self::EndedEarly { bytes } => {
                write!(f, "the connection ended after {bytes} bytes, before its time was over: the peer is gone")
            }
            Self::EndsTooLate => f.write_str("the connection goes on long after its time was over"),
            Self::CountsDiffer { written, read } => write!(f, "{written} bytes were written and {read} were read"),
            Self::Altered => write!(f, "other bytes were read than were written"),
        }
    }
}

impl std::error::Error for TransferError {}

impl From<TransferError> for Failure {
    fn from(error: TransferError) -> Self {
        match error {
            TransferError::Call { what, error } => Self::system(format!("cannot {what}"), error),
            // Both ends are ours: none of these can be.
            other => Self::Unexpected(other.to_string()),
        }
    }
}

/// The part of time that is counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    from: Instant,
    until: Instant,
    /// When the stream has to have ended.
    latest: Option<Instant>,
}

impl Window {
    /// The window that begins after a warm-up from now.
    pub(crate) fn after_warm_up(timing: Timing) -> Self {
        let from = Instant::now() + timing.warm_up;
        Self { from, until: from + timing.window, latest: None }
    }

    /// The same, of a stream that has to end so long after it.
    pub(crate) fn with_end(self, timeout: Duration) -> Self {
        Self { latest: Some(self.until + timeout), ..self }
    }
}

/// What the writer did.
#[derive(Debug)]
pub(crate) struct Sent {
    pub bytes: u64,
    pub cpu: Duration,
}

/// What the reader saw.
#[derive(Debug)]
pub(crate) struct Received {
    pub counts: Counts,
    /// How long the window was.
    pub elapsed: Duration,
    /// All that came, warm-up and rest included.
    pub bytes: u64,
    /// Processor time for all of them.
    pub cpu: Duration,
}

/// Moves bytes from the first end of a connection to the second, and tells what arrived in the window. The threads run where
/// `place` says.
pub(crate) fn transfer(
    ends: (Socket, Socket),
    sizes: Sizes,
    timing: Timing,
    place: Ends,
    work: Work,
) -> Result<Sample, TransferError> {
    // The cores stay awake until all is moved.
    let (kept, _awake) = place.prepare().map_err(unpinned)?;
    let window = Window::after_warm_up(timing);
    // In a thread of its own, which stays where it is kept.
    let moved = thread::spawn(move || match work {
        Work::None => move_bytes::<Plain>(ends, sizes, window, kept),
        Work::Sum => move_bytes::<Summed>(ends, sizes, window, kept),
        Work::Check => move_bytes::<Checked>(ends, sizes, window, kept),
    });
    moved.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
}

fn unpinned(error: io::Error) -> TransferError {
    TransferError::Call { what: "keep a thread on its core", error }
}

/// Keeps this thread on a core, if there is one to keep it on.
fn stay_on(core: Option<usize>) -> Result<(), TransferError> {
    core.map_or(Ok(()), pin).map_err(unpinned)
}

/// Moves bytes from the first end to the second, and keeps this thread where the reader is to be.
fn move_bytes<P: Payload>(
    (writer, reader): (Socket, Socket),
    sizes: Sizes,
    window: Window,
    kept: Kept,
) -> Result<Sample, TransferError> {
    stay_on(kept.reader)?;
    let stop = AtomicBool::new(false);
    let (mut written, mut read) = (P::default(), P::default());
    let (sent, received) = thread::scope(|scope| {
        // Each thread has its end for itself: however it ends, the other one learns of it.
        let (stop, written) = (&stop, &mut written);
        let sending = scope.spawn(move || {
            stay_on(kept.writer)?;
            send(&writer, sizes.write, || stop.load(Ordering::Relaxed), written)
        });
        let received = receive(&reader, sizes, window, || stop.store(true, Ordering::Relaxed), &mut read);
        drop(reader);
        (sending.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)), received)
    });
    // The reader's error comes first: a writer whose reader failed only knows that nobody reads.
    let received = received?;
    let sent = sent?;
    if sent.bytes != received.bytes {
        return Err(TransferError::CountsDiffer { written: sent.bytes, read: received.bytes });
    }
    if written.digest() != read.digest() {
        return Err(TransferError::Altered);
    }
    Ok(received.sample(sent.cpu))
}

impl Received {
    /// A sample, with the processor time that the writer took for the same bytes.
    pub(crate) fn sample(&self, writers_cpu: Duration) -> Sample {
        Sample {
            bytes: self.counts.bytes,
            seconds: self.elapsed.as_secs_f64(),
            reads: self.counts.reads,
            short_reads: self.counts.short_reads,
            cpu_seconds_per_byte: (self.cpu + writers_cpu).as_secs_f64() / self.bytes as f64,
        }
    }
}

/// Writes until told to stop, and ends the stream.
pub(crate) fn send<P: Payload>(
    socket: &Socket,
    write_bytes: usize,
    is_over: impl Fn() -> bool,
    payload: &mut P,
) -> Result<Sent, TransferError> {
    let failed = |error| TransferError::Call { what: "write to the connection", error };
    let mut buffer = Buffer::new(write_bytes);
    let (started, mut bytes) = (thread_time(), 0);
    while !is_over() {
        payload.fill(&mut buffer);
        socket.write_all(&buffer).map_err(failed)?;
        bytes += write_bytes as u64;
    }
    socket.end_writing().map_err(failed)?;
    Ok(Sent { bytes, cpu: thread_time() - started })
}

/// At most so many calls are made between two looks at the clock, each of which may have to wait.
const CALLS_BETWEEN_LOOKS: usize = 64;

/// Reads until the stream ends, and counts what comes within the window; says when it is over. How much is written at a
/// time only decides how often to look at the clock.
pub(crate) fn receive<P: Payload>(
    socket: &Socket,
    sizes: Sizes,
    window: Window,
    is_over: impl FnOnce(),
    payload: &mut P,
) -> Result<Received, TransferError> {
    let mut buffer = Buffer::new(sizes.read);
    let calls = (BYTES_BETWEEN_LOOKS / sizes.read.min(sizes.write)).clamp(1, CALLS_BETWEEN_LOOKS);
    let started_cpu = thread_time();
    let mut read_until = |until: Option<Instant>| -> Result<(Counts, bool), TransferError> {
        let mut counts = Counts::default();
        loop {
            for _ in 0..calls {
                let came = socket
                    .read(&mut buffer)
                    .map_err(|error| TransferError::Call { what: "read from the connection", error })?;
                if came == 0 {
                    return Ok((counts, true));
                }
                payload.take(&buffer[..came]);
                counts.add(came, sizes.read);
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Ok((counts, false));
            }
        }
    };
    let (warm_up, ended) = read_until(Some(window.from))?;
    if ended {
        return Err(TransferError::EndedEarly { bytes: warm_up.bytes });
    }
    let started = Instant::now();
    // Whoever was kept from its core during the warm-up counts for as long as the others.
    let length = window.until - window.from;
    let (counts, ended) = read_until(Some(window.until.max(started + length / 2)))?;
    let elapsed = started.elapsed();
    if ended {
        return Err(TransferError::EndedEarly { bytes: warm_up.bytes + counts.bytes });
    }
    is_over();
    let (rest, ended) = read_until(window.latest)?;
    if !ended {
        return Err(TransferError::EndsTooLate);
    }
    let bytes = warm_up.bytes + counts.bytes + rest.bytes;
    Ok(Received { counts, elapsed, bytes, cpu: thread_time() - started_cpu })
}

#[cfg(test)]
mod tests;
