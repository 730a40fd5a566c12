//! The same text under two rules of what is white space.

use super::bytes::ByteSet;
use super::hstore::{Parser, parse};

limits::named! {
    /// Comparison of what two rules make of a text.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Verdict as "VerdictName" {
        /// The same pairs, or the same refusal.
        Same = "same",
        /// Other pairs, without a word of warning.
        Altered = "altered",
        /// Refused, where the other accepts.
        Refused = "refused",
        /// Accepted, where the other refuses.
        Accepted = "accepted",
        /// Refused as well, but for another byte.
        RefusedElsewhere = "refused-elsewhere",
    }
}

/// Compares what `spaces` makes of a text with what `reference` makes of it.
pub fn verdict(text: &[u8], spaces: ByteSet, reference: ByteSet) -> Verdict {
    match (parse(text, spaces), parse(text, reference)) {
        (Ok(pairs), Ok(others)) if pairs == others => Verdict::Same,
        (Ok(_), Ok(_)) => Verdict::Altered,
        (Err(_), Ok(_)) => Verdict::Refused,
        (Ok(_), Err(_)) => Verdict::Accepted,
        (Err(error), Err(other)) if error == other => Verdict::Same,
        (Err(_), Err(_)) => Verdict::RefusedElsewhere,
    }
}

/// The first step, counted from 0, in which the two do not do the same; none if they never part.
pub fn parting(text: &[u8], spaces: ByteSet, reference: ByteSet) -> Option<usize> {
    let (mut one, mut other) = (Parser::new(text, spaces), Parser::new(text, reference));
    for number in 0.. {
        match (one.step(), other.step()) {
            (None, None) => return None,
            (step, other_step) if step == other_step => {}
            _ => return Some(number),
        }
    }
    None
}
