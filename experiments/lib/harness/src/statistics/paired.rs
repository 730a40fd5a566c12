//! Ratios of two things that were measured side by side.

use super::quantile::median;
use crate::record::Estimate;

/// The median of `numerator` over `denominator`, each round's over the same round's, with its order-statistic 95% interval.
///
/// A machine whose speed changes from one second to the next (a virtual machine's neighbours, a processor's clock) spreads
/// the times of both sides widely and alike. Where both were measured in the same moment, their ratio keeps out of it.
///
/// # Panics
/// If there are no rounds, the sides have different numbers of them, or a ratio is not a number.
pub fn ratio_within_rounds(numerator: &[f64], denominator: &[f64]) -> Estimate {
    assert_eq!(numerator.len(), denominator.len(), "both sides have a value in every round");
    let ratios: Vec<f64> = numerator.iter().zip(denominator).map(|(above, below)| above / below).collect();
    median(&ratios)
}
