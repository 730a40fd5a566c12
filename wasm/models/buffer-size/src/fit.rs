//! The law that fits measured times.

pub(crate) mod knee;

use std::fmt;

use super::law::{Law, MAX_BYTES, MAX_SECONDS};
use limits::{ArgumentError, Shown};
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

/// Which law to fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// So much a call and so much a byte.
    Linear,
    /// With a cache beyond which bytes cost more, whose size is searched for.
    Knee,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 2] = [Self::Linear, Self::Knee];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Knee => "knee",
        }
    }

    /// The shape of a name.
    pub fn parse(name: &str) -> Result<Self, ArgumentError> {
        let found = Self::ALL.into_iter().find(|shape| shape.name() == name);
        let names = &["linear", "knee"];
        found.ok_or_else(|| ArgumentError::Name { field: "shape", given: name.to_owned(), names })
    }

    fn parameters(self) -> usize {
        match self {
            Self::Linear => 2,
            Self::Knee => 4,
        }
    }
}

/// The most points that a fit takes.
pub const MAX_POINTS: usize = 1_000;

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
    /// No size is found beyond which bytes cost more.
    NoKnee,
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
            Self::NoKnee => f.write_str(
                "bytes of large buffers cost no more than those of small ones, so there is no cache to find; fit the law \
                 without one",
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

/// The parameters of a law: of a call, of a byte, of a byte beyond the cache, and the cache's size.
const PARAMETERS: usize = 4;

/// A law that fits measured times, and how sure it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The law.
    pub law: Law,
    /// How sure its numbers are.
    pub intervals: Intervals,
    /// Each measured time over the law's, less 1, in the order of the points.
    pub residuals: Vec<f64>,
    /// The root of the mean square of ln(measured / law): about the relative error of a point.
    pub rms: f64,
    uncertainty: Uncertainty<PARAMETERS>,
}

/// From where to where a law's numbers lie with 95% confidence, each by itself. They hold if the law does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Intervals {
    /// Of [`Law::per_call_s`].
    pub per_call_s: Interval,
    /// Of [`Law::per_byte_s`].
    pub per_byte_s: Interval,
    /// Of [`Law::cache_bytes`].
    pub cache_bytes: Option<Interval>,
    /// Of [`Law::cache_penalty_s_per_byte`].
    pub cache_penalty_s_per_byte: Option<Interval>,
}

/// A value and the interval that holds the true one with 95% confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Where the true one lies.
    pub interval: Interval,
}

/// Fits a law: see [`statistics::least_squares`] for what is made small. The size of the cache is that of the smallest sum of
/// squares of all, so that its own uncertainty is in the intervals of the other numbers.
pub fn fit(points: &[Observation], shape: Shape) -> Result<Fit, FitError> {
    let sizes = check(points, shape)?;
    let law = match shape {
        Shape::Linear => linear(points)?,
        Shape::Knee => knee::search(points, &sizes)?,
    };
    let sum = sum_of_squares(&rows_of(points, law.cache_bytes), &coefficients(&law));
    let slopes: Vec<_> = points.iter().map(|point| (slopes(&law, point.bytes), ALIKE)).collect();
    let uncertainty = Uncertainty::of(&slopes, sum).ok_or(FitError::NotDetermined)?;
    let around = |value, parameter| Interval::around(value, uncertainty.reach_of(parameter));
    let intervals = Intervals {
        per_call_s: around(law.per_call_s, 0),
        per_byte_s: around(law.per_byte_s, 1),
        cache_penalty_s_per_byte: law.cache_bytes.map(|_| around(law.cache_penalty_s_per_byte, 2)),
        cache_bytes: law.cache_bytes.map(|bytes| around(bytes, 3)),
    };
    let ratios = points.iter().map(|point| point.seconds / law.seconds(point.bytes));
    let squares: f64 = ratios.clone().map(|ratio| libm::log(ratio) * libm::log(ratio)).sum();
    Ok(Fit {
        residuals: ratios.map(|ratio| ratio - 1.0).collect(),
        rms: (squares / points.len() as f64).sqrt(),
        law,
        intervals,
        uncertainty,
    })
}

