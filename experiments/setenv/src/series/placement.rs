//! How soon children fail, by where their threads run.

use harness::record::{Dimension, Estimate, Interval, Measure, Point, Series, Setting};

use super::library;
use crate::condition::Cores;
use crate::placement::PlacedRow;
use crate::tally::{FAILED, Tally};

/// What a reader sees for where threads run.
const CORES: [(&str, &str); 3] = [
    ("free", "wherever the scheduler puts them"),
    ("together", "both on one core"),
    ("apart", "each on a core of its own"),
];
/// The quantiles of the time to failure.
const QUANTILES: [(f64, &str, &str); 3] = [
    (0.25, "lower_quartile_seconds_to_failure", "A quarter has failed after"),
    (0.5, MEDIAN, "Half has failed after"),
    (0.75, "upper_quartile_seconds_to_failure", "Three quarters have failed after"),
];
const MEDIAN: &str = "median_seconds_to_failure";

fn dimensions() -> [Dimension; 2] {
    [library(), Dimension::new("cores", "Threads run", None).words(CORES)]
}

fn at(row: &PlacedRow) -> [(&'static str, Setting); 2] {
    let cores: Cores = row.cores;
    [("library", row.library.name().into()), ("cores", cores.name().into())]
}

/// All batches together.
pub(super) fn placement(rows: &[PlacedRow]) -> Series {
    let quantiles = QUANTILES
        .map(|(_, name, title)| Measure::new(name, title, "s", "median of batches", "order statistics of batches"));
    let point = |row: &PlacedRow| {
        let tally = Tally::of(&row.batches.concat());
        let [(_, failed), ..] = tally.shares();
        let point =
            Point::new(at(row)).value(FAILED, failed).value("children", Estimate::certain(1, tally.children as f64));
        QUANTILES.iter().fold(point, |point, &(q, name, _)| point.value(name, row.quantile(q)))
    };
    Series::new("placement", "How soon children fail, by where their threads run")
        .dimensions(dimensions())
        .measures(
            [Measure::share(FAILED, "Children that failed"), Measure::counted("children", "Children", "children")]
                .into_iter()
                .chain(quantiles),
        )
        .points(rows.iter().map(point))
}

/// Batch by batch.
pub(super) fn batches(rows: &[PlacedRow]) -> Series {
    let points = rows.iter().flat_map(|row| {
        row.by_batch(0.5).into_iter().enumerate().map(move |(batch, median)| {
            let failed = row.batches[batch].len() as u64;
            let point = Point::new(at(row)).and_at([("batch", (batch + 1).into())]);
            point.value(MEDIAN, median.map(|median| Estimate::certain(failed, median)))
        })
    });
    Series::new("placement-batches", "The same, batch by batch")
        .dimensions(dimensions().into_iter().chain([Dimension::new("batch", "Batch", None)]))
        .measures([Measure::new(MEDIAN, "Half has failed after", "s", "median of a batch", Interval::None)])
        .points(points)
}
