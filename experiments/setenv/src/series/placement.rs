//! How soon children fail, by where their threads run.

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting};

use super::library;
use crate::condition::Cores;
use crate::placement::PlacedRow;
use crate::tally::{FAILED, Tally};

/// What a reader sees for where threads run.
const CORES: [(&str, &str); 2] = [("together", "both on one core"), ("apart", "each on a core of its own")];
const MEDIAN: &str = "median_seconds_to_failure";

fn at(row: &PlacedRow) -> [(&'static str, Setting); 2] {
    let cores: Cores = row.cores;
    [("library", row.library.name().into()), ("cores", cores.name().into())]
}

/// All batches together.
pub(super) fn placement(rows: &[PlacedRow]) -> Series {
    let point = |row: &PlacedRow| {
        let tally = Tally::of(&row.batches.concat());
        let [(_, failed), ..] = tally.shares();
        Point::new(at(row))
            .value(FAILED, failed)
            .value("children", Estimate::certain(1, tally.children as f64))
            .value(MEDIAN, row.median())
    };
    Series::new("placement", "How soon children fail, by where their threads run")
        .dimensions([library(), Dimension::new("cores", "Threads run", None).words(CORES)])
        .measures([
            Measure::share(FAILED, "Children that failed"),
            Measure::counted("children", "Children", "children"),
            Measure::new(MEDIAN, "Half has failed after", "s", "median of batches", "order statistics of batches"),
        ])
        .points(rows.iter().map(point))
}
