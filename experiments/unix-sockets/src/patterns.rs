//! The patterns of exchange, each with its way to count.

mod bulk;
mod echo;
mod handshake;
mod per_message;
mod ping_pong;
pub(crate) mod two_writes;

#[cfg(test)]
mod tests;

use std::path::Path;

use crate::condition::{Condition, Pattern};
use crate::exchange_error::ExchangeError;
use crate::span::Span;
use crate::turn::{Check, Outcome, Terms};

/// Carries out one turn. The files of Unix sockets lie in `folder`; whoever made it removes it.
pub(crate) fn measure(condition: Condition, span: Span, check: Check, folder: &Path) -> Result<Outcome, ExchangeError> {
    let Condition { pattern, transport, cores, waiting } = condition;
    let terms = Terms { transport, cores, waiting, span, check, folder };
    let _awake = waiting.keep_awake(cores)?;
    match pattern {
        Pattern::PerMessage { bytes } => per_message::measure(bytes, terms),
        Pattern::PingPong { bytes } => ping_pong::measure(bytes, terms),
        Pattern::TwoWrites { bytes } => two_writes::measure(bytes, terms),
        Pattern::Bulk { bytes } => bulk::measure(bytes, terms),
        Pattern::Handshake => handshake::measure(terms),
        Pattern::Echo { bytes } => echo::measure(bytes, terms),
    }
}
