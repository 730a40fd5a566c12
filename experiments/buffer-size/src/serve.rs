//! The other end of a measurement between two hosts: it reads what clients write, and reports.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use harness::{Failure, note};
use sockets::{Listener, Options, Socket};

use crate::payload::Plain;
use crate::protocol::{Answer, Greeting, PATIENCE, Report, TIMEOUT, limit_waiting};
use crate::transfer::{Sizes, TransferError, Window, receive};

/// Connections that are measured at once: each may take 16 MiB of memory.
const MAX_CONNECTIONS: usize = 16;
/// Connections that are open at once, those included that have not greeted yet.
const MAX_OPEN: usize = 256;
/// Pause after a failure to accept, such as too many open files, which passes.
const PAUSE: Duration = Duration::from_millis(50);

/// The server's command line.
#[derive(Debug, Args)]
pub(crate) struct ServeOptions {
    /// Where to listen; whoever can reach it can measure, so choose an address of a network that you trust
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:7117")]
    bind: SocketAddr,
}

/// Serves until it is ended from outside.
pub(crate) fn serve(options: &ServeOptions) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::system(format!("cannot listen on {}", options.bind), error);
    let listener = Listener::tcp_at(options.bind, &Options::default()).map_err(failed)?;
    let address = listener.address().unwrap_or(options.bind);
    // A closed standard output is no reason not to serve.
    let _ = writeln!(io::stdout(), "listening on {address}").and_then(|()| io::stdout().flush());
    let (open, measured) = (Places::new(MAX_OPEN), Places::new(MAX_CONNECTIONS));
    loop {
        match (listener.accept(), open.take_within(Duration::ZERO)) {
            (Ok(socket), Some(place)) => {
                let measured = measured.clone();
                let attended = thread::Builder::new().spawn(move || {
                    let _place = place;
                    if let Err(why) = attend(&socket, &measured) {
                        note(format_args!("buffer-size: a client was dropped: {why}"));
                    }
                });
                if let Err(error) = attended {
                    note(format_args!("buffer-size: cannot start a thread: {error}"));
                }
            }
            (Ok(_), None) => {}
            (Err(error), _) => {
                note(format_args!("buffer-size: cannot accept: {error}"));
                thread::sleep(PAUSE);
            }
        }
    }
}

/// One connection, from its greeting to its report.
fn attend(socket: &Socket, measured: &Places) -> Result<(), TransferError> {
    let call = |what| move |error| TransferError::Call { what, error };
    limit_waiting(socket).map_err(call("limit waiting"))?;
    let no_greeting = || io::Error::other("what came is no greeting");
    let greeting = Greeting::read(socket).and_then(|greeting| greeting.ok_or_else(no_greeting));
    let Greeting { read_bytes, timing } = greeting.map_err(call("read the greeting"))?;
    let Some(place) = measured.take_within(PATIENCE) else {
        return Answer::Busy.write(socket).map_err(call("answer"));
    };
    let window = Window::after_warm_up(timing).with_end(TIMEOUT);
    Answer::Welcome.write(socket).map_err(call("answer"))?;
    let sizes = Sizes { read: read_bytes, write: usize::MAX };
    // A client that is gone by then is missed in the next call.
    let say_enough = || drop(Answer::Enough.write(socket));
    // However few bytes come, and however seldom.
    let longest = timing.all() + TIMEOUT;
    let received = within(socket, longest, || receive(socket, sizes, window, say_enough, &mut Plain))??;
    // The report takes no memory worth a place: another client may have it.
    drop(place);
    let report = Report {
        bytes: received.counts.bytes,
        seconds: received.elapsed.as_secs_f64(),
        reads: received.counts.reads,
        short_reads: received.counts.short_reads,
        received_bytes: received.bytes,
        cpu_seconds: received.cpu.as_secs_f64(),
    };
    report.write(socket).map_err(call("report"))
}

/// Does this over a connection, which ends where that takes longer than `longest`, whatever its peer does.
fn within<T>(socket: &Socket, longest: Duration, work: impl FnOnce() -> T) -> Result<T, TransferError> {
    let (working, has_ended) = channel::<()>();
    thread::scope(|scope| {
        let watch = move || {
            let is_late = has_ended.recv_timeout(longest) == Err(RecvTimeoutError::Timeout);
            if is_late {
                // A peer that has ended it first is gone.
                let _ = socket.end();
            }
            is_late
        };
        let cannot_start = |error| TransferError::Call { what: "start a thread", error };
        let watching = thread::Builder::new().spawn_scoped(scope, watch).map_err(cannot_start)?;
        let done = work();
        drop(working);
        if watching.join().unwrap_or(false) { Err(TransferError::EndsTooLate) } else { Ok(done) }
    })
}

/// A number of places that are taken and given back.
#[derive(Debug, Clone)]
struct Places(Arc<(Mutex<usize>, Condvar)>);

impl Places {
    fn new(count: usize) -> Self {
        Self(Arc::new((Mutex::new(count), Condvar::new())))
    }

    /// The number of places that are left.
    fn left(&self) -> MutexGuard<'_, usize> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place, if there is one left within this time; given back when dropped.
    fn take_within(&self, patience: Duration) -> Option<Place> {
        let until = Instant::now() + patience;
        let mut left = self.left();
        while *left == 0 {
            let longest = until.saturating_duration_since(Instant::now());
            if longest.is_zero() {
                return None;
            }
            left = self.0.1.wait_timeout(left, longest).unwrap_or_else(PoisonError::into_inner).0;
        }
        *left -= 1;
        Some(Place(self.clone()))
    }
}

/// A place that is taken.
#[derive(Debug)]
struct Place(Places);

impl Drop for Place {
    fn drop(&mut self) {
        *self.0.left() += 1;
        self.0.0.1.notify_one();
    }
}
