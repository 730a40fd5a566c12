//! Means of repetitions that each are a sum of many things.

use statistics::least_squares::student;

use crate::record::Estimate;

/// The mean of `repetitions` with Student's 95% interval, the smallest and the largest of them.
///
/// For figures that are themselves means (or crossings of means) of long simulated runs, and so are nearly normal. What is
/// observed one by one takes the [`median`](super::median), which assumes no shape. One repetition has no interval: the
/// estimate says that nothing is sure of it.
///
/// # Panics
/// If there are no repetitions, or one is not a number.
pub fn mean(repetitions: &[f64]) -> Estimate {
    let sorted = super::quantile::sorted(repetitions);
    let n = sorted.len();
    let mean = sorted.iter().sum::<f64>() / n as f64;
    let (interval, confidence) = if n == 1 {
        ([mean; 2], Some(0.0))
    } else {
        let squares: f64 = sorted.iter().map(|value| (value - mean).powi(2)).sum();
        let reach = student::two_sided_95(n - 1) * (squares / (n - 1) as f64 / n as f64).sqrt();
        ([mean - reach, mean + reach], None)
    };
    let (min, max) = (Some(sorted[0]), Some(sorted[n - 1]));
    Estimate { min, max, confidence, ..Estimate::between(n as u64, mean, interval) }
}
