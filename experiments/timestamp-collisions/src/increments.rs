//! Increments of a clock from one reading to the next, over any number of readings in bounded memory.

use crate::samples::{FITTING, Samples};
use crate::step::gcd;

/// Increments, in the clock's units: counted one by one where they are short, kept where they are long.
#[derive(Debug, Clone)]
pub(crate) struct Increments {
    short: Vec<u64>,
    long: Vec<u64>,
    /// Pairs in which the clock stepped back, and by how much at most.
    pub backward: u64,
    furthest_back: u64,
}

impl Default for Increments {
    fn default() -> Self {
        Self { short: vec![0; FITTING], long: Vec::new(), backward: 0, furthest_back: 0 }
    }
}

impl Increments {
    /// Adds a thread's.
    pub(crate) fn add(&mut self, samples: &Samples) {
        let mut values = samples.values();
        let Some(mut last) = values.next() else { return };
        for value in values {
            match value.checked_sub(last) {
                Some(increment) if increment < FITTING as u64 => self.short[increment as usize] += 1,
                Some(increment) => self.long.push(increment),
                None => {
                    self.backward += 1;
                    self.furthest_back = self.furthest_back.max(last - value);
                }
            }
            last = value;
        }
        self.long.sort_unstable();
    }

    /// Adds those of another round.
    pub(crate) fn merge(&mut self, other: Self) {
        self.short.iter_mut().zip(other.short).for_each(|(count, more)| *count += more);
        self.long.extend(other.long);
        self.long.sort_unstable();
        self.backward += other.backward;
        self.furthest_back = self.furthest_back.max(other.furthest_back);
    }

    /// Number of pairs of neighbours.
    pub(crate) fn pairs(&self) -> u64 {
        self.short.iter().sum::<u64>() + self.long.len() as u64 + self.backward
    }

    /// Number of equal pairs.
    pub(crate) fn equal(&self) -> u64 {
        self.short[0]
    }

    /// The share of pairs that are equal; 0 of none.
    pub(crate) fn equal_share(&self) -> f64 {
        match self.pairs() {
            0 => 0.0,
            pairs => self.equal() as f64 / pairs as f64,
        }
    }

    /// The smallest, negative where the clock stepped back.
    pub(crate) fn min(&self) -> Option<f64> {
        if self.backward > 0 { Some(-(self.furthest_back as f64)) } else { self.smallest_of(0) }
    }

    /// The smallest step forward: the resolution that can be observed.
    pub(crate) fn min_forward(&self) -> Option<f64> {
        self.smallest_of(1)
    }

    /// Largest unit that all steps forward are multiples of: 1,000 for a clock of microseconds that is told in nanoseconds. 0 of none.
    pub(crate) fn unit(&self) -> u64 {
        let short = (0_u64..).zip(&self.short).filter(|&(_, &count)| count > 0).map(|(increment, _)| increment);
        short.chain(self.long.iter().copied()).fold(0, gcd)
    }

    fn smallest_of(&self, from: usize) -> Option<f64> {
        let short = self.short[from..].iter().position(|&count| count > 0).map(|position| (position + from) as f64);
        short.or(self.long.first().map(|&increment| increment as f64))
    }

    /// The largest.
    pub(crate) fn max(&self) -> Option<f64> {
        let short = || self.short.iter().rposition(|&count| count > 0).map(|position| position as f64);
        self.long.last().map(|&increment| increment as f64).or_else(short)
    }

    /// The quantile by nearest rank; a step back counts as less than any other increment, and is given as 0.
    pub(crate) fn quantile(&self, q: f64) -> Option<f64> {
        let pairs = self.pairs();
        if pairs == 0 {
            return None;
        }
        let rank = harness::statistics::nearest_rank(pairs, q);
        let mut below = self.backward;
        if rank <= below {
            return Some(0.0);
        }
        for (increment, &count) in self.short.iter().enumerate() {
            below += count;
            if rank <= below {
                return Some(increment as f64);
            }
        }
        Some(self.long[(rank - below - 1) as usize] as f64)
    }

    /// Every increment that makes up at least `share` of all pairs, with its count, in ascending order.
    pub(crate) fn frequent(&self, share: f64) -> Vec<(u64, u64)> {
        let least = (share * self.pairs() as f64).max(1.0);
        let short = self.short.iter().enumerate().map(|(increment, &count)| (increment as u64, count));
        let long = self.long.chunk_by(|a, b| a == b).map(|equal| (equal[0], equal.len() as u64));
        short.chain(long).filter(|&(_, count)| count as f64 >= least).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::clocks::Visitor;
    use crate::samples::Recorder;

    fn of(values: &[u64]) -> Increments {
        let next = std::cell::Cell::new(0);
        let samples = Recorder::new(values.len()).visit(|| values[next.replace(next.get() + 1)]);
        let mut increments = Increments::default();
        increments.add(&samples);
        increments
    }

    #[test]
    fn increments_are_told_apart() {
        let increments = of(&[5, 5, 7, 100_007, 100_006, 100_016]);
        assert_eq!((increments.pairs(), increments.equal(), increments.backward), (5, 1, 1));
        assert_eq!((increments.min(), increments.min_forward()), (Some(-1.0), Some(2.0)));
        assert_eq!(increments.max(), Some(100_000.0));
        assert_eq!(
            [0.2, 0.4, 0.6, 0.8, 1.0].map(|q| increments.quantile(q).unwrap()),
            [0.0, 0.0, 2.0, 10.0, 100_000.0]
        );
        assert_eq!(of(&[3, 3, 3]).min(), Some(0.0));
        assert_eq!((of(&[3]).min(), of(&[3]).quantile(0.5)), (None, None));
        assert_eq!(of(&[3]).equal_share(), 0.0);
    }

    #[test]
    fn the_unit_is_what_all_steps_are_multiples_of() {
        assert_eq!(of(&[0, 3_000, 3_000, 5_000, 905_000]).unit(), 1_000);
        assert_eq!(of(&[7, 17, 28]).unit(), 1);
        // A step too long to be counted with the short ones.
        assert_eq!(of(&[0, 3_000, 903_500]).unit(), 500);
        assert_eq!(of(&[7, 7]).unit(), 0);
    }

    #[test]
    fn only_frequent_increments_are_listed() {
        let values: Vec<u64> = (0..1000).map(|i| i * 10 + u64::from(i > 500)).collect();
        assert_eq!(of(&values).frequent(0.01), [(10, 998)]);
        assert_eq!(of(&values).frequent(0.0), [(10, 998), (11, 1)]);
    }

    proptest! {
        #[test]
        fn quantiles_are_those_of_the_sorted_increments(steps in prop::collection::vec(0..200_000_u64, 1..300)) {
            let mut values = vec![0];
            for step in &steps {
                values.push(values[values.len() - 1] + step);
            }
            let increments = of(&values);
            let mut sorted = steps;
            sorted.sort_unstable();
            for q in [0.01, 0.5, 0.99, 1.0] {
                let rank = harness::statistics::nearest_rank(sorted.len() as u64, q) as usize;
                prop_assert_eq!(increments.quantile(q), Some(sorted[rank - 1] as f64));
            }
        }
    }
}
