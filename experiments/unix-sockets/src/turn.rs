//! One turn of one condition: what it takes, and what it found.

use std::collections::BTreeMap;
use std::path::Path;

use crate::channel::ExchangeError;
use crate::condition::{Condition, Pattern};
use crate::cores::Cores;
use crate::patterns::{bulk, echo, handshake, per_message, ping_pong};
use crate::span::Span;
use crate::transport::Transport;

/// Whether every byte is checked, or only counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    Counts,
    Contents,
}

/// How a turn is carried out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub transport: Transport,
    pub cores: Cores,
    pub span: Span,
    pub check: Check,
    /// For the files of Unix sockets.
    pub folder: &'a Path,
}

/// What a turn found, by measure.
pub(crate) type Outcome = BTreeMap<&'static str, f64>;

/// Carries out one turn. The files of Unix sockets lie in `folder`; whoever made it removes it.
pub(crate) fn measure(condition: Condition, span: Span, check: Check, folder: &Path) -> Result<Outcome, ExchangeError> {
    let Condition { pattern, transport, cores } = condition;
    let terms = Terms { transport, cores, span, check, folder };
    match pattern {
        Pattern::PerMessage { bytes } => per_message::measure(bytes, terms),
        Pattern::PingPong { bytes } => ping_pong::measure(bytes, terms),
        Pattern::Bulk { bytes } => bulk::measure(bytes, terms),
        Pattern::Handshake => handshake::measure(terms),
        Pattern::Echo { bytes } => echo::measure(bytes, terms),
    }
}
