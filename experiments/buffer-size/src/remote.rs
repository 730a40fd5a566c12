//! Measuring against a server on another host.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use harness::Failure;
use sockets::{Options, Socket};

use crate::payload::Plain;
use crate::protocol::{Answer, Greeting, PATIENCE, Report, TIMEOUT, limit_waiting};
use crate::sample::{Sample, Timing};
use crate::transfer::{Sizes, TransferError, send};

/// Longer than between two ends on one machine: a network's round trips take longer.
const TIMING: Timing = Timing { warm_up: Duration::from_millis(100), window: Duration::from_millis(250) };
/// How long a measurement takes.
pub(crate) const DURATION: Duration = Duration::from_millis(400);

/// A server on another host.
pub(crate) struct Remote {
    address: SocketAddr,
    /// As it was named.
    name: String,
}

impl Remote {
    /// The server at `HOST:PORT`, if one answers there.
    pub(crate) fn reach(name: &str) -> Result<Self, Failure> {
        let addresses =
            name.to_socket_addrs().map_err(|error| Failure::system(format!("cannot look up {name}"), error))?;
        let mut last = Failure::Unexpected(format!("the name {name} has no address"));
        for address in addresses {
            let remote = Self { address, name: name.to_owned() };
            let timing = Timing { warm_up: Duration::from_millis(1), window: Duration::from_millis(1) };
            match remote.measure_for(1, Sizes { read: 4096, write: 4096 }, timing) {
                Ok(_) => return Ok(remote),
                Err(why) => last = why,
            }
        }
        Err(last)
    }

    /// Writes over so many connections at once; what arrived there.
    pub(crate) fn measure(&self, connections: usize, sizes: Sizes) -> Result<Sample, Failure> {
        self.measure_for(connections, sizes, TIMING)
    }

    fn measure_for(&self, connections: usize, sizes: Sizes, timing: Timing) -> Result<Sample, Failure> {
        let samples: Result<Vec<Sample>, TransferError> = thread::scope(|scope| {
            let each: Vec<_> = (0..connections).map(|_| scope.spawn(|| self.measure_one(sizes, timing))).collect();
            each.into_iter().map(|one| one.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))).collect()
        });
        samples.map(|samples| Sample::together(&samples)).map_err(|why| {
            Failure::program(
                format!("buffer-size serve at {}", self.name),
                format!("{why}; does it run there, in this version?"),
            )
        })
    }

    fn measure_one(&self, sizes: Sizes, timing: Timing) -> Result<Sample, TransferError> {
        let call = |what| move |error| TransferError::Call { what, error };
        let socket = Socket::connect_tcp(self.address, &Options::default()).map_err(call("connect"))?;
        limit_waiting(&socket).map_err(call("limit waiting"))?;
        let greeting = Greeting { read_bytes: sizes.read, timing };
        socket.write_all(&greeting.to_bytes()).map_err(call("greet the server"))?;
        let refused = |why| Err(call("be measured")(io::Error::other(why)));
        match Answer::read(&socket, PATIENCE + TIMEOUT).map_err(call("read the server's answer"))? {
            Some(Answer::Welcome) => {}
            Some(Answer::Busy) => return refused("the server is busy with others"),
            _ => return refused("the server does not know this protocol"),
        }
        let stop = AtomicBool::new(false);
        let (sent, said) = thread::scope(|scope| {
            let sending = scope.spawn(|| send(&socket, sizes.write, || stop.load(Ordering::Relaxed), &mut Plain));
            let said = Answer::read(&socket, timing.all() + TIMEOUT);
            stop.store(true, Ordering::Relaxed);
            (sending.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)), said)
        });
        let sent = sent?;
        if said.map_err(call("read that it is enough"))? != Some(Answer::Enough) {
            return refused("the server ended the measurement");
        }
        let report = Report::read(&socket).map_err(call("read the server's report"))?;
        if sent.bytes != report.received_bytes {
            return Err(TransferError::CountsDiffer { written: sent.bytes, read: report.received_bytes });
        }
        Ok(Sample {
            bytes: report.bytes,
            seconds: report.seconds,
            reads: report.reads,
            short_reads: report.short_reads,
            cpu_seconds_per_byte: (report.cpu_seconds + sent.cpu.as_secs_f64()) / sent.bytes as f64,
        })
    }
}

/// `HOST:PORT`, as the command line takes it.
pub(crate) fn parse_name(text: &str) -> Result<String, String> {
    let (host, port) = text.rsplit_once(':').ok_or("it must be HOST:PORT")?;
    match port.parse::<u16>() {
        Ok(port) if port > 0 && !host.is_empty() => Ok(text.to_owned()),
        _ => Err("it must be HOST:PORT, with a port from 1 to 65,535".to_owned()),
    }
}

#[cfg(test)]
mod tests;
