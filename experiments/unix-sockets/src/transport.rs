//! Ways to send bytes to another thread or process of the same machine.

use clap::ValueEnum;
use sockets::{Kind, Options};

/// What a reader sees for each transport, by its name in the record.
pub(crate) const TRANSPORTS: [(&str, &str); 5] = [
    ("tcp", "TCP"),
    ("tcp-nodelay", "TCP with TCP_NODELAY"),
    ("unix", "Unix socket"),
    ("seqpacket", "Unix seqpacket socket"),
    ("pipe", "pair of pipes"),
];

/// A way to send bytes to another thread or process of the same machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Transport {
    /// TCP over the loopback interface, with the system's settings.
    Tcp,
    /// The same with `TCP_NODELAY`: Nagle's algorithm holds nothing back.
    TcpNodelay,
    /// A Unix socket that is a stream.
    Unix,
    /// A Unix socket that keeps the boundaries of messages.
    Seqpacket,
    /// Two pipes, one each way.
    Pipe,
}

impl Transport {
    pub(crate) const ALL: [Self; 5] = [Self::Tcp, Self::TcpNodelay, Self::Unix, Self::Seqpacket, Self::Pipe];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::TcpNodelay => "tcp-nodelay",
            Self::Unix => "unix",
            Self::Seqpacket => "seqpacket",
            Self::Pipe => "pipe",
        }
    }

    /// What a reader sees for it.
    pub(crate) fn words(self) -> &'static str {
        TRANSPORTS.iter().find(|(name, _)| *name == self.name()).map_or(self.name(), |(_, words)| words)
    }

    /// The kind of socket; a pipe is none, and has nothing to connect to.
    pub(crate) fn kind(self) -> Option<Kind> {
        match self {
            Self::Tcp | Self::TcpNodelay => Some(Kind::Tcp),
            Self::Unix => Some(Kind::Unix),
            Self::Seqpacket => Some(Kind::Seqpacket),
            Self::Pipe => None,
        }
    }

    pub(crate) fn options(self) -> Options {
        Options { no_delay: self == Self::TcpNodelay, ..Options::default() }
    }
}
