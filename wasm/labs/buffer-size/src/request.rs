//! From numbers and names as JavaScript has them to what the cost model accepts.

use std::fmt;

use buffer_size_model::{Column, Fit, FitError, LawError, MAX_BYTES, Observation, Shape, fit, up_to_peak};
use limits::Shown;

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// Numbers make no law.
    Law(LawError),
    /// A size is not above 0, too large or not a number.
    Size {
        /// What it is called where it was given.
        field: &'static str,
        /// What was given, in bytes.
        value: f64,
    },
    /// A share is not above 0 and at most 1.
    Share(f64),
    /// There are not as many seconds as sizes.
    Seconds {
        /// How many seconds there are.
        given: usize,
        /// How many sizes.
        sizes: usize,
    },
    /// No shape has this name.
    UnknownShape(String),
    /// No column has this name.
    UnknownColumn(String),
    /// The points were not fitted.
    NoLaw,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Law(error) => error.fmt(f),
            Self::Size { field, value } => {
                write!(f, "{field} is {}; it must be above 0 and at most {} bytes", Shown(*value), Shown(MAX_BYTES))
            }
            Self::Share(value) => write!(f, "share is {}; it must be above 0 and at most 1", Shown(*value)),
            Self::Seconds { given, sizes } => {
                write!(f, "the list of seconds has {given} numbers; it must be as long as that of bytes, {sizes}")
            }
            Self::UnknownShape(name) => {
                write!(f, "shape is {name:?}; it must be one of {}", Shape::ALL.map(Shape::name).join(", "))
            }
            Self::UnknownColumn(name) => {
                write!(f, "column is {name:?}; it must be one of {}", Column::ALL.map(Column::name).join(", "))
            }
            Self::NoLaw => f.write_str("the points were refused; it must be a fit without a refusal"),
        }
    }
}

impl std::error::Error for Error {}

impl From<LawError> for Error {
    fn from(error: LawError) -> Self {
        Self::Law(error)
    }
}

/// The most sizes of one request.
pub const MAX_SIZES: u64 = 10_000;

/// A size in bytes.
pub fn size(field: &'static str, value: f64) -> Result<f64, Error> {
    let sensible = value > 0.0 && value <= MAX_BYTES;
    if sensible { Ok(value) } else { Err(Error::Size { field, value }) }
}

/// Sizes in bytes.
pub fn sizes(list: Vec<f64>) -> Result<Vec<f64>, Error> {
    list.into_iter().map(|bytes| size("size", bytes)).collect()
}

/// A share of the highest throughput.
pub fn share(value: f64) -> Result<f64, Error> {
    let sensible = value > 0.0 && value <= 1.0;
    if sensible { Ok(value) } else { Err(Error::Share(value)) }
}

/// A shape by its name.
pub fn shape(name: &str) -> Result<Shape, Error> {
    Shape::parse(name).ok_or_else(|| Error::UnknownShape(name.to_owned()))
}

/// A column by its name.
pub fn column(name: &str) -> Result<Column, Error> {
    Column::parse(name).ok_or_else(|| Error::UnknownColumn(name.to_owned()))
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
) -> Result<Result<Fitted, FitError>, Error> {
    if bytes.len() != seconds.len() {
        return Err(Error::Seconds { given: seconds.len(), sizes: bytes.len() });
    }
    let all: Vec<_> = bytes.iter().zip(seconds).map(|(&bytes, &seconds)| Observation::new(bytes, seconds)).collect();
    let points = if until_peak { up_to_peak(&all) } else { all };
    Ok(fit(&points, shape).map(|fit| Fitted { points, fit }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_numbers_are_refused_by_name() {
        for strange in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e16] {
            assert!(matches!(size("buffer", strange), Err(Error::Size { field: "buffer", .. })), "{strange}");
            assert!(sizes(vec![1.0, strange]).is_err());
            assert!(matches!(share(strange), Err(Error::Share(_))));
        }
        assert_eq!((size("buffer", 1e15), share(1.0)), (Ok(1e15), Ok(1.0)));
        assert_eq!(
            size("buffer", -1.0).unwrap_err().to_string(),
            "buffer is -1; it must be above 0 and at most 1e15 bytes"
        );
        assert_eq!(shape("cubic").unwrap_err().to_string(), "shape is \"cubic\"; it must be one of linear, knee");
        assert_eq!(
            column("").unwrap_err().to_string(),
            "column is \"\"; it must be one of seconds-per-call, bytes-per-second"
        );
    }

    #[test]
    fn points_beyond_the_peak_are_left_out_on_demand() {
        let bytes = [1e3, 1e4, 1e5, 1e6, 1e7];
        let seconds = [1e-6, 2e-6, 1.1e-5, 2e-4, 3e-3];
        let points = |until_peak| fitted(&bytes, &seconds, Shape::Linear, until_peak).unwrap().unwrap().points.len();
        assert_eq!((points(true), points(false)), (3, 5));
        assert_eq!(fitted(&bytes, &seconds[1..], Shape::Knee, false), Err(Error::Seconds { given: 4, sizes: 5 }));
        assert!(matches!(fitted(&bytes[..2], &seconds[..2], Shape::Linear, false), Ok(Err(FitError::Points { .. }))));
    }
}
