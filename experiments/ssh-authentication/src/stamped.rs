//! A pipe in which the system notes when each piece was written.
//!
//! A reader that is woken late, as happens on few and busy cores, reads late and several lines at once: times by its own
//! clock would be its own. So what a program writes goes into a socket of whole messages, whose reader is told by the
//! kernel when each was written (`SO_TIMESTAMPNS`, socket(7)).

use std::io::{self, IoSliceMut};
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use nix::cmsg_space;
use nix::errno::Errno;
use nix::sys::socket::sockopt::ReceiveTimestampns;
use nix::sys::socket::{
    AddressFamily, ControlMessageOwned, MsgFlags, SockFlag, SockType, recvmsg, setsockopt, socketpair,
};
use nix::sys::time::TimeSpec;

/// No program writes more at once.
const LONGEST: usize = 64 << 10;

/// The reading end.
pub(crate) struct StampedReader {
    socket: OwnedFd,
    buffer: Vec<u8>,
    clocks: Clocks,
}

/// Both ends; the second is for the program that writes.
pub(crate) fn stamped_pipe() -> io::Result<(StampedReader, OwnedFd)> {
    let (ours, theirs) = socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)?;
    Ok((StampedReader::of(ours)?, theirs))
}

impl StampedReader {
    /// Reads whole messages of this socket.
    pub(crate) fn of(socket: OwnedFd) -> io::Result<Self> {
        setsockopt(&socket, ReceiveTimestampns, &true)?;
        Ok(Self { socket, buffer: vec![0; LONGEST], clocks: Clocks::now() })
    }

    /// What was written next, and when; `None` when nobody can write any more.
    pub(crate) fn next(&mut self) -> io::Result<Option<(&[u8], Instant)>> {
        let mut space = cmsg_space!(TimeSpec);
        let (count, stamp) = loop {
            let mut slices = [IoSliceMut::new(&mut self.buffer)];
            match recvmsg::<()>(self.socket.as_raw_fd(), &mut slices, Some(&mut space), MsgFlags::empty()) {
                Ok(message) => {
                    let mut stamps = message.cmsgs()?.filter_map(|control| match control {
                        ControlMessageOwned::ScmTimestampns(stamp) => Some(Duration::from(stamp)),
                        _ => None,
                    });
                    break (message.bytes, stamps.next());
                }
                Err(Errno::EINTR) => {}
                Err(error) => return Err(error.into()),
            }
        };
        let at = stamp.and_then(|stamp| self.clocks.instant(stamp)).unwrap_or_else(Instant::now);
        Ok((count > 0).then(|| (&self.buffer[..count], at)))
    }
}

/// The system's clock, by which the kernel notes times, and the monotonic one, read at the same moment.
#[derive(Debug, Clone, Copy)]
struct Clocks {
    system: Duration,
    monotonic: Instant,
}

impl Clocks {
    fn now() -> Self {
        Self { system: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(), monotonic: Instant::now() }
    }

    /// The moment of the monotonic clock at this one of the system's; `None` before the pipe was made, as after the
    /// system's clock was set back.
    fn instant(&self, stamp: Duration) -> Option<Instant> {
        Some(self.monotonic + stamp.checked_sub(self.system)?)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use nix::unistd::write;

    use super::*;

    #[test]
    fn what_is_read_late_and_at_once_has_the_times_at_which_it_was_written() {
        let pause = Duration::from_millis(50);
        let (mut reader, writer) = stamped_pipe().unwrap();
        let begun = Instant::now();
        write(&writer, b"one").unwrap();
        thread::sleep(pause);
        write(&writer, b"two").unwrap();
        let written = Instant::now();
        drop(writer);
        thread::sleep(pause);
        let mut times = Vec::new();
        for expected in [b"one", b"two"] {
            let (bytes, at) = reader.next().unwrap().unwrap();
            assert_eq!(bytes, expected);
            times.push(at);
        }
        assert!(reader.next().unwrap().is_none());
        // The two clocks are not read at quite the same moment.
        let slack = Duration::from_millis(1);
        assert!(times[1] - times[0] >= pause - slack, "{:?}", times[1] - times[0]);
        assert!(times[0] + slack >= begun && times[1] <= written + slack);
    }
}
