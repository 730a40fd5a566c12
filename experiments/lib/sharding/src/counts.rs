//! Counted results of repetitions.

use std::collections::BTreeMap;

/// Frequencies of whole numbers, by tally.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<String, BTreeMap<u64, u64>>);

impl Counts {
    /// Adds `n` occurrences of `value` to a tally.
    ///
    /// # Panics
    /// If a number occurs 2^64 times.
    pub fn add(&mut self, tally: &str, value: u64, n: u64) {
        if !self.0.contains_key(tally) {
            self.0.insert(tally.to_owned(), BTreeMap::new());
        }
        let seen = self.0.get_mut(tally).expect("it is there now").entry(value).or_default();
        *seen = seen.checked_add(n).expect("nothing is seen 2^64 times");
    }

    /// Adds other counts: the same in any order.
    ///
    /// # Panics
    /// If a number occurs 2^64 times.
    pub fn merge(&mut self, other: &Self) {
        for (tally, seen) in &other.0 {
            seen.iter().for_each(|(&value, &n)| self.add(tally, value, n));
        }
    }

    /// Each number of a tally, the smallest first, with its frequency.
    pub fn frequencies(&self, tally: &str) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.get(tally).into_iter().flatten().map(|(&value, &n)| (value, n))
    }

    /// Sum of a tally's frequencies; `None` if it exceeds 2^64.
    pub fn total(&self, tally: &str) -> Option<u64> {
        self.frequencies(tally).try_fold(0_u64, |sum, (_, n)| sum.checked_add(n))
    }

    /// The names of the tallies.
    pub fn tallies(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
