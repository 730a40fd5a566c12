//! The fitted law, and the best buffers as measured.

use harness::record::{self, Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::series::to_digits;
use statistics::least_squares::Interval;

use super::{THROUGHPUT, bytes, source};
use crate::bootstrap::{best, smallest_reaching};
use crate::device::Device;
use crate::fits::{Fitted, NEAR_BEST, sizes_of};
use crate::measured::Row;
use crate::medians::DIGITS;
use crate::published;

/// Words for each law.
const LAWS: [(&str, &str); 2] = [(LINEAR, "linear model"), (MEASURED, "smallest and best as measured")];
pub(crate) const FITS: &str = "fits";
pub(crate) const PER_CALL: &str = "per_call_seconds";
pub(crate) const PER_BYTE: &str = "per_byte_seconds";
const SMALLEST: &str = "smallest_buffer_bytes";
pub(crate) const BEST: &str = "best_buffer_bytes";
pub(crate) const RMS: &str = "rms_residual";
/// The law of two costs.
pub(crate) const LINEAR: &str = "linear";
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
        .published(of_law(Device::Zero, LINEAR), PER_CALL, published::PER_CALL_SECONDS)
        .published(of_law(Device::Zero, LINEAR), PER_BYTE, published::PER_BYTE_SECONDS);
    Device::ALL.into_iter().fold(fits, |fits, device| {
        fits.published(of_law(device, MEASURED), BEST, published::peak(device).buffer_bytes as f64)
    })
}

pub(super) fn fit_points(rows: &[Row], fits: &[Fitted]) -> impl Iterator<Item = Point> {
    fits.iter().map(fitted).chain(Device::ALL.into_iter().filter_map(|device| as_measured(rows, device)))
}

/// The law's numbers. The best buffer and the smallest that is enough are read off the measurements alone: two figures for one thing
/// would be one too many.
fn fitted(fitted: &Fitted) -> Point {
    let Fitted { device, points, fit } = fitted;
    let n = points.len();
    Point::new(of_law(*device, LINEAR))
        .value(PER_CALL, around(n, fit.law.per_call_s, fit.intervals.per_call_s))
        .value(PER_BYTE, around(n, fit.law.per_byte_s, fit.intervals.per_byte_s))
        .value(RMS, Estimate::certain(n as u64, to_digits(fit.rms, DIGITS)))
}

/// The best buffer of a device and the smallest that is enough, read off its measurements, if there are any.
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

/// The law's curve with its band.
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

/// The points of [`model`]: the prediction for each buffer that the law was fitted to, as far as that tells anything.
pub(super) fn model_points(fits: &[Fitted]) -> impl Iterator<Item = Point> {
    fits.iter().flat_map(|fitted| {
        let Fitted { device, points, fit } = fitted;
        points.iter().filter_map(move |point| {
            let size = point.bytes;
            let seconds = fit.band(size);
            let value = fit.law.throughput(size);
            let throughput = Interval { low: size / seconds.high, high: size / seconds.low };
            let point = Point::new(of_law(*device, LINEAR)).and_at([("buffer_bytes", (size as u64).into())]);
            (throughput.high < TELLS_NOTHING * value)
                .then(|| point.value(THROUGHPUT, around(points.len(), value, throughput)))
        })
    })
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
        model_points(&crate::fits::fits(rows)).collect()
    }

    #[test]
    fn the_curve_ends_with_the_best_buffer_and_is_left_out_where_its_band_goes_to_infinity() {
        let lawful = curve(&reads(|bytes| 1e-7 + bytes as f64 * if bytes > 1 << 18 { 6e-11 } else { 3e-11 }));
        assert_eq!(lawful.last().unwrap().at["buffer_bytes"], (1_u64 << 18).into());
        assert_eq!(lawful.len(), 13);
        for point in &lawful {
            let Estimate { value, low, high, .. } = point.values[THROUGHPUT];
            assert!(0.0 < low && low <= value && value <= high, "{point:?}");
        }
        // The last of three small buffers is a thousand times as fast as the others: its fit knows nothing.
        let torn = curve(&reads(|bytes| match bytes.cmp(&(1 << 8)) {
            Ordering::Less => 1e-6,
            Ordering::Equal => 1e-9,
            Ordering::Greater => 1.0,
        }));
        assert!(torn.is_empty(), "{torn:?}");
    }
}
