//! How an item picks its server.

use limits::{self, ArgumentError, LimitError};

/// The most servers an item can choose from under [`Strategy::Choices`].
pub const MAX_CHOICES: u32 = 64;

/// How an item picks its server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// One server, uniformly at random.
    Random,
    /// The least loaded of a few servers picked uniformly at random; the first picked of equals.
    ///
    /// "The power of two choices": Azar, Broder, Karlin and Upfal 1999; Mitzenmacher 2001.
    Choices {
        /// How many servers are picked; 2 in the article.
        choices: u32,
        /// Whether the picks differ from each other. The published table was made with picks that may coincide.
        distinct: bool,
    },
    /// A server with the least items of all, at random among equals: what full and fresh information buys.
    LeastLoaded,
    /// The servers in turn.
    RoundRobin,
}

impl Strategy {
    /// Every name that [`parse`](Self::parse) knows.
    pub const NAMES: [&str; 5] = ["random", "two-choices", "two-choices-distinct", "least-loaded", "round-robin"];

    /// The strategy of a name; `choices` is how many servers the choices strategies pick, and is ignored by the others.
    pub fn parse(name: &str, choices: u32) -> Result<Self, ArgumentError> {
        let picked = || limits::check("choices", choices.into(), 1..=MAX_CHOICES.into()).map(|_| choices);
        match name {
            "random" => Ok(Self::Random),
            "two-choices" => Ok(Self::Choices { choices: picked()?, distinct: false }),
            "two-choices-distinct" => Ok(Self::Choices { choices: picked()?, distinct: true }),
            "least-loaded" => Ok(Self::LeastLoaded),
            "round-robin" => Ok(Self::RoundRobin),
            _ => Err(ArgumentError::Name { field: "strategy", given: name.to_owned(), names: &Self::NAMES }),
        }
    }

    /// Its name on command lines, in records and in page addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Choices { distinct: false, .. } => "two-choices",
            Self::Choices { distinct: true, .. } => "two-choices-distinct",
            Self::LeastLoaded => "least-loaded",
            Self::RoundRobin => "round-robin",
        }
    }

    /// Whether a number of servers offers enough choices, and the choices are within their limits.
    pub(super) fn check(self, servers: u32) -> Result<(), LimitError> {
        if let Self::Choices { choices, distinct } = self {
            let most = if distinct { servers.min(MAX_CHOICES) } else { MAX_CHOICES };
            limits::check("choices", choices.into(), 1..=most.into())?;
        }
        Ok(())
    }
}
