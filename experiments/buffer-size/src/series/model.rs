//! The fitted laws, and how near to them the measurements lie.

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Point, Series, unit};
use statistics::least_squares::Interval;

use super::{BYTES, SECONDS_PER_CALL, THROUGHPUT, number, point, series, source, text};
use crate::bootstrap::{best, smallest_reaching};
use crate::conditions::LARGEST_DEVICE_BUFFER;
use crate::device::Device;
use crate::fits::{Fitted, NEAR_BEST, rows_of, sizes_of};
use crate::measured::Row;
use crate::medians::{digits, of_rounds, rounded};
use crate::published;
use crate::sample::Sample;

/// What a reader sees for each law.
const LAWS: [(&str, &str); 3] =
    [("linear", "law of two prices"), ("knee", "law with a cache"), ("measured", "smallest and best as measured")];
const PER_CALL: &str = "per_call_seconds";
const PER_BYTE: &str = "per_byte_seconds";
const CACHE: &str = "cache_bytes";
const PENALTY: &str = "cache_penalty_seconds_per_byte";
const SMALLEST: &str = "smallest_buffer_bytes";
const BEST: &str = "best_buffer_bytes";
const RMS: &str = "rms_residual";
const RESIDUAL: &str = "residual";
/// The law that is none: what was measured.
const MEASURED: &str = "measured";

fn around(n: usize, value: f64, interval: Interval) -> Estimate {
    rounded(Estimate { n: n as u64, value, low: interval.low, high: interval.high, min: None, max: None })
}

fn certain(n: usize, value: f64) -> Estimate {
    Estimate { n: n as u64, value, low: value, high: value, min: None, max: None }
}

/// The laws' numbers, and the same of the measurements themselves where they have it.
pub(super) fn fits(rows: &[Row], fits: &[Fitted]) -> Series {
    let fitted = fits.iter().map(|fitted| {
        let Fitted { device, shape, points, fit } = fitted;
        let n = points.len();
        // A law is asked about the sizes that it was fitted to.
        let largest = points.last().map_or(LARGEST_DEVICE_BUFFER as f64, |point| point.bytes);
        let smallest = fit.smallest_buffer(NEAR_BEST, largest);
        let mut point = point(
            [text("source", device.name()), text("law", shape.name())],
            [
                (PER_CALL, around(n, fit.law.per_call_s, fit.intervals.per_call_s)),
                (PER_BYTE, around(n, fit.law.per_byte_s, fit.intervals.per_byte_s)),
                (SMALLEST, around(n, smallest.value, smallest.interval)),
                (BEST, certain(n, fit.law.best(largest).bytes.round())),
                (RMS, certain(n, digits(fit.rms))),
            ],
        );
        let mut put = |name: &str, value: Option<f64>, interval: Option<Interval>| {
            if let (Some(value), Some(interval)) = (value, interval) {
                point.values.insert(name.to_owned(), around(n, value, interval));
            }
        };
        put(CACHE, fit.law.cache_bytes, fit.intervals.cache_bytes);
        put(PENALTY, Some(fit.law.cache_penalty_s_per_byte), fit.intervals.cache_penalty_s_per_byte);
        if (*device, shape.name()) == (Device::Zero, "linear") {
            point.published = published::LINE.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        }
        point
    });
    let measured = Device::ALL.into_iter().filter_map(|device| {
        let sizes = sizes_of(rows, device);
        if sizes.is_empty() {
            return None;
        }
        let mut point = point(
            [text("source", device.name()), text("law", MEASURED)],
            [(SMALLEST, smallest_reaching(NEAR_BEST, &sizes)), (BEST, best(&sizes))],
        );
        point.published.insert(BEST.to_owned(), published::peak(device).buffer_bytes as f64);
        Some(point)
    });
    let of_fit =
        |name, title, unit| Measure::new(name, title, unit, "least squares", "of the fit; bootstrap where measured");
    let mut series = series(
        "fits",
        "The cost of a call and of a byte, by the fitted law",
        [source(), law()],
        vec![
            of_fit(PER_CALL, "Cost of a call", "s"),
            of_fit(PER_BYTE, "Cost of a byte", "s"),
            of_fit(CACHE, "Size of the cache", "bytes"),
            of_fit(PENALTY, "Further cost of a byte beyond the cache", "s"),
            of_fit(SMALLEST, "Smallest buffer within 5% of the best throughput", "bytes"),
            of_fit(BEST, "Best buffer", "bytes"),
            Measure::new(RMS, "Residuals, root mean square share", unit::SHARE, "root mean square", "none"),
        ],
        fitted.chain(measured).collect(),
    );
    series.published_source = published::source();
    series
}

fn law() -> Dimension {
    Dimension::new("law", "Law", None).words(LAWS)
}

/// The laws' curves with their bands, and the residuals of the points they were fitted to.
pub(super) fn model(rows: &[Row], fits: &[Fitted]) -> Series {
    let points = fits.iter().flat_map(|fitted| {
        let Fitted { device, shape, points, fit } = fitted;
        rows_of(rows, *device).into_iter().map(move |(bytes, row)| {
            let size = bytes as f64;
            let seconds = fit.band(size);
            let throughput = Interval { low: size / seconds.high, high: size / seconds.low };
            let mut values =
                BTreeMap::from([(THROUGHPUT.to_owned(), around(points.len(), fit.law.throughput(size), throughput))]);
            if points.iter().any(|point| point.bytes == size) {
                let off = row.of(|sample: &Sample| sample.seconds_per_read() / fit.law.seconds(size) - 1.0);
                values.insert(RESIDUAL.to_owned(), of_rounds(&off));
            }
            let at = [text("source", device.name()), text("law", shape.name()), number("buffer_bytes", bytes)];
            Point { at: at.into(), values, ..Point::default() }
        })
    });
    series(
        "model",
        "What the fitted law gives, and how far the measured time per call is off",
        [source(), law(), Dimension::new("buffer_bytes", "Read buffer", BYTES)],
        vec![
            Measure::new(
                THROUGHPUT,
                "Throughput by the law",
                "bytes per second",
                "least squares",
                "of the fitted curve",
            ),
            Measure::new(RESIDUAL, "Measured time over the law's, less 1", unit::RATIO, "median", super::OF_ROUNDS),
        ],
        points.collect(),
    )
}

/// What the law says of a point's time per call: the one with a knee where there is one.
pub(super) fn predicted(fits: &[Fitted], device: Device, bytes: usize) -> BTreeMap<String, f64> {
    let of_device = fits.iter().rfind(|fitted| fitted.device == device);
    let seconds = of_device.map(|fitted| digits(fitted.fit.law.seconds(bytes as f64)));
    seconds.map(|seconds| (SECONDS_PER_CALL.to_owned(), seconds)).into_iter().collect()
}
