//! Languages in the order that weights of the meanings give.

use crate::{Meaning, Scores};

/// How much each meaning matters, in whole numbers; not all are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights(pub(crate) [u64; 5]);

impl Weights {
    /// One meaning alone.
    pub fn only(meaning: Meaning) -> Self {
        let mut weights = [0; 5];
        weights[meaning.index()] = 1;
        Self(weights)
    }

    /// The weight of a meaning.
    pub fn of(self, meaning: Meaning) -> u64 {
        self.0[meaning.index()]
    }
}

impl Scores {
    /// The weighted sum of a language's scores, exactly, in units of which 1 is a whole number.
    fn total(&self, language: usize, weights: Weights) -> u64 {
        Meaning::ALL.iter().map(|meaning| weights.of(*meaning) * self.score(language, *meaning).units()).sum()
    }

    /// The place of each language, from 1: one more than how many have a larger mean, so that equal ones share a place.
    pub fn places(&self, weights: Weights) -> Vec<usize> {
        let totals: Vec<u64> = (0..self.languages()).map(|language| self.total(language, weights)).collect();
        let mut sorted = totals.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        totals.iter().map(|total| 1 + sorted.partition_point(|other| other > total)).collect()
    }
}
