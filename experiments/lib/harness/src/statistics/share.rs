//! Shares (how many of n), with Wilson's interval.

use super::NORMAL_97_5;
use crate::record::Estimate;

/// The share `count` / `n` with its 95% Wilson score interval, which holds near 0 and 1 where the usual one fails.
/// Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
///
/// # Panics
/// If `n` is 0 or `count` exceeds it.
pub fn share(count: u64, n: u64) -> Estimate {
    assert!(n > 0 && count <= n, "no share {count} of {n}");
    let z2 = NORMAL_97_5 * NORMAL_97_5;
    let (total, value) = (n as f64, count as f64 / n as f64);
    let centre = (value + z2 / (2.0 * total)) / (1.0 + z2 / total);
    let spread = value * (1.0 - value) / total + z2 / (4.0 * total * total);
    let half = NORMAL_97_5 * spread.sqrt() / (1.0 + z2 / total);
    // Rounding must not push an end past what was seen.
    let low = if count == 0 { 0.0 } else { (centre - half).min(value) };
    let high = if count == n { 1.0 } else { (centre + half).max(value) };
    Estimate::between(n, value, [low, high])
}

/// The [`share`], where there is anything to be a share of.
///
/// # Panics
/// If `count` exceeds `n`.
pub fn share_if_any(count: u64, n: u64) -> Option<Estimate> {
    (n > 0 || count > 0).then(|| share(count, n))
}
