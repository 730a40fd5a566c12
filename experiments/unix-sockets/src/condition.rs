//! One condition: what two threads do, over what, and on which cores.

use crate::transport::Transport;
use crate::waiting::Waiting;
use sockets::cores::Cores;

/// The words for each pattern that a record has, by its name there.
pub(crate) const PATTERNS: [(&str, &str); 3] =
    [("per-message", "a connection for every message"), ("ping-pong", "round trips"), ("bulk", "bulk transfer")];

/// The exchange between two threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Pattern {
    /// One connects, receives a message and closes; the other accepts, sends it and closes. Over and over.
    PerMessage {
        /// Size of the message, in bytes.
        bytes: usize,
    },
    /// Over one connection, one sends a message and the other sends it back.
    PingPong {
        /// Size of the message, in bytes.
        bytes: usize,
    },
    /// Over one connection, one sends a short head and then a body by calls of their own, and the other sends a short answer.
    TwoWrites {
        /// Size of the body, in bytes.
        bytes: usize,
    },
    /// Over one connection, one writes and the other reads.
    Bulk {
        /// Size of one write, in bytes.
        bytes: usize,
    },
    /// One thread does both sides of a connection that carries nothing: the parts of connecting, without waiting.
    Handshake,
    /// One thread does both sides of a ping-pong: the parts of sending and receiving, without waiting.
    Echo {
        /// Size of the message, in bytes.
        bytes: usize,
    },
}

impl Pattern {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::PerMessage { .. } => "per-message",
            Self::PingPong { .. } => "ping-pong",
            Self::TwoWrites { .. } => "two-writes",
            Self::Bulk { .. } => "bulk",
            Self::Handshake => "handshake",
            Self::Echo { .. } => "echo",
        }
    }

    /// The words for it; its name where no record has it.
    pub(crate) fn words(self) -> &'static str {
        PATTERNS.iter().find(|(name, _)| *name == self.name()).map_or(self.name(), |(_, words)| words)
    }

    /// The size that matters, in bytes; 0 where nothing is sent.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::PerMessage { bytes }
            | Self::PingPong { bytes }
            | Self::TwoWrites { bytes }
            | Self::Bulk { bytes }
            | Self::Echo { bytes } => bytes,
            Self::Handshake => 0,
        }
    }

    /// True if it takes two threads.
    pub(crate) fn has_two_ends(self) -> bool {
        !matches!(self, Self::Handshake | Self::Echo { .. })
    }

    /// True if it makes connections, which a pipe cannot.
    pub(crate) fn connects(self) -> bool {
        matches!(self, Self::PerMessage { .. } | Self::Handshake)
    }
}

/// One condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Condition {
    pub pattern: Pattern,
    pub transport: Transport,
    pub cores: Cores,
    pub waiting: Waiting,
}

impl Condition {
    /// With ends that sleep until the other is done, as programs do.
    pub(crate) fn of(pattern: Pattern, transport: Transport, cores: Cores) -> Self {
        Self { pattern, transport, cores, waiting: Waiting::Block }
    }

    /// In words.
    pub(crate) fn text(&self) -> String {
        let Self { pattern, transport, cores, waiting } = self;
        let bytes = if pattern.bytes() > 0 { format!(" of {} bytes", pattern.bytes()) } else { String::new() };
        format!("{}{bytes} over {} on {}, {}", pattern.name(), transport.name(), cores.text(), waiting.text())
    }
}
