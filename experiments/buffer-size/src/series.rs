//! The rows as the record's series.

mod grids;
mod model;
mod stalls;
mod work;

use harness::found::figures;
use harness::record::{Dimension, Measure, Series};

use crate::fits::Fitted;
use crate::measured::Row;
use crate::stall::Stalls;

pub(crate) use grids::{DEVICES, SHORT_SHARE, SOCKETS, TWO_HOSTS, of_device, of_grid, of_hosts};
pub(crate) use model::{BEST, FITS, LINEAR, MEASURED, PER_BYTE, PER_CALL, RMS, of_law};
pub(crate) use stalls::{STALLED, STALLS, of_stalls};

pub(crate) const THROUGHPUT: &str = "throughput_bytes_per_second";
/// How the interval of a median of rounds is made.
const OF_ROUNDS: &str = "order statistics; the whole range where there are fewer than 6 rounds";

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![
        grids::devices(),
        grids::sockets(),
        grids::variants(),
        work::work(),
        stalls::stalls(),
        model::fits(),
        model::model(),
        grids::iperf3(),
        grids::two_hosts(),
        figures(),
    ]
}

/// The series of a run with their points; one of which it measured nothing is left out.
pub(crate) fn all(rows: &[Row], fits: &[Fitted], stalls: &[Stalls]) -> Vec<Series> {
    let mut all = vec![
        grids::devices().points(grids::device_points(rows)),
        grids::sockets().points(grids::socket_points(rows)),
        grids::variants().points(grids::variant_points(rows)),
        work::work().points(work::work_points(rows)),
        stalls::stalls().points(stalls::stall_points(stalls)),
        model::fits().points(model::fit_points(rows, fits)),
        model::model().points(model::model_points(fits)),
        grids::iperf3().points(grids::iperf3_points(rows)),
        grids::two_hosts().points(grids::two_hosts_points(rows)),
    ];
    all.retain(|series| !series.points.is_empty());
    all
}

/// What is read from.
fn source() -> Dimension {
    Dimension::new("source", "Source", None).words([("zero", "/dev/zero"), ("urandom", "/dev/urandom")])
}

/// A buffer.
fn bytes(name: &str, title: &str) -> Dimension {
    Dimension::new(name, title, Some("bytes"))
}

fn of_median(name: &str, title: &str, unit: &str) -> Measure {
    Measure::new(name, title, unit, "median", OF_ROUNDS)
}
