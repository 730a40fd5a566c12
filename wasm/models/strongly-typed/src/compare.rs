//! Pairs of languages that weights can put either way, and how alike two meanings order all of them.

use crate::tau::tau_b;
use crate::{Meaning, Scores};

impl Scores {
    /// How many pairs of languages some weights put one way and others the other: each has a larger score by some meaning, and
    /// that meaning alone puts it first.
    pub fn incomparable_pairs(&self) -> usize {
        let is_ahead = |a: usize, b: usize| {
            Meaning::ALL.iter().any(|meaning| self.score(a, *meaning).units() > self.score(b, *meaning).units())
        };
        let all = 0..self.languages();
        let pairs = all.clone().flat_map(|a| all.clone().filter(move |&b| b > a).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| is_ahead(a, b) && is_ahead(b, a)).count()
    }

    /// How alike two meanings order the languages: Kendall's tau-b, from -1 to 1, which takes ties into account (Kendall,
    /// "The treatment of ties in ranking problems", 1945). Nothing where one of them has all languages tie.
    pub fn tau_b(&self, a: Meaning, b: Meaning) -> Option<f64> {
        let units = |meaning| (0..self.languages()).map(move |language| self.score(language, meaning).units());
        tau_b(&units(a).collect::<Vec<_>>(), &units(b).collect::<Vec<_>>())
    }
}
