//! Numbers of parts.

use std::fmt;
use std::str::FromStr;

/// Largest number of parts of a run: more than anybody has cores.
pub const MOST_PARTS: u32 = 10_000;

/// A part, by its number and the number of all parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Its number, from 1.
    index: u32,
    /// Number of parts.
    parts: u32,
}

impl Shard {
    /// The undivided run.
    pub const ALL: Self = Self { index: 1, parts: 1 };

    /// Part `index`, from 1, of `parts`; `None` for an impossible one.
    pub fn new(index: u32, parts: u32) -> Option<Self> {
        ((1..=MOST_PARTS).contains(&parts) && (1..=parts).contains(&index)).then_some(Self { index, parts })
    }

    /// The part's number, from 1.
    pub fn index(self) -> u32 {
        self.index
    }

    /// The number of parts.
    pub fn parts(self) -> u32 {
        self.parts
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.parts)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
        let (index, of) = text
            .split_once('/')
            .and_then(|(index, of)| Some((number(index)?, number(of)?)))
            .ok_or("it must be I/N, the part and how many there are, such as 3/16")?;
        Self::new(index, of).ok_or_else(|| match of {
            1..=MOST_PARTS => format!("parts are counted from 1 to {of}"),
            _ => format!("a run has 1 to {MOST_PARTS} parts"),
        })
    }
}
