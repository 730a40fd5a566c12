//! The same text under two rules of what is white space.

use super::bytes::ByteSet;
use super::hstore::{Parser, parse};

/// What a rule makes of a text, beside what another makes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The same pairs, or the same refusal.
    Same,
    /// Other pairs, without a word of warning.
    Altered,
    /// Refused, where the other accepts.
    Refused,
    /// Accepted, where the other refuses.
    Accepted,
    /// Refused as well, but for another byte.
    RefusedElsewhere,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Same, Self::Altered, Self::Refused, Self::Accepted, Self::RefusedElsewhere];

    /// Its name in a lab.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Altered => "altered",
            Self::Refused => "refused",
            Self::Accepted => "accepted",
            Self::RefusedElsewhere => "refused-elsewhere",
        }
    }
}

/// What `spaces` makes of a text, beside what `reference` makes of it.
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
