//! Languages in the order that weights of the meanings give.

use limits::ArgumentError;

use crate::table::UNITS;
use crate::{Meaning, Scores};

/// The largest weight of a meaning.
pub const MAX_WEIGHT: u64 = 10;

/// How much each meaning matters, in whole numbers; not all are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights(pub(crate) [u64; 5]);

impl Weights {
    /// All meanings matter alike.
    pub const EQUAL: Self = Self([1; 5]);

    /// Whole numbers from 0 to 10, in the order of [`Meaning::ALL`].
    ///
    /// # Errors
    /// One is something else, or all are 0.
    pub fn new(weights: [f64; 5]) -> Result<Self, ArgumentError> {
        let mut checked = [0; 5];
        for (to, (weight, name)) in checked.iter_mut().zip(weights.into_iter().zip(FIELDS)) {
            *to = limits::check_number(name, weight, 0..=MAX_WEIGHT)?;
        }
        if checked == [0; 5] {
            let must = "above 0 for one meaning at least";
            return Err(ArgumentError::Number { field: "the sum of the weights", value: 0.0, must });
        }
        Ok(Self(checked))
    }

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

    /// The meanings that matter.
    pub fn meanings(self) -> Vec<Meaning> {
        Meaning::ALL.into_iter().filter(|meaning| self.of(*meaning) > 0).collect()
    }

    pub(crate) fn sum(self) -> u64 {
        self.0.iter().sum()
    }
}

const FIELDS: [&str; 5] = [
    "the weight of static",
    "the weight of sound",
    "the weight of safe",
    "the weight of coercions",
    "the weight of expressive",
];

/// Where a language stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Which language, from 0.
    pub language: usize,
    /// One more than how many languages have a larger mean: equal ones share a place, whatever their names.
    pub place: usize,
    /// Its weighted mean score, from 0 to 1.
    pub mean: f64,
}

impl Scores {
    /// The weighted sum of a language's scores, exactly, in [`UNITS`].
    pub(crate) fn total(&self, language: usize, weights: Weights) -> u64 {
        Meaning::ALL.iter().map(|meaning| weights.of(*meaning) * self.score(language, *meaning).units()).sum()
    }

    /// Each language's place, best first; of those that share one, in the order of the table.
    pub fn rank(&self, weights: Weights) -> Vec<Place> {
        let places = self.places(weights);
        let mean = |language| self.total(language, weights) as f64 / (weights.sum() * UNITS) as f64;
        let place = |(language, &place)| Place { language, place, mean: mean(language) };
        let mut ranked: Vec<Place> = places.iter().enumerate().map(place).collect();
        ranked.sort_by_key(|place| place.place);
        ranked
    }

    /// The place of each language.
    pub(crate) fn places(&self, weights: Weights) -> Vec<usize> {
        let totals: Vec<u64> = (0..self.languages()).map(|language| self.total(language, weights)).collect();
        let mut sorted = totals.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        totals.iter().map(|total| 1 + sorted.partition_point(|other| other > total)).collect()
    }

    /// The languages whose weighted mean is at least a threshold in percent, a whole number from 0 to 100: those that are
    /// "strongly typed" to whom it suffices.
    ///
    /// # Errors
    /// The threshold is something else.
    pub fn strong(&self, weights: Weights, threshold: f64) -> Result<Vec<usize>, ArgumentError> {
        let threshold = limits::check_number("threshold", threshold, 0..=100)?;
        let needed = threshold * weights.sum() * UNITS;
        Ok((0..self.languages()).filter(|&language| 100 * self.total(language, weights) >= needed).collect())
    }

    /// Of two languages, the one that stands before the other, if one does.
    ///
    /// # Panics
    /// If there is no such language.
    pub fn first(&self, a: usize, b: usize, weights: Weights) -> Option<usize> {
        match self.total(a, weights).cmp(&self.total(b, weights)) {
            std::cmp::Ordering::Greater => Some(a),
            std::cmp::Ordering::Less => Some(b),
            std::cmp::Ordering::Equal => None,
        }
    }
}
