//! Samples that lie far from the rest.

use super::quantile::{middle, sorted};

/// A modified Z-score above which a sample is an outlier, as generous as hyperfine's: it marks disturbances of the
/// machine, not the tail of a distribution.
const OUTLIER_SCORE: f64 = 14.826;

/// The standard deviation of a normal distribution over its median absolute deviation.
const NORMAL_DEVIATION: f64 = 1.4826;

/// Number of outliers among `samples` by the modified Z-score (distance from the median over the scaled median absolute
/// deviation). Iglewicz and Hoaglin, "How to Detect and Handle Outliers" (1993). 0 where most samples are equal.
pub(crate) fn count_outliers(samples: &[f64]) -> usize {
    let centre = middle(&sorted(samples));
    let distances: Vec<f64> = samples.iter().map(|sample| (sample - centre).abs()).collect();
    let deviation = middle(&sorted(&distances)) * NORMAL_DEVIATION;
    if deviation == 0.0 {
        return 0;
    }
    distances.iter().filter(|&&distance| distance / deviation > OUTLIER_SCORE).count()
}
