//! The servers, and the generator of requests: one thread, whose clock is the same for both.
//!
//! The generator is open: a request is sent when it is due, whether others are answered or not. Each draws its time and its
//! work beforehand, so that what is late is known. Servers answer when the work would be done, and what they have at each
//! moment is counted.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use http_messages::{answer, is_request};
use load_balancing_model::in_flight::round::Recorder;
use load_balancing_model::in_flight::{Occupancy, Seen, Service, exponential};
use random::{Xoshiro256PlusPlus, stream};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, epoll, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;

use super::Check;
use crate::balancers::Outcome;

/// The generator's request.
const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: balancer\r\n\r\n";
/// The answer of every server.
const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";
/// The answer of a failing server.
const ERROR: &[u8] = b"HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno";
/// How long answers may be missing after the end, in seconds.
const TIMEOUT_SECONDS: f64 = 10.0;
/// From the end of a turn's connections to the next: else a balancer takes those for open that have just ended.
const PAUSE: Duration = Duration::from_millis(50);
/// Requests that are sent before anything else is looked at, when many are late. Each may open a connection, and waits for it:
/// with more of them than a listener's queue has room for (128), one that only this thread can accept would be waited for in vain.
const MOST_AT_ONCE: usize = 64;
/// How long nothing is looked at but events, at most, in seconds: Ctrl-C should act soon.
const LOOK_SECONDS: f64 = 0.05;

/// The load of one turn.
pub(super) struct Load {
    /// The balancer's address.
    pub(super) address: SocketAddr,
    /// Requests a second.
    pub(super) rate: f64,
    /// The mean work of a request.
    pub(super) work_seconds: f64,
    pub(super) service: Service,
    /// How many servers, the first ones, answer 500 at once.
    pub(super) failing: u32,
    /// How long the servers are not yet watched, and how long they are.
    pub(super) warm_up_seconds: f64,
    pub(super) watched_seconds: f64,
    /// How many moments of the watch are recorded.
    pub(super) moments: u32,
    pub(super) seed: u64,
    pub(super) repetition: u64,
}

/// The servers behind the balancers.
pub(super) struct Servers {
    epoll: OwnedFd,
    listeners: Vec<TcpListener>,
    addresses: Vec<SocketAddr>,
    /// The open connections, by number; numbers of closed ones are given again.
    connections: Vec<Option<Connection>>,
}

/// A connection of either end.
struct Connection {
    stream: TcpStream,
    end: End,
    /// The bytes of the next message that have come.
    read: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    /// A server's, and whether it has a request there.
    Server { server: usize, is_busy: bool },
    /// The generator's, and when the request was due that it waits for, in seconds from the start of the turn.
    Generator { due: Option<f64> },
}

