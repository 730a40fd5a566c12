//! Sets of numbers as ranges.

use std::ops::RangeInclusive;

/// A set of numbers, such as code points, kept as the fewest ranges that hold them, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RangeSet(Vec<RangeInclusive<u32>>);

impl RangeSet {
    /// The ranges, in order; no two of them touch.
    pub fn ranges(&self) -> &[RangeInclusive<u32>] {
        &self.0
    }

    /// True if the number is in the set.
    pub fn contains(&self, number: u32) -> bool {
        let after = self.0.partition_point(|range| *range.start() <= number);
        after > 0 && self.0[after - 1].contains(&number)
    }

    /// Number of its members.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|range| u64::from(range.end() - range.start()) + 1).sum()
    }

    /// Members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().cloned().flatten()
    }
}

impl FromIterator<u32> for RangeSet {
    fn from_iter<T: IntoIterator<Item = u32>>(numbers: T) -> Self {
        let mut numbers: Vec<u32> = numbers.into_iter().collect();
        numbers.sort_unstable();
        let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some(last) if number <= last.end().saturating_add(1) => *last = *last.start()..=number,
                _ => ranges.push(number..=number),
            }
        }
        Self(ranges)
    }
}
