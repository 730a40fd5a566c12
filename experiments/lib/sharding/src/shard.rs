//! Which part.

use std::fmt;
use std::str::FromStr;

/// The most parts that a run is split into: more than anybody has cores.
pub const MOST_PARTS: u32 = 10_000;

/// One of so many parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Which, from 1.
    index: u32,
    /// Of how many.
    of: u32,
}

impl Shard {
    /// Everything.
    pub const ALL: Self = Self { index: 1, of: 1 };

    /// Part `index`, from 1, of `of`; `None` where there is none.
    pub fn new(index: u32, of: u32) -> Option<Self> {
        ((1..=MOST_PARTS).contains(&of) && (1..=of).contains(&index)).then_some(Self { index, of })
    }

    /// Which, from 1.
    pub fn index(self) -> u32 {
        self.index
    }

    /// Of how many.
    pub fn of(self) -> u32 {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.of)
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
