//! From numbers and names as JavaScript has them to what the cost model accepts.

use buffer_size_model::{Fit, FitError, Observation, Shape, check_size, fit, up_to_peak};
use limits::ArgumentError;
use statistics::histogram::Histogram;

/// The most sizes of one request.
pub const MAX_SIZES: u64 = 10_000;

/// Sizes in bytes.
pub fn sizes(list: Vec<f64>) -> Result<Vec<f64>, ArgumentError> {
    list.into_iter().map(|bytes| check_size("size", bytes)).collect()
}

/// A fit and the points that it is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The points, in the order of the residuals.
    pub points: Vec<Observation>,
    /// The fit.
    pub fit: Fit,
}

/// Fits points that weigh alike: all of them, or those up to the highest throughput. The inner error is the points' own, and
/// for the reader; the outer one is the caller's.
pub fn fitted(
    bytes: &[f64],
    seconds: &[f64],
    shape: Shape,
    until_peak: bool,
) -> Result<Result<Fitted, FitError>, ArgumentError> {
    if bytes.len() != seconds.len() {
        return Err(ArgumentError::Kind { field: "seconds", kind: "list as long as that of bytes" });
    }
    let all: Vec<_> = bytes.iter().zip(seconds).map(|(&bytes, &seconds)| Observation::new(bytes, seconds)).collect();
    let points = if until_peak { up_to_peak(&all) } else { all };
    Ok(fit(&points, shape).map(|fit| Fitted { points, fit }))
}

/// The median of an odd number of samples and the ends of its 95% interval. The ranks are those that order statistics give to
/// the median of any sample of that size: of one that holds each rank once.
pub fn median(mut samples: Vec<f64>) -> Result<[f64; 3], ArgumentError> {
    if samples.len().is_multiple_of(2) || !samples.iter().all(|sample| sample.is_finite()) {
        return Err(ArgumentError::Kind { field: "samples", kind: "list of an odd number of finite numbers" });
    }
    samples.sort_by(f64::total_cmp);
    let mut ranks = Histogram::new();
    (0..samples.len() as u64).for_each(|rank| ranks.add(rank));
    let (low, high) = ranks.quantile_interval(0.5);
    Ok([ranks.quantile(0.5), low, high].map(|rank| samples[rank as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_beyond_the_peak_are_left_out_on_demand() {
        let bytes = [1e3, 1e4, 1e5, 1e6, 1e7];
        let seconds = [1e-6, 2e-6, 1.1e-5, 2e-4, 3e-3];
        let points = |until_peak| fitted(&bytes, &seconds, Shape::Linear, until_peak).unwrap().unwrap().points.len();
        assert_eq!((points(true), points(false)), (3, 5));
        let error = fitted(&bytes, &seconds[1..], Shape::Knee, false).unwrap_err().to_string();
        assert_eq!(error, "seconds is something else; it must be a list as long as that of bytes");
        assert!(matches!(fitted(&bytes[..2], &seconds[..2], Shape::Linear, false), Ok(Err(FitError::Points { .. }))));
        assert!(sizes(vec![1.0, 0.0]).is_err());
    }

    #[test]
    fn a_median_of_21_has_the_ends_that_leave_a_fortieth_on_either_side() {
        let samples: Vec<_> = (1..=21).rev().map(f64::from).collect();
        let [value, low, high] = median(samples).unwrap();
        // The chance that at most so many of 21 lie below the true median, each with one half.
        let below = |most: u32| {
            let mut choose = 1.0;
            let chances = (0..=most).map(|k| {
                if k > 0 {
                    choose *= f64::from(22 - k) / f64::from(k);
                }
                choose / 2f64.powi(21)
            });
            chances.sum::<f64>()
        };
        assert!(below(low as u32 - 1) <= 0.025 && below(low as u32) > 0.025, "{low}");
        assert_eq!((value, low + high), (11.0, 22.0));
    }

    #[test]
    fn a_median_is_of_an_odd_number_of_numbers() {
        assert_eq!(median(vec![3.0]), Ok([3.0; 3]));
        for samples in [vec![], vec![1.0, 2.0], vec![f64::NAN], vec![1.0, f64::INFINITY, 2.0]] {
            let error = median(samples).unwrap_err().to_string();
            assert_eq!(error, "samples is something else; it must be a list of an odd number of finite numbers");
        }
    }
}
