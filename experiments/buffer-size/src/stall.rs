//! Whether a read with `SO_RCVLOWAT` as large as its buffer returns once all that it asked for has come.
//!
//! Linux wakes a reader of TCP when as many bytes as the mark lie unread. A read that begins while some are there takes those
//! at once and waits for the rest, of which fewer than the mark can ever lie unread: it may wait on although all have come.

use std::fs;
use std::io;
use std::panic;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use harness::Failure;
use harness::record::Profile;
use rustix::process::Pid;
use rustix::thread::gettid;
use sockets::{Kind, Options, pair};

use crate::place::Transport;
use crate::sample::KIB;

/// The mark, and what a read asks for.
pub(crate) const MARK: usize = 8 * KIB;
/// What is written at a time.
const PART: usize = KIB;
/// Pause between two writes.
const PAUSE: Duration = Duration::from_millis(5);
/// A read that has not returned so long after the last byte has stalled: the others take microseconds.
const STALLED: Duration = Duration::from_millis(250);

/// When a read begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Begun {
    /// Before any of its bytes are there.
    First,
    /// When the first part of them is.
    Between,
}

impl Begun {
    pub(crate) const ALL: [Self; 2] = [Self::First, Self::Between];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Between => "between",
        }
    }
}

/// Counts of reads that stalled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stalls {
    pub transport: Transport,
    pub begun: Begun,
    pub tries: u64,
    pub stalled: u64,
}

/// Tries it with TCP and with Unix sockets.
pub(crate) fn measure_all(profile: Profile) -> Result<Vec<Stalls>, Failure> {
    let tries = if profile == Profile::Full { 20 } else { 3 };
    let mut all = Vec::new();
    for (transport, kind) in [(Transport::Unix, Kind::Unix), (Transport::Tcp, Kind::Tcp)] {
        for begun in Begun::ALL {
            let stalled = (0..tries).map(|_| stalls(kind, begun)).collect::<Result<Vec<bool>, Failure>>()?;
            let stalled = stalled.into_iter().filter(|&stalled| stalled).count() as u64;
            all.push(Stalls { transport, begun, tries, stalled });
        }
    }
    Ok(all)
}

/// True if one read stalls.
fn stalls(kind: Kind, begun: Begun) -> Result<bool, Failure> {
    let failed = |error: io::Error| Failure::system("cannot try SO_RCVLOWAT", error);
    let options = Options { receive_low_water: Some(MARK), no_delay: true, ..Options::default() };
    let (writer, reader) = pair(kind, &options).map_err(failed)?;
    thread::scope(|scope| {
        let mut started = None;
        let mut start = || {
            let (tell_who, told_who) = channel();
            let (tell, told) = channel();
            let reader = &reader;
            let thread = scope.spawn(move || {
                let _ = tell_who.send(gettid());
                let came = reader.read(&mut [0; MARK]);
                let _ = tell.send(());
                came
            });
            if let Ok(who) = told_who.recv() {
                wait_until_asleep(who);
            }
            started = Some((thread, told));
        };
        let parts = MARK / PART;
        for part in 0..parts {
            if part == usize::from(begun == Begun::Between) {
                start();
            }
            writer.write_all(&[0; PART]).map_err(failed)?;
            thread::sleep(PAUSE);
        }
        let (thread, told) = started.expect("there are several parts");
        let stalled = is_late(&told);
        // The end of the stream wakes it in any case.
        writer.end_writing().map_err(failed)?;
        match thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)).map_err(failed)? {
            MARK => Ok(stalled),
            came => Err(Failure::Unexpected(format!("a read with SO_RCVLOWAT brought {came} bytes of {MARK}"))),
        }
    })
}

/// Waits until that thread of this process waits for something, or is over (proc(5)).
fn wait_until_asleep(thread: Pid) {
    let stat = format!("/proc/self/task/{}/stat", thread.as_raw_pid());
    let is_awake = || is_awake_in(&fs::read_to_string(&stat).ok()?);
    while is_awake().unwrap_or(false) {
        thread::sleep(Duration::from_micros(200));
    }
}

fn is_awake_in(stat: &str) -> Option<bool> {
    Some(!stat.rsplit_once(')')?.1.starts_with(" S"))
}

fn is_late(told: &Receiver<()>) -> bool {
    told.recv_timeout(STALLED) == Err(RecvTimeoutError::Timeout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_that_begins_first_returns_and_over_a_unix_socket_any_does() {
        for kind in [Kind::Unix, Kind::Tcp] {
            assert!(!stalls(kind, Begun::First).unwrap(), "{kind:?}");
        }
        assert!(!stalls(Kind::Unix, Begun::Between).unwrap());
    }
}
