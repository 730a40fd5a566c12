//! The law that fits measured times.

use std::fmt;

use super::law::Law;
use limits::Shown;
use statistics::least_squares::{Interval, NotDetermined, Row, Uncertainty, solve, sum_of_squares};

/// One measured size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation {
    /// Bytes of a call.
    pub bytes: f64,
    /// Seconds of a call.
    pub seconds: f64,
}

impl Observation {
    /// A call of so many bytes that took so many seconds.
    pub fn new(bytes: f64, seconds: f64) -> Self {
        Self { bytes, seconds }
    }
}

/// The relative error and the weight of every observation: all count alike, and the residuals tell how far they scatter.
const ALIKE: f64 = 1.0;

/// The most bytes of a call.
const MAX_BYTES: f64 = 1e15;
/// The most seconds of a call.
const MAX_SECONDS: f64 = 1e6;

/// The most points that a fit takes.
const MAX_POINTS: usize = 1_000;

/// Why no law was fitted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FitError {
    /// There are too few points, or too many.
    Points {
        /// How many there are.
        given: usize,
        /// How many it takes at least.
        least: usize,
    },
    /// Too many points are of one size.
    Sizes {
        /// How many sizes there are.
        given: usize,
        /// How many it takes.
        least: usize,
    },
    /// A quantity is not above 0, too large or not a number.
    Value {
        /// Which point, from 1.
        point: usize,
        /// Which quantity.
        field: &'static str,
        /// What it is.
        value: f64,
        /// What it may be at most.
        max: f64,
    },
    /// The points are so near to each other that rounding would decide.
    NotDetermined,
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points { given, least } => {
                write!(f, "the number of points is {given}; it must be from {least} to {MAX_POINTS}")
            }
            Self::Sizes { given, least } => {
                write!(f, "the number of different sizes is {given}; it must be at least {least}")
            }
            Self::Value { point, field, value, max } => {
                write!(f, "{field} of point {point} is {}; it must be above 0 and at most {}", Shown(*value), Shown(*max))
            }
            Self::NotDetermined => f.write_str(
                "the sizes are too near to each other to tell calls from bytes; the largest must be further from the smallest",
            ),
        }
    }
}

impl std::error::Error for FitError {}

impl From<NotDetermined> for FitError {
    fn from(_: NotDetermined) -> Self {
        Self::NotDetermined
    }
}

/// The points by size, up to the one with the highest throughput: where the linear law can hold.
pub fn up_to_peak(points: &[Observation]) -> Vec<Observation> {
    let mut sorted = by_size(points);
    let throughput = |point: &Observation| point.bytes / point.seconds;
    let peak = (0..sorted.len()).max_by(|&a, &b| throughput(&sorted[a]).total_cmp(&throughput(&sorted[b])));
    sorted.truncate(peak.map_or(0, |peak| peak + 1));
    sorted
}

fn by_size(points: &[Observation]) -> Vec<Observation> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable_by(|a, b| a.bytes.total_cmp(&b.bytes).then(a.seconds.total_cmp(&b.seconds)));
    sorted
}

/// The parameters of a law: the cost of a call and that of a byte.
const PARAMETERS: usize = 2;

/// The fewest points of a fit: with as many as parameters, nothing would tell how far they scatter.
const LEAST_POINTS: usize = PARAMETERS + 1;

/// A law that fits measured times, and how sure it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The law.
    pub law: Law,
    /// The 95% intervals of its numbers.
    pub intervals: Intervals,
    /// The root of the mean square of ln(measured / law): about the relative error of a point.
    pub rms: f64,
    uncertainty: Uncertainty<PARAMETERS>,
}

/// The 95% intervals of a law's numbers, each by itself. They hold if the law does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Intervals {
    /// Interval of [`Law::per_call_s`].
    pub per_call_s: Interval,
    /// Interval of [`Law::per_byte_s`].
    pub per_byte_s: Interval,
}

/// Fits the law: see [`statistics::least_squares`] for what is made small.
pub fn fit(points: &[Observation]) -> Result<Fit, FitError> {
    check(points)?;
    let rows = rows_of(points);
    let coefficients @ [per_call_s, per_byte_s] = solve(&rows)?;
    let law = Law { per_call_s, per_byte_s };
    let slopes: Vec<_> = points.iter().map(|point| (slopes(&law, point.bytes), ALIKE)).collect();
    let uncertainty =
        Uncertainty::from_slopes(&slopes, sum_of_squares(&rows, &coefficients)).ok_or(FitError::NotDetermined)?;
    let around = |value, parameter| Interval::around(value, uncertainty.reach_of(parameter));
    let intervals = Intervals { per_call_s: around(per_call_s, 0), per_byte_s: around(per_byte_s, 1) };
    let logarithms = points.iter().map(|point| libm::log(point.seconds / law.seconds(point.bytes)));
    let squares: f64 = logarithms.map(|off| off * off).sum();
    Ok(Fit { rms: (squares / points.len() as f64).sqrt(), law, intervals, uncertainty })
}

/// Refuses points that do not determine a law.
fn check(points: &[Observation]) -> Result<(), FitError> {
    if points.len() < LEAST_POINTS || points.len() > MAX_POINTS {
        return Err(FitError::Points { given: points.len(), least: LEAST_POINTS });
    }
    for (point, observation) in (1..).zip(points) {
        let Observation { bytes, seconds } = *observation;
        let quantities = [("size (bytes)", bytes, MAX_BYTES), ("time (s)", seconds, MAX_SECONDS)];
        for (field, value, max) in quantities {
            // Nothing takes less than a hundred decades below the largest; smaller numbers would be lost in squares.
            if !(value > max * 1e-100 && value <= max) {
                return Err(FitError::Value { point, field, value, max });
            }
        }
    }
    let mut sizes: Vec<f64> = by_size(points).iter().map(|point| point.bytes).collect();
    sizes.dedup();
    let (given, least) = (sizes.len(), PARAMETERS);
    if given < least { Err(FitError::Sizes { given, least }) } else { Ok(()) }
}

/// The points as sums of a call and its bytes.
fn rows_of(points: &[Observation]) -> Vec<Row<PARAMETERS>> {
    points.iter().map(|point| Row::new([1.0, point.bytes], point.seconds, ALIKE)).collect()
}

/// The growth of `ln(seconds)` of a size with each parameter.
fn slopes(law: &Law, bytes: f64) -> [f64; PARAMETERS] {
    [1.0, bytes].map(|slope| slope / law.seconds(bytes))
}

impl Fit {
    /// Seconds of a call of this size: the 95% interval of the law's true curve, if there is one.
    pub fn band(&self, bytes: f64) -> Interval {
        let reach = self.uncertainty.reach(&slopes(&self.law, bytes));
        let seconds = self.law.seconds(bytes);
        Interval { low: seconds * libm::exp(-reach), high: seconds * libm::exp(reach) }
    }
}
