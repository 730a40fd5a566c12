//! From numbers and names as JavaScript has them to what the cost model accepts.

use buffer_size_model::{Fit, FitError, Observation, Shape, check_size, fit, up_to_peak};
use limits::ArgumentError;

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
}
