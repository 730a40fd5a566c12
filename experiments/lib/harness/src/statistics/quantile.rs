//! Quantiles by nearest rank, and the interval that order statistics give.

use crate::record::Estimate;

/// The rank (from 1) of the nearest-rank quantile `q` among `n` sorted values: the smallest at or below which at least
/// a share `q` of them lies.
///
/// # Panics
/// If `n` is 0 or `q` is outside 0..=1.
pub fn nearest_rank(n: u64, q: f64) -> u64 {
    assert!(n > 0 && (0.0..=1.0).contains(&q), "no quantile {q} of {n} values");
    // 0.95 × 20 is 19.000000000000004 in floating point; the tolerance is far below one rank.
    let rank = (q * n as f64 * (1.0 - 1e-12)).ceil() as u64;
    rank.clamp(1, n)
}

/// The ranks (from 1) of a 95% interval for the quantile `q`, by order statistics: how many of `n` values lie below the
/// true quantile is Binomial(`n`, `q`), and the ranks leave at most 2.5% of it on either side.
///
/// `None` where `n` is too small to leave so little: below 6 for a median. See Hahn and Meeker, "Statistical
/// Intervals" (1991), section 5.2.
pub fn quantile_ranks(n: u64, q: f64) -> Option<(u64, u64)> {
    let cumulative = binomial_cumulative(n, q);
    // P(X < low) <= 0.025 and P(X >= high) <= 0.025.
    let low = cumulative.iter().take_while(|&&below| below <= 0.025).count() as u64;
    let high = cumulative.iter().position(|&below| below >= 0.975)? as u64 + 1;
    (low >= 1 && high <= n).then_some((low, high))
}

/// P(X <= k) for k = 0..=n and X from Binomial(n, q), by logarithms so that no n underflows.
fn binomial_cumulative(n: u64, q: f64) -> Vec<f64> {
    let (log_q, log_rest) = (q.ln(), (-q).ln_1p());
    let mut log_choose = 0.0;
    let mut sum = 0.0;
    let mut cumulative = Vec::with_capacity(n as usize + 1);
    for k in 0..=n {
        if k > 0 {
            log_choose += ((n - k + 1) as f64).ln() - (k as f64).ln();
        }
        let log_probability: f64 = log_choose + k as f64 * log_q + (n - k) as f64 * log_rest;
        sum += log_probability.exp();
        cumulative.push(sum);
    }
    cumulative
}

/// The median of `samples` with its order-statistic 95% interval, smallest and largest value. With fewer than 6 samples
/// the interval is the whole range, and the estimate says how sure that is: it misses where all of them lie on one side
/// of the true median, 1 time in 2^(n − 1).
///
/// # Panics
/// If there are no samples, or one is not a number.
pub fn median(samples: &[f64]) -> Estimate {
    let sorted = sorted(samples);
    let n = sorted.len() as u64;
    let at = |rank: u64| sorted[rank as usize - 1];
    let (interval, confidence) = match quantile_ranks(n, 0.5) {
        Some((low, high)) => ([at(low), at(high)], None),
        None => ([at(1), at(n)], Some(1.0 - 0.5f64.powi(n as i32 - 1))),
    };
    Estimate { min: Some(at(1)), max: Some(at(n)), confidence, ..Estimate::between(n, middle(&sorted), interval) }
}

/// The [`median`], where there are samples.
///
/// # Panics
/// If a sample is not a number.
pub fn median_if_any(samples: &[f64]) -> Option<Estimate> {
    (!samples.is_empty()).then(|| median(samples))
}

/// The middle value, or the mean of the two middle ones.
pub(super) fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 }
}

pub(super) fn sorted(samples: &[f64]) -> Vec<f64> {
    assert!(!samples.is_empty(), "statistics of no samples");
    assert!(samples.iter().all(|sample| !sample.is_nan()), "a sample is not a number");
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}
