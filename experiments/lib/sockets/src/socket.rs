//! One end of a connection.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::{Errno, ioctl_fionbio, read, write};
use rustix::net::{AddressFamily, SendFlags, Shutdown, SocketType, send, shutdown};

/// Address family and type of a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `AF_UNIX`, `SOCK_STREAM`.
    Unix,
    /// `AF_UNIX`, `SOCK_SEQPACKET`: messages keep their boundaries, and one that is longer than the reader's buffer is
    /// cut.
    Seqpacket,
    /// `AF_INET`, `SOCK_STREAM`.
    Tcp,
}

impl Kind {
    pub(crate) fn family(self) -> AddressFamily {
        match self {
            Self::Unix | Self::Seqpacket => AddressFamily::UNIX,
            Self::Tcp => AddressFamily::INET,
        }
    }

    pub(crate) fn socket_type(self) -> SocketType {
        match self {
            Self::Unix | Self::Tcp => SocketType::STREAM,
            Self::Seqpacket => SocketType::SEQPACKET,
        }
    }
}

/// One end of a connection; closed when dropped. Blocking, until told to [`Socket::spin`].
#[derive(Debug)]
pub struct Socket {
    descriptor: OwnedFd,
    /// A pipe takes `write` only.
    is_pipe: bool,
    /// True if its calls are made again where they would wait; else such an error says that a time limit is over.
    spins: AtomicBool,
}

impl Socket {
    pub(crate) fn of_pipe(descriptor: OwnedFd) -> Self {
        Self { descriptor, is_pipe: true, spins: AtomicBool::new(false) }
    }

    /// Makes a call until no signal interrupts it, and where it spins until the call need not wait.
    fn repeated<T>(&self, mut call: impl FnMut() -> Result<T, Errno>) -> io::Result<T> {
        loop {
            match call() {
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) if self.spins.load(Ordering::Relaxed) => {}
                outcome => return Ok(outcome?),
            }
        }
    }

    /// One `read`, or several if signals interrupt: how many bytes came, which may be fewer than there is room for. 0 at
    /// the end of the stream.
    pub fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        self.repeated(|| read(&self.descriptor, &mut *buffer))
    }

    /// One `write` (as `send` with `MSG_NOSIGNAL`: a peer that is gone is the error `EPIPE`, never a signal; to a pipe as `write`), or several
    /// if signals interrupt: how many bytes were taken.
    pub fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_pipe {
            return self.repeated(|| write(&self.descriptor, bytes));
        }
        self.repeated(|| send(&self.descriptor, bytes, SendFlags::NOSIGNAL))
    }

    /// Fills the buffer as far as the stream goes: how many bytes came, fewer only at its end.
    pub fn read_full(&self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.read(&mut buffer[filled..])? {
                0 => break,
                came => filled += came,
            }
        }
        Ok(filled)
    }

    /// Writes all of it.
    pub fn write_all(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.write(bytes)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                taken => bytes = &bytes[taken..],
            }
        }
        Ok(())
    }

    /// Says that nothing more is written: the peer reads what was, and then the end.
    pub fn end_writing(&self) -> io::Result<()> {
        Ok(shutdown(&self.descriptor, Shutdown::Write)?)
    }

    /// From now on a call that would wait is made again and again until it does not: the thread keeps its core and is never
    /// woken, at the price of all that core's time.
    pub fn spin(&self) -> io::Result<()> {
        ioctl_fionbio(&self.descriptor, true)?;
        self.spins.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Ends both directions, also for another thread that waits in a call.
    pub fn end(&self) -> io::Result<()> {
        match shutdown(&self.descriptor, Shutdown::Both) {
            // The peer ended it first.
            Err(Errno::NOTCONN) => Ok(()),
            outcome => Ok(outcome?),
        }
    }
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.descriptor.as_fd()
    }
}

impl From<OwnedFd> for Socket {
    fn from(descriptor: OwnedFd) -> Self {
        Self { descriptor, is_pipe: false, spins: AtomicBool::new(false) }
    }
}

impl From<Socket> for OwnedFd {
    fn from(socket: Socket) -> Self {
        socket.descriptor
    }
}
