//! Latencies of a turn, counted and not kept: however long it lasts, they take the same few kilobytes.

use std::time::Duration;

use harness::record::Estimate;
use harness::statistics::quantile_ranks;
use statistics::histogram::Histogram;

/// Values below 2 to this power are counted exactly; larger ones in steps of less than a hundredth of themselves.
const EXACT_BITS: u32 = 8;
const STEPS: u64 = 1 << (EXACT_BITS - 1);

/// How often each latency was seen, to within 0.4% of it.
#[derive(Debug, Default)]
pub(crate) struct Latencies(Histogram);

impl Latencies {
    pub(crate) fn add(&mut self, latency: Duration) {
        self.0.add(step_of(latency.as_nanos() as u64));
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.0.total()
    }

    /// The nearest-rank quantile in seconds.
    ///
    /// # Panics
    /// If there are no latencies.
    pub(crate) fn quantile_seconds(&self, q: f64) -> f64 {
        middle_of(self.0.quantile(q)) * 1e-9
    }

    /// The median in seconds with its order-statistic 95% interval, as [`harness::statistics::median`] gives it of samples; with
    /// fewer than 6 the interval is their range.
    ///
    /// # Panics
    /// If there are no latencies.
    pub(crate) fn median_seconds(&self) -> Estimate {
        let n = self.count();
        let (low, high) = quantile_ranks(n, 0.5).unwrap_or((1, n));
        // Half a rank below is surely of that rank.
        let at = |rank: u64| self.quantile_seconds((rank as f64 - 0.5) / n as f64);
        Estimate::between(n, self.quantile_seconds(0.5), [at(low), at(high)])
    }
}

/// Which step a number of nanoseconds falls on: as many steps in each doubling, numbered through.
fn step_of(nanoseconds: u64) -> u64 {
    let shift = nanoseconds.checked_ilog2().unwrap_or(0).saturating_sub(EXACT_BITS - 1);
    u64::from(shift) * STEPS + (nanoseconds >> shift)
}

/// The nanoseconds in the middle of a step.
fn middle_of(step: u64) -> f64 {
    let shift = (step / STEPS).saturating_sub(1);
    let first = (step - shift * STEPS) << shift;
    let width = 1_u64 << shift;
    first as f64 + (width - 1) as f64 / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::statistics::{median, nearest_rank};

    #[test]
    fn small_latencies_are_counted_exactly() {
        for nanoseconds in 0..256 {
            assert_eq!(middle_of(step_of(nanoseconds)), nanoseconds as f64);
        }
    }

    #[test]
    fn large_latencies_keep_their_order_and_their_size() {
        let mut last = 0;
        for exponent in 0..2_000 {
            let nanoseconds = 1.01_f64.powi(exponent) as u64;
            let step = step_of(nanoseconds);
            assert!(step >= last, "{nanoseconds}");
            last = step;
            let off = (middle_of(step) - nanoseconds as f64).abs() / nanoseconds.max(1) as f64;
            assert!(off < 0.004, "{nanoseconds} ns is off by {off}");
        }
    }

    #[test]
    fn quantiles_are_those_of_the_samples_kept() {
        let samples: Vec<u64> = (0..9_999_u64).map(|n| 5_000 + n * n % 70_001).collect();
        let mut counted = Latencies::default();
        samples.iter().for_each(|&sample| counted.add(Duration::from_nanos(sample)));
        let mut sorted = samples;
        sorted.sort_unstable();
        assert_eq!(counted.count(), 9_999);
        for q in [0.5, 0.99, 0.999] {
            let exact = sorted[nearest_rank(9_999, q) as usize - 1] as f64 * 1e-9;
            let counted = counted.quantile_seconds(q);
            assert!((counted / exact - 1.0).abs() < 0.004, "{q}: {counted} for {exact}");
        }
    }

    #[test]
    fn medians_and_their_intervals_are_those_of_the_samples_kept() {
        for n in [1, 5, 6, 21, 1_001] {
            let samples: Vec<u64> = (0..n).map(|n| 20_000 + n * n % 7_001).collect();
            let mut counted = Latencies::default();
            samples.iter().for_each(|&sample| counted.add(Duration::from_nanos(sample)));
            let [counted, exact] =
                [counted.median_seconds(), median(&samples.iter().map(|&ns| ns as f64 * 1e-9).collect::<Vec<_>>())];
            for (counted, exact) in [(counted.low, exact.low), (counted.high, exact.high)] {
                assert!((counted / exact - 1.0).abs() < 0.004, "{n}: {counted} for {exact}");
            }
            assert!(n % 2 == 0 || (counted.value / exact.value - 1.0).abs() < 0.004);
        }
    }
}