/// The sizes in ascending order, if there is enough to fit.
fn check(points: &[Observation], shape: Shape) -> Result<Vec<f64>, FitError> {
    let least = shape.parameters() + 1;
    if points.len() < least || points.len() > MAX_POINTS {
        return Err(FitError::Points { given: points.len(), least });
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
    let least = shape.parameters();
    if sizes.len() < least { Err(FitError::Sizes { given: sizes.len(), least }) } else { Ok(sizes) }
}

fn linear(points: &[Observation]) -> Result<Law, FitError> {
    let [per_call_s, per_byte_s, _] = solve(&rows_of(points, None))?;
    Ok(Law { per_call_s, per_byte_s, cache_bytes: None, cache_penalty_s_per_byte: 0.0 })
}

/// The points as sums of a call, its bytes and its bytes beyond a cache.
fn rows_of(points: &[Observation], cache_bytes: Option<f64>) -> Vec<Row<3>> {
    let beyond = |bytes: f64| cache_bytes.map_or(0.0, |cache| (bytes - cache).max(0.0));
    points.iter().map(|p| Row::new([1.0, p.bytes, beyond(p.bytes)], p.seconds, ALIKE)).collect()
}

fn coefficients(law: &Law) -> [f64; 3] {
    [law.per_call_s, law.per_byte_s, law.cache_penalty_s_per_byte]
}

/// How `ln(seconds)` of a size grows with each parameter.
fn slopes(law: &Law, bytes: f64) -> [f64; PARAMETERS] {
    let beyond = law.beyond_cache(bytes);
    let by_cache = if beyond > 0.0 { -law.cache_penalty_s_per_byte } else { 0.0 };
    [1.0, bytes, beyond, by_cache].map(|slope| slope / law.seconds(bytes))
}

impl Fit {
    /// Seconds of a call of this size: where the law's true curve lies with 95% confidence, if there is one.
    pub fn band(&self, bytes: f64) -> Interval {
        let reach = self.uncertainty.reach(&slopes(&self.law, bytes));
        let seconds = self.law.seconds(bytes);
        Interval { low: seconds * libm::exp(-reach), high: seconds * libm::exp(reach) }
    }

    /// [`Law::smallest_buffer`] and how sure it is: by the delta method, on the logarithm of the size.
    pub fn smallest_buffer(&self, share: f64, largest_bytes: f64) -> Estimate {
        let value = self.law.smallest_buffer(share, largest_bytes);
        let exact = self.law.reaching(share, largest_bytes);
        let interval = if self.law.per_call_s > 0.0 {
            let reach = self.uncertainty.reach(&self.gradient(|law| libm::log(law.reaching(share, largest_bytes))));
            Interval { low: exact * libm::exp(-reach), high: exact * libm::exp(reach) }
        } else {
            // Free calls have no logarithm; the most that they may cost says how large the buffer may have to be.
            let dearest = Law { per_call_s: self.intervals.per_call_s.high, ..self.law };
            Interval { low: 0.0, high: dearest.reaching(share, largest_bytes) }
        };
        let within = |bytes: f64| bytes.min(largest_bytes).max(1.0);
        Estimate { value, interval: Interval { low: within(interval.low), high: within(interval.high) } }
    }

    /// How a quantity grows with the law's parameters: differences over a small part of what each may be off.
    fn gradient(&self, quantity: impl Fn(&Law) -> f64) -> [f64; PARAMETERS] {
        let at = parameters(&self.law);
        std::array::from_fn(|parameter| {
            let step = SMALL * self.uncertainty.reach_of(parameter);
            let moved = |by: f64| {
                let mut moved = at;
                moved[parameter] = (at[parameter] + by).max(0.0);
                (moved[parameter], quantity(&law_of(moved, self.law.cache_bytes.is_some())))
            };
            let ((low, before), (high, after)) = (moved(-step), moved(step));
            if high > low { (after - before) / (high - low) } else { 0.0 }
        })
    }
}

/// Far from rounding and from curving: of what a parameter may be off.
const SMALL: f64 = 1e-4;

fn parameters(law: &Law) -> [f64; PARAMETERS] {
    [law.per_call_s, law.per_byte_s, law.cache_penalty_s_per_byte, law.cache_bytes.unwrap_or(0.0)]
}

fn law_of([per_call_s, per_byte_s, cache_penalty_s_per_byte, cache]: [f64; PARAMETERS], with_cache: bool) -> Law {
    Law { per_call_s, per_byte_s, cache_bytes: with_cache.then_some(cache), cache_penalty_s_per_byte }
}
