//! What was on the wire: TCP's segments to and from a peer, recorded with the kernel's times.
//!
//! A packet socket in the namespace of our end hears what leaves and what arrives, as tcpdump's does. Nothing is
//! filtered in the kernel: a namespace belongs to one connection.

mod conversation;
mod segment;

use std::collections::HashMap;
use std::io::{self, IoSliceMut, PipeReader, PipeWriter};
use std::iter;
use std::net::SocketAddrV4;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use nix::cmsg_space;
use nix::errno::Errno;
use nix::sys::socket::{
    AddressFamily, ControlMessageOwned, MsgFlags, SockFlag, SockProtocol, SockType, recvmsg, setsockopt, socket,
    sockopt,
};
use nix::sys::time::TimeSpec;
use rustix::event::{PollFd, PollFlags, poll};

use conversation::Conversation;
pub(crate) use conversation::{Direction, Kind};
use segment::Segment;

/// Bytes kept of each packet: both headers at their longest, and the beginning of the data.
const KEPT_BYTES: usize = 60 + 60 + 16;
/// What the kernel keeps for us meanwhile. A writer that fills the peer's buffers sends megabytes at once.
const BUFFER_BYTES: usize = 8 << 20;

/// How often the clocks are read to compare them.
const READINGS: usize = 10;

/// A segment on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packet {
    /// When the kernel handed it to the interface, or took it from there.
    pub at: Instant,
    pub direction: Direction,
    pub kind: Kind,
    /// Bytes of data.
    pub length: u32,
}

/// What was on the wire of a trial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recorded {
    /// From the fault or the model's time zero on, whichever is earlier.
    pub packets: Vec<Packet>,
    pub zero: Instant,
}

/// A recording under way. It ends when dropped.
pub(crate) struct Capture {
    peer: SocketAddrV4,
    /// Closed to say that it is enough.
    stop: Option<PipeWriter>,
    recorder: Option<JoinHandle<io::Result<Segments>>>,
}

/// Segments, and when they passed.
type Segments = Vec<(Instant, Segment)>;

impl Capture {
    /// Begins in the namespace that this thread is in: with the connection, so that its numbers are known.
    pub(crate) fn start(peer: SocketAddrV4) -> io::Result<Self> {
        let socket = packet_socket()?;
        let (until, stop) = io::pipe()?;
        let recorder = thread::Builder::new().name("capture".to_owned()).spawn(move || record(&socket, &until))?;
        Ok(Self { peer, stop: Some(stop), recorder: Some(recorder) })
    }

    /// Ends, and tells what was on the wire between us and the peer since the fault began or since `zero`.
    pub(crate) fn finish(mut self, fault: Instant, zero: Instant) -> io::Result<Recorded> {
        let segments = self.end().unwrap_or_else(|| Ok(Vec::new()))?;
        let mut packets = packets(&segments, self.peer);
        packets.retain(|packet| packet.at >= fault.min(zero));
        Ok(Recorded { packets, zero })
    }

    fn end(&mut self) -> Option<io::Result<Segments>> {
        drop(self.stop.take());
        let recorder = self.recorder.take()?;
        Some(recorder.join().unwrap_or_else(|_| Err(io::Error::other("the recorder panicked"))))
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        // The capture's thread at least must not stay.
        let _ = self.end();
    }
}

/// Why packets cannot be recorded in the namespace that this thread is in; `None` if they can.
pub(crate) fn why_not() -> Option<io::Error> {
    packet_socket().err()
}

/// A socket that hears all packets, both ways (packet(7)), and says when they passed.
fn packet_socket() -> io::Result<OwnedFd> {
    let flags = SockFlag::SOCK_CLOEXEC | SockFlag::SOCK_NONBLOCK;
    let socket = socket(AddressFamily::Packet, SockType::Datagram, flags, SockProtocol::EthAll)?;
    setsockopt(&socket, sockopt::RcvBufForce, &BUFFER_BYTES)?;
    setsockopt(&socket, sockopt::ReceiveTimestampns, &true)?;
    Ok(socket)
}

/// Records until the other end of `until` is closed, and then what has come by then.
fn record(socket: &OwnedFd, until: &PipeReader) -> io::Result<Segments> {
    let mut segments = Vec::new();
    loop {
        let mut waits = [PollFd::new(socket, PollFlags::IN), PollFd::from_borrowed_fd(until.as_fd(), PollFlags::IN)];
        match poll(&mut waits, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let is_enough = !waits[1].revents().is_empty();
        take_all(socket, &Clock::now(), &mut segments)?;
        if is_enough {
            return Ok(segments);
        }
    }
}

/// Takes what the kernel has kept. It begins to stamp packets soon after the first socket asked for it; what passes before
/// has the time at which it is taken.
fn take_all(socket: &OwnedFd, clock: &Clock, segments: &mut Segments) -> io::Result<()> {
    let mut bytes = [0; KEPT_BYTES];
    let mut control = cmsg_space!(TimeSpec);
    loop {
        let mut buffers = [IoSliceMut::new(&mut bytes)];
        let message = match recvmsg::<()>(socket.as_raw_fd(), &mut buffers, Some(&mut control), MsgFlags::empty()) {
            Ok(message) => message,
            Err(Errno::EAGAIN) => return Ok(()),
            // The interface went down: an event of the trial, no failure of the recording.
            Err(Errno::EINTR | Errno::ENETDOWN) => continue,
            Err(error) => return Err(error.into()),
        };
        let time = message.cmsgs()?.find_map(|message| match message {
            ControlMessageOwned::ScmTimestampns(time) => Some(time),
            _ => None,
        });
        let length = message.bytes;
        if let (Some(time), Some(segment)) = (time, segment::parse(&bytes[..length])) {
            segments.push((clock.instant(time), segment));
        }
    }
}

/// The kernel stamps packets with the time of day; all else here is told by a clock that nobody sets. Both are read whenever
/// packets are taken, which is right after they passed: over a recording of a quarter of an hour the time of day may be
/// adjusted by more than a timer is late.
struct Clock {
    time_of_day: SystemTime,
    instant: Instant,
}

impl Clock {
    /// The least disturbed of several readings: a thread may have to wait for its turn between two clocks.
    fn now() -> Self {
        let readings = iter::repeat_with(|| (Instant::now(), SystemTime::now(), Instant::now())).take(READINGS);
        let best = readings.min_by_key(|(before, _, after)| after.duration_since(*before));
        let (instant, time_of_day, _) = best.expect("there are some");
        Self { time_of_day, instant }
    }

    fn instant(&self, time: TimeSpec) -> Instant {
        let time_of_day = SystemTime::UNIX_EPOCH + Duration::from(time);
        match time_of_day.duration_since(self.time_of_day) {
            Ok(after) => self.instant + after,
            Err(before) => self.instant.checked_sub(before.duration()).unwrap_or(self.instant),
        }
    }
}

/// What each segment between us and the peer was for.
fn packets(segments: &[(Instant, Segment)], peer: SocketAddrV4) -> Vec<Packet> {
    let mut conversations: HashMap<SocketAddrV4, Conversation> = HashMap::new();
    let packet = |&(at, segment): &(Instant, Segment)| {
        let (direction, own) = if segment.destination == peer {
            (Direction::Out, segment.source)
        } else if segment.source == peer {
            (Direction::In, segment.destination)
        } else {
            return None;
        };
        let kind = conversations.entry(own).or_default().take(direction, &segment);
        Some(Packet { at, direction, kind, length: segment.length })
    };
    segments.iter().filter_map(packet).collect()
}

#[cfg(test)]
mod tests;
