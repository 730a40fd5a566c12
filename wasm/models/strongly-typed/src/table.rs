//! Outcomes of the mistakes in each language, and the scores that they give.

use std::cmp::Ordering;

use crate::{Meaning, Mistake, Outcome};

/// A language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The outcome of each mistake, in the order of [`Mistake::ALL`], by the compiler as it is.
    pub plain: [Outcome; 21],
    /// The same with the usual warnings and linters.
    pub linted: [Outcome; 21],
    /// True if a declared type promises anything of its values. Annotations that the language leaves unchecked promise nothing.
    pub promises: bool,
}

/// The languages that are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table(pub Vec<Row>);

impl Row {
    /// The score by a meaning; `None` where the language makes no such promise, or none of its mistakes was tried.
    pub fn score(&self, meaning: Meaning) -> Option<Score> {
        self.score_of(meaning, meaning.mistakes(), meaning.counts_warnings())
    }

    /// The score by “refused before it runs”, where the usual warnings and linters count as refusals.
    pub fn score_with_warnings(&self) -> Option<Score> {
        self.score_of(Meaning::Static, Meaning::Static.mistakes(), true)
    }

    /// The score by some of the mistakes.
    pub(crate) fn score_of(
        &self,
        meaning: Meaning,
        mistakes: impl Iterator<Item = Mistake>,
        with_warnings: bool,
    ) -> Option<Score> {
        if meaning == Meaning::Promise && !self.promises {
            return None;
        }
        let column = if with_warnings { &self.linted } else { &self.plain };
        let outcomes: Vec<Outcome> =
            mistakes.map(|mistake| column[mistake as usize]).filter(|outcome| outcome.counts()).collect();
        let good = outcomes.iter().filter(|outcome| meaning.approves(**outcome)).count();
        Score::new(good as u32, outcomes.len() as u32)
    }
}

/// A share of mistakes: 0 is the worst, 1 the best. Shares of one size are equal, such as 1 of 2 and 2 of 4.
#[derive(Debug, Clone, Copy)]
pub struct Score {
    good: u32,
    of: u32,
}

impl Score {
    /// `good` of `of` mistakes; `None` where there is none to be a share of.
    pub(crate) fn new(good: u32, of: u32) -> Option<Self> {
        (good <= of && of > 0).then_some(Self { good, of })
    }

    /// Number of mistakes with an outcome that the meaning approves.
    pub fn good(self) -> u32 {
        self.good
    }

    /// Number of mistakes that could be written and were tried.
    pub fn of(self) -> u32 {
        self.of
    }

    /// The share, from 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.good) / f64::from(self.of)
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.good * other.of).cmp(&(other.good * self.of))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Score {}
