//! A connection for every message, as published: connect, receive the message, close.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Instant;

use rustix::net::{Shutdown, shutdown};
use sockets::{Listener, Options};

use crate::channel::Channel;
use crate::contents::{ensure_right, fill};
use crate::cores::{Whereabouts, both};
use crate::door::{Address, Door};
use crate::exchange_error::ExchangeError;
use crate::latency::Latencies;
use crate::turn::{Check, Outcome, SAME_CORE, Terms};
use crate::waiting::Waiting;

pub(crate) fn measure(bytes: usize, terms: Terms) -> Result<Outcome, ExchangeError> {
    let door = Door::open(terms.transport, terms.folder)?.expect("the transport has connections");
    let Door { mut listener, address, options } = door;
    if terms.waiting == Waiting::Spin {
        listener.spin()?;
    }
    let is_over = AtomicBool::new(false);
    let listener = Arc::new(listener);
    let mut message = vec![0; bytes];
    fill(&mut message, 0);
    let caller = Caller { address, options, listener: Arc::downgrade(&listener), is_over: &is_over };
    let server = Whereabouts::default();
    let (sent, received, cpu) = both(
        terms.cores,
        || serve(listener, &message, &is_over, &server),
        || receive(caller, &mut vec![0; bytes], terms, &server),
    )?;
    if sent != received.all {
        return Err(ExchangeError::Miscounted { sent, received: received.all });
    }
    Ok(Outcome::from([
        ("messages_per_second", received.per_second),
        ("p50_seconds", received.latencies.quantile_seconds(0.5)),
        ("p99_seconds", received.latencies.quantile_seconds(0.99)),
        ("cpu_seconds_per_message", cpu.as_secs_f64() / received.all as f64),
        (SAME_CORE, received.on_servers_core),
    ]))
}

/// Sends the message to everyone who connects, until it is over; how often. Owns the listener, so that whoever still
/// connects when this fails is turned away.
pub(super) fn serve(
    listener: Arc<Listener>,
    message: &[u8],
    is_over: &AtomicBool,
    server: &Whereabouts,
) -> Result<u64, ExchangeError> {
    let mut sent = 0;
    loop {
        let connection = match listener.accept() {
            Ok(socket) => Channel::from(socket),
            Err(_) if is_over.load(Ordering::Acquire) => return Ok(sent),
            // The listener spins.
            Err(error) if error.kind() == ErrorKind::WouldBlock => continue,
            Err(error) => return Err(error.into()),
        };
        server.tell();
        connection.send(message)?;
        sent += 1;
    }
}

/// The end that connects. When dropped, also after an error, it says that it is over.
pub(super) struct Caller<'a> {
    pub address: Address,
    pub options: Options,
    pub listener: Weak<Listener>,
    pub is_over: &'a AtomicBool,
}

impl Drop for Caller<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        // Where there is no listener any more, nobody waits.
        if let Some(listener) = self.listener.upgrade() {
            // Ends the wait for the next connection, which needs no descriptor.
            let _ = shutdown(&*listener, Shutdown::Both);
        }
    }
}

/// Messages that came.
pub(super) struct Received {
    /// All of them, those of the warm-up included.
    pub all: u64,
    /// Messages per second, without those.
    pub per_second: f64,
    /// Times from before a connection is asked for until it is closed.
    pub latencies: Latencies,
    /// The share of them at whose end both sides were on the same core.
    pub on_servers_core: f64,
}

pub(super) fn receive(
    caller: Caller,
    message: &mut [u8],
    terms: Terms,
    server: &Whereabouts,
) -> Result<Received, ExchangeError> {
    let mut tally = terms.span.start();
    let mut latencies = Latencies::default();
    let mut met = 0;
    let mut begun = Instant::now();
    loop {
        let connection = Channel::from(caller.address.connect(&caller.options)?);
        connection.wait_by(terms.waiting)?;
        connection.receive(message)?;
        drop(connection);
        if terms.check == Check::Contents {
            ensure_right(message, 0)?;
        }
        let now = Instant::now();
        if tally.is_counted(begun) {
            latencies.add(now - begun);
            met += u64::from(server.is_here());
        }
        if let Some(per_second) = tally.add(1, now) {
            let on_servers_core = met as f64 / latencies.count() as f64;
            return Ok(Received { all: tally.all(), per_second, latencies, on_servers_core });
        }
        begun = now;
    }
}
