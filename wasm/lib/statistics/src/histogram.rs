//! Counts per value, which a simulation keeps instead of samples.

/// Frequency of each value.
///
/// Holds one count for every value between the smallest and the largest seen, so 10 million items on one server cost one
/// count, not 10 million. Two histograms merge into the one that a single run would have made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The smallest value seen; `counts[i]` belongs to `first + i`. The outer counts are never zero.
    first: u64,
    counts: Vec<u64>,
    total: u64,
}

impl Histogram {
    /// A histogram that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts one value.
    #[inline(always)]
    pub fn add(&mut self, value: u64) {
        if let Some(count) = self.counts.get_mut(value.wrapping_sub(self.first) as usize) {
            *count += 1;
            self.total += 1;
        } else {
            self.add_n(value, 1);
        }
    }

    /// Counts every value of a slice.
    ///
    /// Small values repeat, and a count that is raised again before its last rise has settled waits for it: neighbours go to
    /// different tables, which are added up at the end.
    pub fn add_all(&mut self, values: &[u32]) {
        const TABLES: usize = 4;
        const SMALL: usize = 64;
        let largest = values.iter().copied().max().unwrap_or(0) as usize;
        if values.len() < 4 * SMALL || largest >= SMALL {
            return values.iter().for_each(|&value| self.add(value.into()));
        }
        let mut tables = [[0_u64; SMALL]; TABLES];
        for values in values.chunks(TABLES) {
            for (table, &value) in tables.iter_mut().zip(values) {
                table[value as usize % SMALL] += 1;
            }
        }
        for value in 0..=largest {
            self.add_n(value as u64, tables.iter().map(|table| table[value]).sum());
        }
    }

    /// Counts a value `n` times.
    #[inline(never)]
    pub fn add_n(&mut self, value: u64, n: u64) {
        if n == 0 {
            return;
        }
        self.widen(value, value);
        self.counts[(value - self.first) as usize] += n;
        self.total += n;
    }

    /// Counts all of another histogram's values.
    pub fn merge(&mut self, other: &Self) {
        if other.total == 0 {
            return;
        }
        self.widen(other.min(), other.max());
        let offset = (other.first - self.first) as usize;
        for (count, more) in self.counts[offset..].iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.total += other.total;
    }

    /// Makes room for the values from `low` to `high`. The caller counts both ends at once, so no outer count stays zero.
    fn widen(&mut self, low: u64, high: u64) {
        if self.total == 0 {
            self.first = low;
            self.counts.clear();
        }
        if low < self.first {
            let missing = (self.first - low) as usize;
            self.counts.splice(0..0, std::iter::repeat_n(0, missing));
            self.first = low;
        }
        let length = (high - self.first) as usize + 1;
        if length > self.counts.len() {
            self.counts.resize(length, 0);
        }
    }

    /// Number of counted values.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The smallest value; 0 if nothing was counted.
    pub fn min(&self) -> u64 {
        self.first
    }

    /// The largest value; 0 if nothing was counted.
    pub fn max(&self) -> u64 {
        self.first + (self.counts.len() as u64).saturating_sub(1)
    }

    /// The arithmetic mean; NaN if nothing was counted.
    pub fn mean(&self) -> f64 {
        let sum: u128 = self.iter().map(|(value, count)| u128::from(value) * u128::from(count)).sum();
        sum as f64 / self.total as f64
    }

    /// The values that were seen, in ascending order, each with its count.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (self.first..).zip(self.counts.iter().copied()).filter(|&(_, count)| count > 0)
    }

    /// The nearest-rank quantile: the smallest value with at least the share `q` of all values at or below it.
    ///
    /// 0 if nothing was counted.
    pub fn quantile(&self, q: f64) -> u64 {
        self.ranked(nearest_rank(q, self.total))
    }

    /// A 95% confidence interval of the quantile, by order statistics.
    ///
    /// The number of values at or below the true quantile is binomial for independent values; its normal approximation
    /// gives the two ranks. The loads of one placement are not independent, but negatively associated (Joag-Dev and
    /// Proschan 1983): what one server has, the others lack. Their counts scatter less than binomial ones, so for pooled
    /// loads the interval is at least as wide as it has to be.
    pub fn quantile_interval(&self, q: f64) -> (u64, u64) {
        let n = self.total as f64;
        let half_width = Z95 * (n * q * (1.0 - q)).max(0.0).sqrt();
        let low = (n * q - half_width).floor().max(1.0) as u64;
        let high = ((n * q + half_width).ceil() as u64).saturating_add(1);
        (self.ranked(low), self.ranked(high))
    }

    /// The share of values above the capacity; NaN if nothing was counted.
    pub fn share_above(&self, capacity: u64) -> f64 {
        self.count_above(capacity) as f64 / self.total as f64
    }

    /// Number of values above the capacity.
    pub fn count_above(&self, capacity: u64) -> u64 {
        let skip = capacity.saturating_add(1).saturating_sub(self.first);
        self.counts.iter().skip(usize::try_from(skip).unwrap_or(usize::MAX)).sum()
    }

    /// The value of a rank, counted from 1; ranks past the ends give the ends.
    fn ranked(&self, rank: u64) -> u64 {
        let mut seen = 0;
        for (value, count) in self.iter() {
            seen += count;
            if seen >= rank {
                return value;
            }
        }
        self.max()
    }
}

