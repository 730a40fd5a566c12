//! Pairs of languages that meanings put either way, and likeness of two meanings' orders.

use crate::tau::tau_b;
use crate::{Meaning, Mistake, Row, Score, Table};

impl Table {
    /// Number of pairs of languages.
    pub fn pairs(&self) -> usize {
        let languages = self.0.len();
        languages * languages.saturating_sub(1) / 2
    }

    /// Number of pairs of languages that meanings put either way: each has the larger score by some meaning. A meaning by which one
    /// of the two has no score says nothing.
    pub fn incomparable_pairs(&self) -> usize {
        let is_ahead = |a: &Row, b: &Row| {
            let is_larger = |(one, other)| one > other;
            Meaning::ALL.iter().any(|&meaning| a.score(meaning).zip(b.score(meaning)).is_some_and(is_larger))
        };
        let later = |at: usize| self.0[at + 1..].iter();
        let pairs = self.0.iter().enumerate().flat_map(|(at, a)| later(at).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| is_ahead(a, b) && is_ahead(b, a)).count()
    }

    /// Kendall's tau-b of two meanings, of the languages that have both scores. `None` where all tie by one of them.
    pub fn tau_b(&self, a: Meaning, b: Meaning) -> Option<f64> {
        self.tau_b_of(|row| row.score(a).zip(row.score(b)))
    }

    /// The same where the meanings share no mistake: one that both look at counts for the meaning that looks at fewer. `None` also
    /// where that leaves the other meaning none.
    pub fn tau_b_apart(&self, a: Meaning, b: Meaning) -> Option<f64> {
        let [fewer, more] = if a.mistakes().count() <= b.mistakes().count() { [a, b] } else { [b, a] };
        let rest: Vec<Mistake> = more.mistakes().filter(|mistake| !mistake.counts_for(fewer)).collect();
        let score = |row: &Row| row.score_of(more, rest.iter().copied(), more.counts_warnings());
        self.tau_b_of(|row| row.score(fewer).zip(score(row)))
    }

    fn tau_b_of(&self, scores: impl Fn(&Row) -> Option<(Score, Score)>) -> Option<f64> {
        tau_b(&self.0.iter().filter_map(scores).collect::<Vec<_>>())
    }
}
