//! The fitted laws, and how near to them the measurements lie.

use buffer_size_model::Shape;
use harness::record::{self, Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::series::to_digits;
use statistics::least_squares::Interval;

use super::{THROUGHPUT, bytes, source};
use crate::bootstrap::{best, smallest_reaching};
use crate::condition::LARGEST_DEVICE_BUFFER;
use crate::device::Device;
use crate::fits::{Fitted, NEAR_BEST, rows_of, sizes_of};
use crate::measured::Row;
use crate::medians::DIGITS;
use crate::published;

/// What a reader sees for each law.
const LAWS: [(&str, &str); 3] =
    [("linear", "linear model"), ("knee", "linear model with a cache"), ("measured", "smallest and best as measured")];
pub(crate) const FITS: &str = "fits";
pub(crate) const PER_CALL: &str = "per_call_seconds";
pub(crate) const PER_BYTE: &str = "per_byte_seconds";
const CACHE: &str = "cache_bytes";
const PENALTY: &str = "cache_penalty_seconds_per_byte";
const SMALLEST: &str = "smallest_buffer_bytes";
pub(crate) const BEST: &str = "best_buffer_bytes";
pub(crate) const RMS: &str = "rms_residual";
/// The law that is none: what was measured.
pub(crate) const MEASURED: &str = "measured";

/// An estimate of a fit to `n` points.
fn around(n: usize, value: f64, interval: Interval) -> Estimate {
    let Interval { low, high } = interval;
    Estimate::between(n as u64, value, [low, high]).to_digits(DIGITS)
}

/// The laws' numbers, and the same of the measurements themselves where they have it.
pub(super) fn fits() -> Series {
    let of_fit =
        |name, title, unit| Measure::new(name, title, unit, "least squares", "of the fit; bootstrap where measured");
    let fits = Series::new(FITS, "The cost of a call and of a byte, by the fitted model")
        .dimensions([source(), law()])
        .measures([
            of_fit(PER_CALL, "Cost of a call", "s"),
            of_fit(PER_BYTE, "Cost of a byte", "s"),
            of_fit(CACHE, "Size of the cache", "bytes"),
            of_fit(PENALTY, "Further cost of a byte beyond the cache", "s"),
            of_fit(SMALLEST, "Smallest buffer within 5% of the best throughput", "bytes"),
            of_fit(BEST, "Best buffer", "bytes"),
            Measure::new(
                RMS,
                "Residuals, root mean square share",
                unit::SHARE,
                "root mean square",
                record::Interval::None,
            ),
        ])
        .published_by(published::source())
        .published(of_law(Device::Zero, Shape::Linear.name()), PER_CALL, published::PER_CALL_SECONDS)
        .published(of_law(Device::Zero, Shape::Linear.name()), PER_BYTE, published::PER_BYTE_SECONDS);
    Device::ALL.into_iter().fold(fits, |fits, device| {
        fits.published(of_law(device, MEASURED), BEST, published::peak(device).buffer_bytes as f64)
    })
}

pub(super) fn fit_points(rows: &[Row], fits: &[Fitted]) -> impl Iterator<Item = Point> {
    fits.iter().map(fitted).chain(Device::ALL.into_iter().filter_map(|device| as_measured(rows, device)))
}

/// A law's numbers.
fn fitted(fitted: &Fitted) -> Point {
    let Fitted { device, shape, points, fit } = fitted;
    let n = points.len();
    let certain = |value| Estimate::certain(n as u64, value);
    // A law is asked about the sizes that it was fitted to.
    let largest = points.last().map_or(LARGEST_DEVICE_BUFFER as f64, |point| point.bytes);
    let smallest = fit.smallest_buffer(NEAR_BEST, largest);
    let of_knee = |value: Option<f64>, interval: Option<Interval>| Some(around(n, value?, interval?));
    Point::new(of_law(*device, shape.name()))
        .value(PER_CALL, around(n, fit.law.per_call_s, fit.intervals.per_call_s))
        .value(PER_BYTE, around(n, fit.law.per_byte_s, fit.intervals.per_byte_s))
        .value(SMALLEST, around(n, smallest.value, smallest.interval))
        .value(BEST, certain(fit.law.best(largest).bytes.round()))
        .value(RMS, certain(to_digits(fit.rms, DIGITS)))
        .value(CACHE, of_knee(fit.law.cache_bytes, fit.intervals.cache_bytes))
        .value(PENALTY, of_knee(Some(fit.law.cache_penalty_s_per_byte), fit.intervals.cache_penalty_s_per_byte))
}

/// What can be read off the measurements of a device, if there are any.
fn as_measured(rows: &[Row], device: Device) -> Option<Point> {
    let sizes = sizes_of(rows, device);
    let point = || Point::new(of_law(device, MEASURED));
    (!sizes.is_empty()).then(|| point().value(SMALLEST, smallest_reaching(NEAR_BEST, &sizes)).value(BEST, best(&sizes)))
}

fn law() -> Dimension {
    Dimension::new("law", "Model", None).words(LAWS)
}

/// The settings of a law, or of what was measured.
pub(crate) fn of_law(device: Device, law: &str) -> [(&'static str, Setting); 2] {
    [("source", device.name().into()), ("law", law.into())]
}

/// A band that reaches to so many times its value says nothing of it, and one of a few rounds on a busy machine can reach to infinity,
/// which a record has no number for.
const TELLS_NOTHING: f64 = 1e6;

/// The laws' curves with their bands.
pub(super) fn model() -> Series {
    Series::new("model", "What the fitted model predicts")
        .dimensions([source(), law(), bytes("buffer_bytes", "Read buffer")])
        .measures([Measure::new(
            THROUGHPUT,
            "Throughput predicted by the model",
            "bytes per second",
            "least squares",
            "of the fitted curve",
        )])
}

/// The points of [`model`]: for each fitted law and buffer, what it predicts, as far as that tells anything.
pub(super) fn model_points(rows: &[Row], fits: &[Fitted]) -> impl Iterator<Item = Point> {
    fits.iter().flat_map(|fitted| {
        let Fitted { device, shape, points, fit } = fitted;
        rows_of(rows, *device).into_iter().filter_map(move |(bytes, _)| {
            let size = bytes as f64;
            let seconds = fit.band(size);
            let value = fit.law.throughput(size);
            let throughput = Interval { low: size / seconds.high, high: size / seconds.low };
            let point = Point::new(of_law(*device, shape.name())).and_at([("buffer_bytes", bytes.into())]);
            (throughput.high < TELLS_NOTHING * value)
                .then(|| point.value(THROUGHPUT, around(points.len(), value, throughput)))
        })
    })
}

/// What the law says of a point's time per call: the one with a knee where there is one.
pub(super) fn predicted(fits: &[Fitted], device: Device, bytes: usize) -> Option<f64> {
    let of_device = fits.iter().rfind(|fitted| fitted.device == device);
    of_device.map(|fitted| to_digits(fitted.fit.law.seconds(bytes as f64), DIGITS))
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;
    use crate::condition::Condition;
    use crate::measured::Seen;
    use crate::sample::Sample;

    /// Reads of /dev/zero that take so long each, by size.
    fn reads(seconds: impl Fn(usize) -> f64) -> Vec<Row> {
        let row = |buffer_bytes: usize| {
            let sample = Sample {
                bytes: buffer_bytes as u64,
                seconds: seconds(buffer_bytes),
                reads: 1,
                short_reads: 0,
                cpu_seconds_per_byte: 1e-9,
            };
            let condition = Condition::Device { device: Device::Zero, buffer_bytes };
            Row { condition, seen: vec![Seen::Own(sample); 7], hand_overs: vec![None; 7] }
        };
        (6..23).map(|power| row(1 << power)).collect()
    }

    fn curve(rows: &[Row]) -> Vec<Point> {
        model_points(rows, &crate::fits::fits(rows)).collect()
    }

    #[test]
    fn a_curve_is_left_out_where_its_band_goes_to_infinity() {
        let lawful = curve(&reads(|bytes| 1e-7 + bytes as f64 * 3e-11));
        assert_eq!(lawful.len(), 17);
        // The last of few small buffers is a thousand times as fast as all others: of the large ones its fit knows nothing.
        let torn = curve(&reads(|bytes| match bytes.cmp(&(1 << 12)) {
            Ordering::Less => 1e-6,
            Ordering::Equal => 1e-9,
            Ordering::Greater => 1.0,
        }));
        for point in lawful.iter().chain(&torn) {
            let Estimate { value, low, high, .. } = point.values[THROUGHPUT];
            assert!(0.0 < low && low <= value && value <= high && high < TELLS_NOTHING * value, "{point:?}");
        }
        let sizes = |law: &str| torn.iter().filter(|point| point.at["law"] == law.into()).count();
        assert!(sizes("linear") < 17 && !torn.is_empty(), "{torn:?}");
    }
}
