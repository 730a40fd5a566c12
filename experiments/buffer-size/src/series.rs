//! The rows as the record's series.

mod grids;
mod model;
mod stalls;

use harness::record::{Dimension, Measure, Series};

use crate::fits::Fitted;
use crate::measured::Row;
use crate::stall::Stalls;

pub(crate) use grids::{DEVICES, SHORT_SHARE, SOCKETS, TWO_HOSTS, of_device, of_grid, of_hosts};
pub(crate) use model::{BEST, FITS, MEASURED, PER_BYTE, PER_CALL, RMS, of_law};
pub(crate) use stalls::{STALLED, STALLS, of_stalls};

pub(crate) const THROUGHPUT: &str = "throughput_bytes_per_second";
/// How the interval of a median of rounds is made.
const OF_ROUNDS: &str = "order statistics; the whole range where there are fewer than 6 rounds";

/// All series; those of what this run did not measure have no points.
pub(crate) fn all(rows: &[Row], fits: &[Fitted], stalls: &[Stalls]) -> Vec<Series> {
    vec![
        grids::devices(rows, fits),
        grids::sockets(rows),
        grids::variants(rows),
        stalls::stalls(stalls),
        model::fits(rows, fits),
        model::model(rows, fits),
        grids::iperf3(rows),
        grids::two_hosts(rows),
    ]
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