impl Servers {
    /// So many, on free ports of loopback.
    pub(super) fn open(servers: usize) -> io::Result<Self> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let mut listeners = Vec::with_capacity(servers);
        for number in 0..servers {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
            listener.set_nonblocking(true)?;
            epoll::add(&epoll, &listener, epoll::EventData::new_u64(number as u64), epoll::EventFlags::IN)?;
            listeners.push(listener);
        }
        let addresses = listeners.iter().map(TcpListener::local_addr).collect::<io::Result<_>>()?;
        Ok(Self { epoll, listeners, addresses, connections: Vec::new() })
    }

    /// The servers' addresses.
    pub(super) fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// Loads a balancer, and ends all connections. `processor_seconds` is asked when the watch begins and when it ends. The
    /// inner error says what the balancer did wrong.
    pub(super) fn take(
        &mut self,
        load: &Load,
        processor_seconds: &dyn Fn() -> Option<f64>,
        check: Check,
    ) -> Result<Result<Outcome, String>, Failure> {
        let outcome = Turn::new(self, load).run(processor_seconds, check);
        self.connections.clear();
        thread::sleep(PAUSE);
        outcome
    }

    fn add(&mut self, stream: TcpStream, end: End) -> io::Result<usize> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        let free = self.connections.iter().position(Option::is_none);
        let number = free.unwrap_or_else(|| {
            self.connections.push(None);
            self.connections.len() - 1
        });
        let data = epoll::EventData::new_u64((self.listeners.len() + number) as u64);
        epoll::add(&self.epoll, &stream, data, epoll::EventFlags::IN)?;
        self.connections[number] = Some(Connection { stream, end, read: Vec::with_capacity(512) });
        Ok(number)
    }

    /// Waits for events, no longer than so many seconds: which listeners and connections have something.
    fn wait(&self, seconds: f64, events: &mut Vec<epoll::Event>) -> io::Result<()> {
        if seconds > 0.0 {
            // Unlike that of `epoll::wait`, its clock has nanoseconds.
            let nanoseconds = (seconds * 1e9) as i64;
            let timeout = Timespec { tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000 };
            match poll(&mut [PollFd::new(&self.epoll, PollFlags::IN)], Some(&timeout)) {
                Ok(0) | Err(Errno::INTR) => return Ok(()),
                other => _ = other?,
            }
        }
        match epoll::wait(&self.epoll, spare_capacity(events), Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// A turn that goes on.
struct Turn<'a> {
    servers: &'a mut Servers,
    load: &'a Load,
    started: Instant,
    /// Draws when requests are due.
    arrivals: Xoshiro256PlusPlus,
    /// Draws their work.
    works: Xoshiro256PlusPlus,
    occupancy: Occupancy,
    recorder: Recorder,
    by_server: Vec<u64>,
    /// The servers' work: when it is done, as the bits of a number of seconds, whose order is the same, and on which
    /// connection.
    working: BinaryHeap<Reverse<(u64, usize)>>,
    /// When each server is done with all it has, where it takes one after the other.
    free_from: Vec<f64>,
    /// Connections of the generator's that wait for nothing.
    idle: Vec<usize>,
    sent: u64,
    /// Requests that are sent and not answered.
    open: u64,
    answered: u64,
    times: Vec<f64>,
    failed: u64,
    late: f64,
    /// True once the watch is over: what is held is let go.
    is_over: bool,
}

/// An error of the balancer's, or of a connection to it.
type Done<T> = Result<T, String>;

fn failed(error: impl std::fmt::Display) -> String {
    format!("a connection failed: {error}")
}

impl<'a> Turn<'a> {
    fn new(servers: &'a mut Servers, load: &'a Load) -> Self {
        let count = servers.listeners.len();
        Self {
            servers,
            load,
            started: Instant::now(),
            arrivals: stream(load.seed, 2 * load.repetition),
            works: stream(load.seed, 2 * load.repetition + 1),
            occupancy: Occupancy::new(count),
            recorder: Recorder::new(load.warm_up_seconds, load.work_seconds, load.moments),
            by_server: vec![0; count],
            working: BinaryHeap::new(),
            free_from: vec![0.0; count],
            idle: Vec::new(),
            sent: 0,
            open: 0,
            answered: 0,
            times: Vec::new(),
            failed: 0,
            late: 0.0,
            is_over: false,
        }
    }

    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn run(
        mut self,
        processor_seconds: &dyn Fn() -> Option<f64>,
        check: Check,
    ) -> Result<Result<Outcome, String>, Failure> {
        let from = self.load.warm_up_seconds;
        let until = from + self.load.watched_seconds;
        let mut due = exponential(&mut self.arrivals) / self.load.rate;
        let mut events = Vec::with_capacity(256);
        // At the start of the watch: the processor time, and how many were answered.
        let mut before: Option<(Option<f64>, u64)> = None;
        let mut seen: Option<(Seen, Option<f64>, u64)> = None;
        let mut looked = 0.0;
        loop {
            let now = self.now();
            if now >= looked + LOOK_SECONDS {
                check()?;
                looked = now;
            }
            if before.is_none() && now >= from {
                before = Some((processor_seconds(), self.answered));
                self.occupancy.watch_from(now);
            }
            if let (None, Some((taken, answered)), true) = (&seen, before, now >= until) {
                let watched = self.occupancy.watch_until(now);
                self.recorder.pass(until, self.occupancy.loads());
                let taken = processor_seconds().zip(taken).map(|(after, before)| after - before);
                seen = Some((watched, taken, self.answered - answered));
                self.is_over = true;
            }
            if self.is_over && self.open == 0 {
                break;
            }
            if now > until + TIMEOUT_SECONDS {
                return Ok(Err(format!("{} of {} requests are not answered", self.open, self.sent)));
            }
            let acted = self.answer_what_is_done().and_then(|()| {
                for _ in 0..MOST_AT_ONCE {
                    if due > self.now() || due >= until || self.is_over {
                        break;
                    }
                    self.send(due)?;
                    due += exponential(&mut self.arrivals) / self.load.rate;
                }
                let next = self.working.peek().map_or(f64::INFINITY, |&Reverse((at, _))| f64::from_bits(at));
                let edge = if before.is_none() { from } else { until };
                let edge = if self.is_over { f64::INFINITY } else { edge.min(due) };
                let seconds = next.min(edge).min(looked + LOOK_SECONDS) - self.now();
                self.servers.wait(seconds, &mut events).map_err(failed)?;
                for event in events.drain(..) {
                    let data = event.data;
                    self.act(data.u64() as usize)?;
                }
                Ok(())
            });
            if let Err(why) = acted {
                return Ok(Err(why));
            }
        }
        let received: u64 = self.by_server.iter().sum();
        if received < self.sent {
            return Ok(Err(format!("servers got {received} of {} requests", self.sent)));
        }
        let (seen, processor_seconds, answered) = seen.expect("it is over");
        self.times.sort_by(f64::total_cmp);
        Ok(Ok(Outcome {
            seen,
            by_server: self.by_server,
            sent: self.sent,
            answered,
            processor_seconds,
            times: self.times,
            failed: self.failed,
            late_seconds: self.late,
            round: self.recorder.into_round(),
        }))
    }

    /// Servers answer what they are done with; after the watch whatever they hold.
    fn answer_what_is_done(&mut self) -> Done<()> {
        let lets_go = self.is_over && self.load.service == Service::Held;
        while let Some(&Reverse((at, number))) = self.working.peek() {
            let (at, now) = (f64::from_bits(at), self.now());
            if at > now && !lets_go {
                break;
            }
            self.working.pop();
            self.late = self.late.max(now - at);
            let connection = self.servers.connections[number].as_mut().expect("it ends no connection that is busy");
            let End::Server { server, .. } = connection.end else { unreachable!("servers alone work") };
            connection.end = End::Server { server, is_busy: false };
            connection.stream.write_all(ANSWER).map_err(failed)?;
            self.recorder.pass(now, self.occupancy.loads());
            self.occupancy.remove(server, now);
        }
        Ok(())
    }

    /// The generator sends what was due then.
    fn send(&mut self, due: f64) -> Done<()> {
        let number = match self.idle.pop() {
            Some(number) => number,
            None => {
                let stream = TcpStream::connect(self.load.address).map_err(failed)?;
                self.servers.add(stream, End::Generator { due: None }).map_err(failed)?
            }
        };
        let connection = self.servers.connections[number].as_mut().expect("idle ones are open");
        connection.end = End::Generator { due: Some(due) };
        connection.stream.write_all(REQUEST).map_err(failed)?;
        self.sent += 1;
        self.open += 1;
        self.late = self.late.max(self.now() - due);
        Ok(())
    }

    /// Something has come.
    fn act(&mut self, token: usize) -> Done<()> {
        match token.checked_sub(self.servers.listeners.len()) {
            None => self.accept(token),
            Some(number) => self.read(number),
        }
    }

    fn accept(&mut self, server: usize) -> Done<()> {
        loop {
            match self.servers.listeners[server].accept() {
                Ok((stream, _)) => {
                    self.servers.add(stream, End::Server { server, is_busy: false }).map_err(failed)?;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error)
                    if error.kind() == ErrorKind::Interrupted || error.kind() == ErrorKind::ConnectionAborted => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }

    fn read(&mut self, number: usize) -> Done<()> {
        // Ended since the event came.
        let Some(connection) = self.servers.connections[number].as_mut() else { return Ok(()) };
        let mut buffer = [0; 4096];
        let length = match connection.stream.read(&mut buffer) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => return Ok(()),
            // An end as well, where nothing was asked for.
            Err(error) if error.kind() == ErrorKind::ConnectionReset => 0,
            other => other.map_err(failed)?,
        };
        if length == 0 {
            if matches!(connection.end, End::Server { is_busy: true, .. } | End::Generator { due: Some(_) }) {
                return Err("it ended a connection amid a request".to_owned());
            }
            self.servers.connections[number] = None;
            self.idle.retain(|&idle| idle != number);
            return Ok(());
        }
        connection.read.extend_from_slice(&buffer[..length]);
        match connection.end {
            End::Server { is_busy: true, .. } => {
                Err("it sent a request before it had the answer to the last".to_owned())
            }
            End::Server { server, .. } => {
                if is_request(&connection.read).map_err(|why| why.to_string())? {
                    connection.read.clear();
                    if server < self.load.failing as usize {
                        connection.stream.write_all(ERROR).map_err(failed)?;
                        self.by_server[server] += 1;
                        let now = self.started.elapsed().as_secs_f64();
                        self.recorder.pass(now, self.occupancy.loads());
                        self.recorder.fail(now);
                        return Ok(());
                    }
                    connection.end = End::Server { server, is_busy: true };
                    self.begin(server, number);
                }
                Ok(())
            }
            End::Generator { due } => {
                let due = due.ok_or("it answered what nobody had asked")?;
                let Some(answer) = answer(&connection.read).map_err(|why| why.to_string())? else { return Ok(()) };
                let has_failed = answer.status == 500 && self.load.failing > 0;
                if !(answer.status == 200 || has_failed) || answer.length != connection.read.len() {
                    return Err(format!("it answers {}", answer.status));
                }
                connection.read.clear();
                connection.end = End::Generator { due: None };
                self.idle.push(number);
                self.open -= 1;
                self.answered += 1;
                if due >= self.load.warm_up_seconds {
                    let time = self.now() - due;
                    self.times.push(time);
                    self.failed += u64::from(has_failed);
                }
                Ok(())
            }
        }
    }

    /// A server gets a request.
    fn begin(&mut self, server: usize, number: usize) {
        let now = self.now();
        self.recorder.pass(now, self.occupancy.loads());
        self.occupancy.add(server, now);
        self.by_server[server] += 1;
        let work = exponential(&mut self.works) * self.load.work_seconds;
        let done = match self.load.service {
            Service::Held => now + work,
            Service::Queued => f64::max(now, self.free_from[server]) + work,
        };
        self.free_from[server] = done;
        self.working.push(Reverse((done.to_bits(), number)));
    }
}

#[cfg(test)]
mod tests;
