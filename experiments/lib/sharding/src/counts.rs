//! What repetitions came to.

use std::collections::BTreeMap;

/// How often which whole number was seen, by what was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<String, BTreeMap<u64, u64>>);

impl Counts {
    /// `value` was seen `n` more times of what has this name.
    ///
    /// # Panics
    /// If it was seen 2^64 times.
    pub fn add(&mut self, tally: &str, value: u64, n: u64) {
        if !self.0.contains_key(tally) {
            self.0.insert(tally.to_owned(), BTreeMap::new());
        }
        let seen = self.0.get_mut(tally).expect("it is there now").entry(value).or_default();
        *seen = seen.checked_add(n).expect("nothing is seen 2^64 times");
    }

    /// Adds what others came to: the same in whichever order.
    ///
    /// # Panics
    /// If anything was seen 2^64 times.
    pub fn merge(&mut self, other: &Self) {
        for (tally, seen) in &other.0 {
            seen.iter().for_each(|(&value, &n)| self.add(tally, value, n));
        }
    }

    /// Each number that was seen of what has this name, the smallest first, and how often.
    pub fn of(&self, tally: &str) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.get(tally).into_iter().flatten().map(|(&value, &n)| (value, n))
    }

    /// How many numbers were seen of what has this name; `None` if more than 2^64 are said to have been.
    pub fn total(&self, tally: &str) -> Option<u64> {
        self.of(tally).try_fold(0_u64, |sum, (_, n)| sum.checked_add(n))
    }

    /// The names of what was counted.
    pub fn tallies(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
