//! A path with a round trip time: packets pass from one end to the other a fixed time later.
//!
//! `tc netem` would do the same and is not in every kernel. Here a thread takes the packets that leave at either end and
//! gives them to the other.

mod line;
pub(crate) mod tun;

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsFd, OwnedFd};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read, retry_on_intr, write};

use line::Line;

/// The longest packet of IP.
const PACKET_BYTES: usize = 1 << 16;

/// Passes packets on until dropped.
#[derive(Debug)]
pub(crate) struct Relay {
    /// Closed to say that it is enough.
    stop: Option<PipeWriter>,
    thread: Option<JoinHandle<()>>,
}

impl Relay {
    /// Between two ends that are read and written a packet at a time, and never wait. What is on its way when this ends is
    /// lost.
    pub(crate) fn between(ours: OwnedFd, peers: OwnedFd, delay: Duration) -> io::Result<Self> {
        let (until, stop) = io::pipe()?;
        let pass_on = move || {
            // The relay ends by itself only if an interface is gone: then nothing passes any more, as it should be.
            let _ = pass(&ours, &peers, delay, &until);
        };
        let thread = thread::Builder::new().name("relay".to_owned()).spawn(pass_on)?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// One direction of the relay: packets read from `from` reach `to` after the line's delay.
struct Way<'a> {
    from: &'a OwnedFd,
    to: &'a OwnedFd,
    line: Line,
}

impl Way<'_> {
    /// Takes what has left one end.
    fn take(&mut self, buffer: &mut [u8]) -> Result<(), Errno> {
        loop {
            match read(self.from, &mut *buffer) {
                // No packet is empty: that end is closed.
                Ok(0) => return Err(Errno::NODEV),
                Ok(length) => self.line.enter(Instant::now(), &buffer[..length]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives what is due to the other end. What that does not take is lost, as on any link: it may be down.
    fn give(&mut self) {
        while let Some(packet) = self.line.leave(Instant::now()) {
            let _ = retry_on_intr(|| write(self.to, &packet));
        }
    }
}

/// Passes packets on until the other end of `until` is closed.
fn pass(ours: &OwnedFd, peers: &OwnedFd, delay: Duration, until: &PipeReader) -> Result<(), Errno> {
    let way = |from, to| Way { from, to, line: Line::new(delay) };
    let mut ways = [way(ours, peers), way(peers, ours)];
    let mut buffer = vec![0; PACKET_BYTES];
    loop {
        ways.iter_mut().for_each(Way::give);
        let next = ways.iter().filter_map(|way| way.line.next()).min();
        let timeout = next.map(|at| at.saturating_duration_since(Instant::now()));
        // A delay of centuries is for ever.
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        let waits = [ours.as_fd(), peers.as_fd(), until.as_fd()];
        let mut waits = waits.map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN));
        match poll(&mut waits, timeout.as_ref()) {
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(error) => return Err(error),
        }
        if !waits[2].revents().is_empty() {
            return Ok(());
        }
        for (way, wait) in ways.iter_mut().zip(&waits) {
            if !wait.revents().is_empty() {
                way.take(&mut buffer)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::{UnixDatagram, UnixStream};

    use super::*;

    const DELAY: Duration = Duration::from_millis(30);
    /// Timeout for a packet that must come, on a busy machine.
    const TIMEOUT: Duration = Duration::from_secs(30);

    /// A relay, and what stands for the hosts at its ends.
    fn relay() -> (Relay, UnixDatagram, UnixDatagram) {
        let end = || {
            let (host, interface) = UnixDatagram::pair().unwrap();
            host.set_read_timeout(Some(TIMEOUT)).unwrap();
            interface.set_nonblocking(true).unwrap();
            (host, OwnedFd::from(interface))
        };
        let ((us, ours), (peer, peers)) = (end(), end());
        (Relay::between(ours, peers, DELAY).unwrap(), us, peer)
    }

    /// Waits until a closed end refuses a write: a program that another test is just starting holds it open too, until it runs.
    fn refused_soon(write: impl Fn() -> io::Result<usize>) {
        let started = Instant::now();
        while write().is_ok() {
            assert!(started.elapsed() < TIMEOUT, "it is still open");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn heard(host: &UnixDatagram) -> Vec<u8> {
        let mut bytes = vec![0; 100];
        let length = host.recv(&mut bytes).unwrap();
        bytes.truncate(length);
        bytes
    }

    #[test]
    fn everything_arrives_in_order_and_whole_in_both_directions() {
        let (_relay, us, peer) = relay();
        for number in 0..50_u8 {
            us.send(&vec![number; usize::from(number) + 1]).unwrap();
            peer.send(&[number, 99]).unwrap();
        }
        for number in 0..50_u8 {
            assert_eq!(heard(&peer), vec![number; usize::from(number) + 1]);
            assert_eq!(heard(&us), [number, 99]);
        }
    }

    #[test]
    fn each_way_takes_no_less_than_the_delay() {
        let (_relay, us, peer) = relay();
        for _ in 0..3 {
            let sent = Instant::now();
            us.send(&[1]).unwrap();
            heard(&peer);
            assert!(sent.elapsed() >= DELAY);
            peer.send(&[2]).unwrap();
            heard(&us);
            assert!(sent.elapsed() >= 2 * DELAY);
        }
    }

    #[test]
    fn a_relay_that_is_dropped_lets_its_ends_go_with_what_was_on_its_way() {
        let (relay, us, peer) = relay();
        us.send(&[1]).unwrap();
        drop(relay);
        // Its thread has ended: both interfaces are closed.
        refused_soon(|| us.send(&[2]));
        refused_soon(|| peer.send(&[2]));
        peer.set_nonblocking(true).unwrap();
        assert!(peer.recv(&mut [0; 10]).is_err());
    }

    #[test]
    fn an_interface_that_goes_ends_the_relay() {
        let ((us, ours), (peer, peers)) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
        ours.set_nonblocking(true).unwrap();
        peers.set_nonblocking(true).unwrap();
        let relay = Relay::between(ours.into(), peers.into(), DELAY).unwrap();
        drop(us);
        let thread = relay.thread.as_ref().unwrap();
        let started = Instant::now();
        while !thread.is_finished() {
            assert!(started.elapsed() < TIMEOUT, "the relay goes on");
            thread::sleep(Duration::from_millis(5));
        }
        refused_soon(|| (&peer).write(&[2]));
    }
}
