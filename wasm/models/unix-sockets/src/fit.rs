//! The parts' costs, from measured times.

use std::fmt;

use super::parts::{Counts, MAX_TIME, PARTS, Parts};
use statistics::least_squares::{Interval, NotDetermined, Row, Uncertainty, solve, sum_of_squares};

/// Something timed, and what it is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// How often each part occurs in it.
    pub counts: Counts,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// The relative error of every time: all count alike.
const ALIKE: f64 = 1.0;

/// The most times that a fit takes.
pub const MAX_MEASURED: usize = 100_000;

/// Why no parts were fitted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PartsError {
    /// There are no more times than parts, or too many.
    Times {
        /// How many there are.
        given: usize,
        /// How many it takes at least.
        least: usize,
    },
    /// A time or a count makes no sense, or the time has no part.
    Time {
        /// Which time, from 1.
        number: usize,
    },
    /// Two parts always occur together.
    NotDetermined,
}

impl fmt::Display for PartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Times { given, least } => {
                write!(f, "the number of times is {given}; it must be from {least} to {MAX_MEASURED}")
            }
            Self::Time { number } => {
                write!(f, "time {number} is out of range or has no part; it must be above 0 s")
            }
            Self::NotDetermined => NotDetermined.fmt(f),
        }
    }
}

impl std::error::Error for PartsError {}

impl From<NotDetermined> for PartsError {
    fn from(_: NotDetermined) -> Self {
        Self::NotDetermined
    }
}

/// The 95% intervals of parts, each by itself; none of a part that didn't occur.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartIntervals {
    /// The interval of [`Parts::connect_s`].
    pub connect_s: Option<Interval>,
    /// The interval of [`Parts::accept_s`].
    pub accept_s: Option<Interval>,
    /// The interval of [`Parts::close_s`].
    pub close_s: Option<Interval>,
    /// The interval of [`Parts::wake_s`].
    pub wake_s: Option<Interval>,
    /// The interval of [`Parts::call_s`].
    pub call_s: Option<Interval>,
    /// The interval of [`Parts::per_byte_s`].
    pub per_byte_s: Option<Interval>,
}

/// Parts that explain measured times best, and how well.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedParts {
    /// The parts; 0 where one didn't occur.
    pub parts: Parts,
    /// The parts' intervals.
    pub intervals: PartIntervals,
    /// Each measured time over the model's, less 1, in the order given.
    pub residuals: Vec<f64>,
}

/// Fits parts to times: see [`statistics::least_squares`] for what is made small.
pub fn fit_parts(measured: &[Measured]) -> Result<FittedParts, PartsError> {
    let occurs: [bool; PARTS] =
        std::array::from_fn(|part| measured.iter().any(|measured| measured.counts.list()[part] > 0.0));
    let least = 1 + occurs.iter().filter(|&&occurs| occurs).count();
    if measured.len() < least || measured.len() > MAX_MEASURED {
        return Err(PartsError::Times { given: measured.len(), least });
    }
    if let Some(position) = measured.iter().position(|measured| !is_sensible(measured)) {
        return Err(PartsError::Time { number: position + 1 });
    }
    let row = |m: &Measured| Row::new(m.counts.list(), m.seconds, ALIKE);
    let rows: Vec<Row<PARTS>> = measured.iter().map(row).collect();
    let found = solve(&rows)?;
    let parts = Parts::from_list(found);
    let models: Vec<f64> = measured.iter().map(|measured| measured.counts.seconds(&parts)).collect();
    let slopes: Vec<_> =
        rows.iter().zip(&models).map(|(row, model)| (row.amounts.map(|n| n / model), row.weight)).collect();
    let uncertainty =
        Uncertainty::from_slopes(&slopes, sum_of_squares(&rows, &found)).ok_or(PartsError::NotDetermined)?;
    let interval = |part: usize| occurs[part].then(|| Interval::around(found[part], uncertainty.reach_of(part)));
    Ok(FittedParts {
        parts,
        intervals: PartIntervals {
            connect_s: interval(0),
            accept_s: interval(1),
            close_s: interval(2),
            wake_s: interval(3),
            call_s: interval(4),
            per_byte_s: interval(5),
        },
        residuals: measured.iter().zip(&models).map(|(measured, model)| measured.seconds / model - 1.0).collect(),
    })
}

fn is_sensible(measured: &Measured) -> bool {
    let counts = measured.counts.list();
    let in_range = |value: f64| value > SMALLEST && value <= MAX_COUNT;
    let some = counts.iter().any(|&count| count > 0.0);
    some && counts.iter().all(|&count| count == 0.0 || in_range(count))
        && in_range(measured.seconds)
        && measured.seconds <= MAX_TIME
}

/// Between these, squares of quotients neither vanish nor overflow.
const SMALLEST: f64 = 1e-30;
const MAX_COUNT: f64 = 1e30;
