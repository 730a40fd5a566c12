//! How soon children fail, by where their threads run.

use harness::record::{Dimension, Estimate, Measure, Point, Series};

use super::library;
use crate::placement::{LIBRARIES, PlacedRow};
use crate::tally::{FAILED, Tally};

/// Labels of the places where threads run.
const CORES: [(&str, &str); 2] = [("together", "both on one core"), ("apart", "each on a core of its own")];
const MEDIAN: &str = "median_seconds_to_failure";

pub(super) fn placement() -> Series {
    Series::new("placement", "How soon children fail, by where their threads run")
        .dimensions([library(LIBRARIES), Dimension::new("cores", "Threads run", None).words(CORES)])
        .measures([
            Measure::share(FAILED, "Children that failed"),
            Measure::counted("children", "Children", "children"),
            Measure::new(MEDIAN, "Half has failed after", "s", "median of batches", "order statistics of batches"),
        ])
}

/// All batches together.
pub(super) fn point(row: &PlacedRow) -> Point {
    let tally = Tally::of(&row.batches.concat());
    let [(_, failed), ..] = tally.shares();
    Point::new([("library", row.library.name().into()), ("cores", row.cores.name().into())])
        .value(FAILED, failed)
        .value("children", Estimate::certain(1, tally.children as f64))
        .value(MEDIAN, row.median())
}
