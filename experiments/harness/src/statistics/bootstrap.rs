//! The percentile bootstrap, for what order statistics cannot give.

use super::quantile::{median, middle, nearest_rank, sorted};
use crate::random::Random;
use crate::record::Estimate;

/// How often the samples are drawn again; the interval's ends then wobble by about 1% of its width.
const RESAMPLES: u32 = 10_000;

/// The ratio of the medians of `numerator` and `denominator`, with a 95% bootstrap interval (percentiles of
/// 10,000 resamples, drawn by `seed`). Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
///
/// # Panics
/// If there are no samples on either side, or one is not a number.
pub fn ratio_of_medians(numerator: &[f64], denominator: &[f64], seed: u64) -> Estimate {
    ratio_by_resamples(numerator, denominator, RESAMPLES, seed)
}

pub(super) fn ratio_by_resamples(numerator: &[f64], denominator: &[f64], resamples: u32, seed: u64) -> Estimate {
    let mut random = Random::new(seed);
    let value = median(numerator).value / median(denominator).value;
    let ratios: Vec<f64> = (0..resamples)
        .map(|_| resampled_median(numerator, &mut random) / resampled_median(denominator, &mut random))
        .collect();
    let ratios = sorted(&ratios);
    let at = |q| ratios[nearest_rank(ratios.len() as u64, q) as usize - 1];
    Estimate {
        n: numerator.len().min(denominator.len()) as u64,
        value,
        low: at(0.025).min(value),
        high: at(0.975).max(value),
        min: None,
        max: None,
    }
}

fn resampled_median(samples: &[f64], random: &mut Random) -> f64 {
    let resample: Vec<f64> = samples.iter().map(|_| samples[random.below(samples.len())]).collect();
    middle(&sorted(&resample))
}
