//! What became of each mistake in each language, and the scores that this gives.

use std::fmt;

use crate::tau::tau_b;
use crate::{Meaning, Mistake, Outcome};

/// What became of each mistake in each language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    languages: Vec<[Outcome; 22]>,
}

/// Why a table gives no scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableError {
    /// There is no language in it.
    Empty,
    /// A language's row has not one outcome for each mistake.
    Length {
        /// Which language, from 0.
        language: usize,
        /// How many outcomes it has.
        outcomes: usize,
    },
    /// None of the mistakes that a meaning looks at was tried in a language.
    Untested {
        /// Which language, from 0.
        language: usize,
        /// Which meaning.
        meaning: Meaning,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => write!(f, "there is no language to score"),
            Self::Length { language, outcomes } => write!(
                f,
                "language {language} has {outcomes} outcomes; it must have {}, one for each mistake",
                Mistake::ALL.len()
            ),
            Self::Untested { language, meaning } => write!(
                f,
                "language {language} has no outcome that counts for {}; leave it out, or try one of that meaning's mistakes",
                meaning.name()
            ),
        }
    }
}

impl std::error::Error for TableError {}

impl Table {
    /// From each language's outcomes, in the order of [`Mistake::ALL`].
    ///
    /// # Errors
    /// There is no language, or one has not an outcome for each mistake.
    pub fn new<'a>(rows: impl IntoIterator<Item = &'a [Outcome]>) -> Result<Self, TableError> {
        let languages = rows.into_iter().enumerate().map(|(language, outcomes)| {
            let length = TableError::Length { language, outcomes: outcomes.len() };
            <[Outcome; 22]>::try_from(outcomes).map_err(|_| length)
        });
        let languages = languages.collect::<Result<Vec<_>, _>>()?;
        if languages.is_empty() { Err(TableError::Empty) } else { Ok(Self { languages }) }
    }

    /// How many languages it has.
    pub fn languages(&self) -> usize {
        self.languages.len()
    }

    /// The scores of all languages.
    ///
    /// # Errors
    /// A language has nothing that counts for a meaning.
    pub fn scores(&self) -> Result<Scores, TableError> {
        let score = |language: usize, meaning: Meaning| {
            let all: Vec<Mistake> = meaning.mistakes().collect();
            self.score(language, meaning, &all).ok_or(TableError::Untested { language, meaning })
        };
        let row = |language| {
            let mut row = [Score { good: 0, of: 1 }; 5];
            for meaning in Meaning::ALL {
                row[meaning.index()] = score(language, meaning)?;
            }
            Ok(row)
        };
        Ok(Scores { of: (0..self.languages()).map(row).collect::<Result<_, _>>()? })
    }

    /// How alike two meanings order the languages ([`Scores::tau_b`]) where they share no mistake: what both look at counts
    /// for the one that looks at fewer alone. Nothing where that leaves the other none, some language has nothing that counts,
    /// or one of the two has all languages tie.
    pub fn tau_b_apart(&self, a: Meaning, b: Meaning) -> Option<f64> {
        let [fewer, more] = if a.mistakes().count() <= b.mistakes().count() { [a, b] } else { [b, a] };
        let units = |meaning: Meaning, mistakes: Vec<Mistake>| {
            let score = |language| self.score(language, meaning, &mistakes).map(Score::units);
            (0..self.languages()).map(score).collect::<Option<Vec<u64>>>()
        };
        let rest = more.mistakes().filter(|mistake| !mistake.counts_for(fewer)).collect();
        tau_b(&units(fewer, fewer.mistakes().collect())?, &units(more, rest)?)
    }

    /// A meaning's score by some mistakes; nothing where none of them counts.
    fn score(&self, language: usize, meaning: Meaning, mistakes: &[Mistake]) -> Option<Score> {
        let outcomes = mistakes.iter().map(|mistake| self.languages[language][*mistake as usize]);
        let counted: Vec<Outcome> = outcomes.filter(|outcome| outcome.counts()).collect();
        let good = counted.iter().filter(|outcome| meaning.approves(**outcome)).count();
        Score::new(good as u32, counted.len() as u32)
    }
}

/// A share of mistakes: 0 is the worst, 1 the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    good: u32,
    of: u32,
}

/// The least common multiple of 1 to 22: in units of its reciprocal every score is a whole number.
pub(crate) const UNITS: u64 = 232_792_560;

impl Score {
    /// `good` of `of` mistakes; nothing where there is none to be a share of, more than all, or more than the list has.
    pub(crate) fn new(good: u32, of: u32) -> Option<Self> {
        (good <= of && (1..=22).contains(&of)).then_some(Self { good, of })
    }

    /// How many mistakes ended as the meaning asks.
    pub fn good(self) -> u32 {
        self.good
    }

    /// How many could be written and were tried.
    pub fn of(self) -> u32 {
        self.of
    }

    /// From 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.good) / f64::from(self.of)
    }

    /// In units of which 1 is a whole number, exactly.
    pub(crate) fn units(self) -> u64 {
        u64::from(self.good) * (UNITS / u64::from(self.of))
    }
}

/// The scores of languages by meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scores {
    of: Vec<[Score; 5]>,
}

impl Scores {
    /// How many languages have them.
    pub fn languages(&self) -> usize {
        self.of.len()
    }

    /// One language's score by one meaning.
    ///
    /// # Panics
    /// If there is no such language.
    pub fn score(&self, language: usize, meaning: Meaning) -> Score {
        self.of[language][meaning.index()]
    }

    #[cfg(test)]
    pub(crate) fn made_of(of: Vec<[Score; 5]>) -> Self {
        Self { of }
    }
}