/// The 97.5% quantile of the normal distribution: 95% lie within this many standard deviations of the mean.
const Z95: f64 = 1.959_963_984_540_054;

/// ⌈q·total⌉, at least 1 and at most `total`.
///
/// A decimal share such as 0.07 is not exact in binary, and 0.07 · 100 comes out just above 7: a product that exceeds an
/// integer by no more than its own rounding counts as that integer.
fn nearest_rank(q: f64, total: u64) -> u64 {
    let product = q * total as f64;
    ((product - 4.0 * f64::EPSILON * product).ceil() as u64).clamp(1, total.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn histogram_of(values: &[u64]) -> Histogram {
        let mut histogram = Histogram::new();
        values.iter().for_each(|&value| histogram.add(value));
        histogram
    }

    #[test]
    fn a_decimal_share_gets_the_rank_that_a_human_would_give_it() {
        for percent in 1..=100 {
            assert_eq!(nearest_rank(f64::from(percent) / 100.0, 100), percent as u64);
            assert_eq!(nearest_rank(f64::from(percent) / 100.0, 1_000_000), percent as u64 * 10_000);
        }
        assert_eq!(nearest_rank(0.999, 130_000), 129_870);
        assert_eq!(nearest_rank(0.5, 1), 1);
        assert_eq!(nearest_rank(0.0, 5), 1);
    }

    #[test]
    fn an_empty_histogram_has_no_values_and_does_not_panic() {
        let empty = Histogram::new();
        assert_eq!((empty.total(), empty.min(), empty.max(), empty.quantile(0.5)), (0, 0, 0, 0));
        assert_eq!(empty.quantile_interval(0.5), (0, 0));
        assert!(empty.mean().is_nan() && empty.share_above(3).is_nan());
        assert_eq!(empty.iter().count(), 0);
    }

    #[test]
    fn a_large_value_costs_one_count() {
        let mut histogram = Histogram::new();
        histogram.add_n(10_000_000, 1_000_000);
        assert_eq!(histogram.counts.len(), 1);
        assert_eq!(histogram.mean(), 10_000_000.0);
    }

    #[test]
    fn an_interval_covers_the_median_in_at_least_95_of_100_samples() {
        use rand_core::Rng;
        // 2,000 samples of 101 values from 0 to 2^10: with coverage 0.95 fewer than 1,850 hits have probability < 1e-6.
        let truth = 1_u64 << 9;
        let hits = (0..2000).filter(|&sample| {
            let mut rng = random::stream(7, sample);
            let (low, high) =
                histogram_of(&(0..101).map(|_| rng.next_u64() >> 54).collect::<Vec<_>>()).quantile_interval(0.5);
            (low..=high).contains(&truth)
        });
        assert!(hits.count() >= 1850);
    }

    proptest! {
        #[test]
        fn quantile_is_the_nearest_rank_of_the_sorted_values(
            mut values in prop::collection::vec(0_u64..50, 1..200), q in 0.0..=1.0_f64,
        ) {
            let histogram = histogram_of(&values);
            values.sort_unstable();
            let rank = nearest_rank(q, values.len() as u64) as usize;
            prop_assert_eq!(histogram.quantile(q), values[rank - 1]);
            let (low, high) = histogram.quantile_interval(q);
            prop_assert!(low <= values[rank - 1] && values[rank - 1] <= high);
            prop_assert_eq!(histogram.min(), values[0]);
            prop_assert_eq!(histogram.max(), values[values.len() - 1]);
            let sum: u64 = values.iter().sum();
            prop_assert!((histogram.mean() - sum as f64 / values.len() as f64).abs() < 1e-9);
        }

        #[test]
        fn any_split_merges_to_the_same_histogram(values in prop::collection::vec(0_u64..1000, 0..100), cut in 0_usize..100) {
            let (a, b) = values.split_at(cut.min(values.len()));
            let mut left = histogram_of(a);
            left.merge(&histogram_of(b));
            let mut right = histogram_of(b);
            right.merge(&histogram_of(a));
            prop_assert_eq!(&left, &histogram_of(&values));
            prop_assert_eq!(&right, &histogram_of(&values));
        }

        #[test]
        fn a_slice_counts_as_its_values_do(values in prop::collection::vec(0_u32..64, 0..600), large in 0_u32..2000) {
            for values in [&values[..], &[&values[..], &[large]].concat()] {
                let mut at_once = histogram_of(&[5, 70]);
                at_once.add_all(values);
                let mut one_by_one = histogram_of(&[5, 70]);
                values.iter().for_each(|&value| one_by_one.add(value.into()));
                prop_assert_eq!(at_once, one_by_one);
            }
        }

        #[test]
        fn share_above_counts_strictly_larger_values(values in prop::collection::vec(0_u64..50, 1..100), capacity in 0_u64..60) {
            let above = values.iter().filter(|&&value| value > capacity).count();
            prop_assert_eq!(histogram_of(&values).count_above(capacity), above as u64);
            prop_assert_eq!(histogram_of(&values).share_above(capacity), above as f64 / values.len() as f64);
        }
    }
}
