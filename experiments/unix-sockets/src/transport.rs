//! Ways to send bytes to another thread or process of the same machine.

use clap::ValueEnum;
use sockets::{Kind, Options};

/// What a reader sees for each transport, by its name in the record.
pub(crate) const TRANSPORTS: [(&str, &str); 7] = [
    ("tcp", "TCP"),
    ("tcp-nodelay", "TCP with TCP_NODELAY"),
    ("tcp-cubic", "TCP with cubic"),
    ("tcp-bbr", "TCP with bbr"),
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
    /// TCP with the congestion control cubic, the default of most Linux distributions.
    TcpCubic,
    /// TCP with the congestion control bbr.
    TcpBbr,
    /// A Unix socket that is a stream.
    Unix,
    /// A Unix socket that keeps the boundaries of messages.
    Seqpacket,
    /// Two pipes, one each way.
    Pipe,
}

impl Transport {
    pub(crate) const ALL: [Self; 7] =
        [Self::Tcp, Self::TcpNodelay, Self::TcpCubic, Self::TcpBbr, Self::Unix, Self::Seqpacket, Self::Pipe];
    /// TCP by its congestion control, the usual default first.
    pub(crate) const CONTROLLED: [Self; 2] = [Self::TcpCubic, Self::TcpBbr];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::TcpNodelay => "tcp-nodelay",
            Self::TcpCubic => "tcp-cubic",
            Self::TcpBbr => "tcp-bbr",
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
            Self::Tcp | Self::TcpNodelay | Self::TcpCubic | Self::TcpBbr => Some(Kind::Tcp),
            Self::Unix => Some(Kind::Unix),
            Self::Seqpacket => Some(Kind::Seqpacket),
            Self::Pipe => None,
        }
    }

    /// The congestion control that it sets; `None` where the system's own stays.
    pub(crate) fn congestion_control(self) -> Option<&'static str> {
        match self {
            Self::TcpCubic => Some("cubic"),
            Self::TcpBbr => Some("bbr"),
            _ => None,
        }
    }

    pub(crate) fn options(self) -> Options {
        Options {
            no_delay: self == Self::TcpNodelay,
            congestion_control: self.congestion_control().map(str::to_owned),
            ..Options::default()
        }
    }
}
