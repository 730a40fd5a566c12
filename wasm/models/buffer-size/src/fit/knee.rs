//! The size of the cache that fits measured times best.
//!
//! With a size given, the rest of the law is a linear problem. As a function of the size, what is left of the squares is
//! smooth between two measured sizes and has a kink at each. So every measured size is tried, and the gaps on both sides of
//! the best are searched.

use super::{FitError, Observation, rows_of};
use crate::law::Law;
use statistics::least_squares::{solve, sum_of_squares};

/// 2 over 1 plus the root of 5, by which golden section search shortens.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Golden sections of one gap: its logarithm is then known to a hundred-millionth of the gap.
const SECTIONS: usize = 40;

/// The law with the smallest sum of squares. `sizes` are those of the points, ascending, without repetition, at least four:
/// two have to lie on either side of the cache's size, or one side would have no slope of its own.
pub(super) fn search(points: &[Observation], sizes: &[f64]) -> Result<Law, FitError> {
    let inner = &sizes[1..sizes.len() - 1];
    let at_sizes: Vec<(f64, Law)> = inner.iter().map(|&size| with_cache(points, size)).collect::<Result<_, _>>()?;
    let sum = |i: &usize| at_sizes[*i].0;
    let best = (0..inner.len()).min_by(|a, b| sum(a).total_cmp(&sum(b))).unwrap_or(0);
    let beside = &inner[best.saturating_sub(1)..inner.len().min(best + 2)];
    let mut found = at_sizes[best];
    for gap in beside.windows(2) {
        let other = best_in_gap(points, libm::log(gap[0]), libm::log(gap[1]))?;
        if other.0 < found.0 {
            found = other;
        }
    }
    let (_, law) = found;
    if law.cache_penalty_s_per_byte > 0.0 { Ok(law) } else { Err(FitError::NoKnee) }
}

/// The best law whose cache's size lies between two, given and searched by their logarithms, and its sum of squares.
fn best_in_gap(points: &[Observation], low: f64, high: f64) -> Result<(f64, Law), FitError> {
    let at = |ln_bytes: f64| with_cache(points, libm::exp(ln_bytes));
    let (mut low, mut high) = (low, high);
    let (mut left, mut right) = (at(high - GOLDEN * (high - low))?, at(low + GOLDEN * (high - low))?);
    for _ in 0..SECTIONS {
        if left.0 <= right.0 {
            high = low + GOLDEN * (high - low);
            right = left;
            left = at(high - GOLDEN * (high - low))?;
        } else {
            low = high - GOLDEN * (high - low);
            left = right;
            right = at(low + GOLDEN * (high - low))?;
        }
    }
    Ok(if left.0 <= right.0 { left } else { right })
}

/// The best law with a cache of this size, and its sum of squares.
pub(crate) fn with_cache(points: &[Observation], cache_bytes: f64) -> Result<(f64, Law), FitError> {
    let rows = rows_of(points, Some(cache_bytes));
    let found = solve(&rows)?;
    let [per_call_s, per_byte_s, cache_penalty_s_per_byte] = found;
    let law = Law { per_call_s, per_byte_s, cache_bytes: Some(cache_bytes), cache_penalty_s_per_byte };
    Ok((sum_of_squares(&rows, &found), law))
}
