//! Errors between two ends that send each other bytes.

use std::fmt;
use std::io;

use harness::Failure;

/// Why an exchange of bytes failed.
#[derive(Debug)]
pub(crate) enum ExchangeError {
    /// A system call failed.
    Call(io::Error),
    /// The other end closed the connection in the middle of a message.
    PeerGone {
        /// Bytes of the message that came.
        came: usize,
        /// Bytes that it has.
        wanted: usize,
    },
    /// A byte came other than it was sent.
    Wrong {
        /// Its place in the stream, in bytes.
        position: u64,
    },
    /// One side counted other than its peer.
    Miscounted {
        /// Bytes or messages that one side sent.
        sent: u64,
        /// Bytes or messages that the other received.
        received: u64,
    },
}

impl ExchangeError {
    /// The failure of whatever was exchanged: a system refuses calls, and carries all else as it was sent.
    pub(crate) fn while_doing(self, what: String) -> Failure {
        match self {
            Self::Call(error) => Failure::system(what, error),
            _ => Failure::Unexpected(format!("{what}: {self}")),
        }
    }

    /// True if it says no more than that the peer is gone, and the peer may know why.
    pub(crate) fn is_consequence(&self) -> bool {
        use io::ErrorKind::{BrokenPipe, ConnectionRefused, ConnectionReset};
        match self {
            Self::PeerGone { .. } => true,
            Self::Call(error) => matches!(error.kind(), BrokenPipe | ConnectionRefused | ConnectionReset),
            _ => false,
        }
    }
}

impl From<io::Error> for ExchangeError {
    fn from(error: io::Error) -> Self {
        Self::Call(error)
    }
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(error) => error.fmt(formatter),
            Self::PeerGone { came, wanted } => {
                write!(formatter, "the peer closed the connection after {came} of a message's {wanted} bytes")
            }
            Self::Wrong { position } => write!(formatter, "byte {position} came other than it was sent"),
            Self::Miscounted { sent, received } => {
                write!(formatter, "one side sent {sent} and the other received {received}")
            }
        }
    }
}

impl std::error::Error for ExchangeError {}
