//! What two hosts say to each other: a greeting with the settings, an answer, the bytes, a word when enough have come, and
//! a report when they have ended.
//!
//! Whoever connects is not trusted: a greeting has a fixed length and limits, an answer and a report have a largest length,
//! and nothing is waited for without an end.

use std::io;
use std::time::{Duration, Instant};

use rustix::net::sockopt::{Timeout, set_socket_timeout};
use serde::{Deserialize, Serialize};
use sockets::Socket;

use crate::sample::{MIB, Timing};

/// What a greeting begins with: the protocol and its version.
const MAGIC: [u8; 8] = *b"BUFSIZE1";
/// The magic and three numbers of four bytes, the most significant first: the read buffer in bytes, the warm-up and the
/// window in milliseconds.
const GREETING_BYTES: usize = 20;
/// The largest buffer.
const MAX_BUFFER: usize = 16 * MIB;
/// The longest measurement, several times as long as ours: whoever asks for it keeps others waiting.
const MAX_DURATION: Duration = Duration::from_secs(3);
/// A report is one short line.
const MAX_REPORT_BYTES: usize = 1024;

/// How long a peer may be silent, and may take for a greeting, an answer or a report.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(5);

/// How long a client waits while others are measured: longer than the longest of these takes, together with the time that it has to end.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// What a client asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Greeting {
    pub read_bytes: usize,
    pub timing: Timing,
}

/// What the server says before its report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Go on.
    Welcome = b'+' as isize,
    /// The window is over: end the stream.
    Enough = b'.' as isize,
    /// The server takes no more: so many connections are being measured.
    Busy = b'!' as isize,
}

/// What the server saw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Report {
    /// Bytes that came within the window.
    pub bytes: u64,
    /// How long the window was.
    pub seconds: f64,
    /// Calls within the window.
    pub reads: u64,
    /// Reads that brought fewer bytes than there was room for.
    pub short_reads: u64,
    /// All bytes that came.
    pub received_bytes: u64,
    /// Processor time for all of them.
    pub cpu_seconds: f64,
}

impl Greeting {
    pub(crate) fn to_bytes(self) -> [u8; GREETING_BYTES] {
        let number = |number: u128| u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes();
        let mut bytes = [0; GREETING_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&number(self.read_bytes as u128));
        bytes[12..16].copy_from_slice(&number(self.timing.warm_up.as_millis()));
        bytes[16..].copy_from_slice(&number(self.timing.window.as_millis()));
        bytes
    }

    /// `None` for anything else than a greeting within the limits.
    pub(crate) fn from_bytes(bytes: &[u8; GREETING_BYTES]) -> Option<Self> {
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes are four bytes"));
        let read_bytes = number(8) as usize;
        let [warm_up, window] = [12, 16].map(|at| Duration::from_millis(number(at).into()));
        let within_limits = bytes[..8] == MAGIC
            && (1..=MAX_BUFFER).contains(&read_bytes)
            && window > Duration::ZERO
            && warm_up + window <= MAX_DURATION;
        within_limits.then_some(Self { read_bytes, timing: Timing { warm_up, window } })
    }

    /// Reads one, all of it within [`TIMEOUT`]; `None` if it is none.
    pub(crate) fn read(socket: &Socket) -> io::Result<Option<Self>> {
        let mut bytes = [0; GREETING_BYTES];
        let came = read_within(socket, &mut bytes, TIMEOUT, |_| false)?;
        Ok(if came == bytes.len() { Self::from_bytes(&bytes) } else { None })
    }
}

impl Answer {
    pub(crate) fn write(self, socket: &Socket) -> io::Result<()> {
        socket.write_all(&[self as u8])
    }

    /// `None` if it is none.
    pub(crate) fn read(socket: &Socket, timeout: Duration) -> io::Result<Option<Self>> {
        let mut byte = [0];
        let came = read_within(socket, &mut byte, timeout, |_| false)?;
        let answers = [Self::Welcome, Self::Enough, Self::Busy];
        Ok(answers.into_iter().find(|&answer| came == 1 && answer as u8 == byte[0]))
    }
}

impl Report {
    pub(crate) fn write(&self, socket: &Socket) -> io::Result<()> {
        socket.write_all(format!("{}\n", serde_json::to_string(self)?).as_bytes())
    }

    /// An error also if what came is no report.
    pub(crate) fn read(socket: &Socket) -> io::Result<Self> {
        let mut line = [0; MAX_REPORT_BYTES];
        let came = read_within(socket, &mut line, TIMEOUT, |came| came.ends_with(b"\n"))?;
        Self::parse(&line[..came])
    }

    fn parse(line: &[u8]) -> io::Result<Self> {
        let report: Self = serde_json::from_slice(line)?;
        let makes_sense = report.seconds > 0.0
            && report.cpu_seconds >= 0.0
            && report.bytes > 0
            && report.reads > 0
            && report.short_reads <= report.reads
            && report.bytes <= report.received_bytes;
        if makes_sense { Ok(report) } else { Err(io::Error::other("the report makes no sense")) }
    }
}

/// Lets no call of this socket wait for longer than [`TIMEOUT`].
pub(crate) fn limit_waiting(socket: &Socket) -> io::Result<()> {
    for which in [Timeout::Recv, Timeout::Send] {
        set_socket_timeout(socket, which, Some(TIMEOUT))?;
    }
    Ok(())
}

/// Fills the buffer, until it is enough or the stream ends; an error if that takes longer than this.
fn read_within(
    socket: &Socket,
    buffer: &mut [u8],
    timeout: Duration,
    is_enough: impl Fn(&[u8]) -> bool,
) -> io::Result<usize> {
    let until = Instant::now() + timeout;
    let mut filled = 0;
    while filled < buffer.len() && !is_enough(&buffer[..filled]) {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        set_socket_timeout(socket, Timeout::Recv, Some(left))?;
        match socket.read(&mut buffer[filled..])? {
            0 => break,
            came => filled += came,
        }
    }
    limit_waiting(socket)?;
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    mod fuzz;

    fn greeting(read_bytes: usize, warm_up_ms: u64, window_ms: u64) -> Greeting {
        let [warm_up, window] = [warm_up_ms, window_ms].map(Duration::from_millis);
        Greeting { read_bytes, timing: Timing { warm_up, window } }
    }

    #[test]
    fn a_greeting_is_read_as_it_was_written() {
        for greeting in [greeting(1, 0, 1), greeting(65_536, 100, 250), greeting(MAX_BUFFER, 1000, 2000)] {
            assert_eq!(Greeting::from_bytes(&greeting.to_bytes()), Some(greeting));
        }
    }

    #[test]
    fn what_is_beyond_the_limits_is_no_greeting() {
        for wrong in [
            greeting(0, 1, 1),
            greeting(MAX_BUFFER + 1, 1, 1),
            greeting(usize::MAX, 1, 1),
            greeting(1, 1, 0),
            greeting(1, 1001, 2000),
            greeting(1, u64::MAX, u64::MAX),
        ] {
            assert_eq!(Greeting::from_bytes(&wrong.to_bytes()), None, "{wrong:?}");
        }
        let mut other = greeting(1, 1, 1).to_bytes();
        other[7] = b'2';
        assert_eq!(Greeting::from_bytes(&other), None);
    }
}
