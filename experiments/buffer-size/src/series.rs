//! The rows as the record's series.

pub(crate) mod grids;
mod model;

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};

use crate::fits::Fitted;
use crate::measured::Row;

pub(crate) const THROUGHPUT: &str = "throughput_bytes_per_second";
pub(crate) const SECONDS_PER_CALL: &str = "seconds_per_call";
const SHORT_SHARE: &str = "short_read_share";
const CPU: &str = "cpu_seconds_per_gib";
/// How the interval of a median of rounds is made.
pub(crate) const OF_ROUNDS: &str = "order statistics; the whole range where there are fewer than 6 rounds";
/// Unit of buffers.
const BYTES: Option<&str> = Some("bytes");

/// All series.
pub(crate) fn all(rows: &[Row], fits: &[Fitted]) -> Vec<Series> {
    let mut all = vec![
        grids::devices(rows, fits),
        grids::sockets(rows),
        grids::variants(rows),
        grids::connections(rows),
        model::fits(rows, fits),
        model::model(rows, fits),
        grids::iperf3(rows),
        grids::two_hosts(rows),
    ];
    all.retain(|series| !series.points.is_empty());
    all
}

/// What is read from.
fn source() -> Dimension {
    Dimension::new("source", "Source", None).words([("zero", "/dev/zero"), ("urandom", "/dev/urandom")])
}

fn number(name: &str, value: usize) -> (String, Setting) {
    (name.to_owned(), Setting::Number(value as f64))
}

fn text(name: &str, value: &str) -> (String, Setting) {
    (name.to_owned(), Setting::Text(value.to_owned()))
}

fn point<const N: usize, const M: usize>(at: [(String, Setting); N], values: [(&str, Estimate); M]) -> Point {
    let values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Point { at: BTreeMap::from(at), values, ..Point::default() }
}

fn of_median(name: &str, title: &str, unit: &str) -> Measure {
    Measure::new(name, title, unit, "median", OF_ROUNDS)
}

fn throughput() -> Measure {
    of_median(THROUGHPUT, "Throughput", "bytes per second")
}

fn short_share() -> Measure {
    of_median(SHORT_SHARE, "Short reads, share of all", unit::SHARE)
}

fn cpu() -> Measure {
    of_median(CPU, "Processor time per GiB", "s per GiB")
}

fn series<const N: usize>(
    id: &str,
    title: &str,
    dimensions: [Dimension; N],
    measures: Vec<Measure>,
    points: Vec<Point>,
) -> Series {
    Series {
        id: id.to_owned(),
        title: title.to_owned(),
        dimensions: dimensions.into(),
        measures,
        points,
        ..Series::default()
    }
}
