//! Pairs of languages: which no weights reverse, and what reverses the others.

use limits::{ArgumentError, LimitError};

use crate::tau::tau_b;
use crate::{MAX_WEIGHT, Meaning, Scores, Weights};

/// What can be said of two languages whatever the weights are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// All their scores are the same.
    Equal,
    /// The first has a larger score by some meaning, and a smaller one by none: it never stands behind.
    Dominates,
    /// The same of the second.
    Dominated,
    /// Each has a larger score by some meaning; that meaning alone puts it first.
    Incomparable {
        /// Puts the first one first.
        first: Meaning,
        /// Puts the second one first.
        second: Meaning,
    },
}

/// A change of one weight that reverses two languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversal {
    /// Whose weight.
    pub meaning: Meaning,
    /// The new weight: of those that reverse them, the one nearest to the old, and the smaller of two as near.
    pub weight: u64,
}

impl Scores {
    /// Two languages by these meanings.
    ///
    /// # Panics
    /// If there is no such language.
    pub fn compare(&self, a: usize, b: usize, meanings: &[Meaning]) -> Comparison {
        let larger = |a, b| {
            let is_larger = |meaning: &&Meaning| self.score(a, **meaning).units() > self.score(b, **meaning).units();
            meanings.iter().find(is_larger).copied()
        };
        match (larger(a, b), larger(b, a)) {
            (None, None) => Comparison::Equal,
            (Some(_), None) => Comparison::Dominates,
            (None, Some(_)) => Comparison::Dominated,
            (Some(first), Some(second)) => Comparison::Incomparable { first, second },
        }
    }

    /// How many pairs of languages some weights of these meanings put one way and others the other.
    pub fn incomparable_pairs(&self, meanings: &[Meaning]) -> usize {
        let all = 0..self.languages();
        let pairs = all.clone().flat_map(|a| all.clone().filter(move |&b| b > a).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| matches!(self.compare(a, b, meanings), Comparison::Incomparable { .. })).count()
    }

    /// The changes of one weight that reverse two languages, the others staying as they are: at most one for each meaning, in
    /// their order. Where the two tie, whatever sets them apart.
    ///
    /// # Errors
    /// There is no such language, or they are one.
    pub fn reversals(&self, a: usize, b: usize, weights: Weights) -> Result<Vec<Reversal>, ArgumentError> {
        self.check_pair(a, b)?;
        let now = self.first(a, b, weights);
        let reverses = |weights: Weights| {
            let then = (weights.sum() > 0).then(|| self.first(a, b, weights)).flatten();
            then.is_some() && then != now
        };
        let reversal = |meaning: Meaning| {
            let mut nearest: Vec<u64> = (0..=MAX_WEIGHT).collect();
            nearest.sort_by_key(|weight| weight.abs_diff(weights.of(meaning)));
            let with = |weight| {
                let mut changed = weights;
                changed.0[meaning.index()] = weight;
                changed
            };
            let weight = nearest.into_iter().find(|&weight| reverses(with(weight)))?;
            Some(Reversal { meaning, weight })
        };
        Ok(Meaning::ALL.into_iter().filter_map(reversal).collect())
    }

    fn check_pair(&self, a: usize, b: usize) -> Result<(), ArgumentError> {
        let last = self.languages() as u64 - 1;
        let check = |field, language: usize| limits::check(field, language as u64, 0..=last).map(|_| ());
        check("the first language", a)?;
        check("the second language", b)?;
        if a == b {
            let must = "another language than the first";
            return Err(ArgumentError::Number { field: "the second language", value: b as f64, must });
        }
        Ok::<(), LimitError>(()).map_err(ArgumentError::from)
    }

    /// How alike two meanings order the languages: Kendall's tau-b, from -1 to 1, which takes ties into account (Kendall,
    /// "The treatment of ties in ranking problems", 1945). Nothing where one of them has all languages tie.
    pub fn tau_b(&self, a: Meaning, b: Meaning) -> Option<f64> {
        let units = |meaning| (0..self.languages()).map(move |language| self.score(language, meaning).units());
        tau_b(&units(a).collect::<Vec<_>>(), &units(b).collect::<Vec<_>>())
    }
}
