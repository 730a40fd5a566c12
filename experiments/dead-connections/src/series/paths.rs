//! The rows with a round trip time that is to be felt.

use harness::record::Series;

use super::{at, fates};
use crate::condition::path_dimensions;
use crate::measured::Row;

pub(super) fn round_trips(rows: &[Row]) -> Series {
    let rows = rows.iter().filter(|row| row.condition.round_trip().is_some());
    let mut series =
        fates::series("round-trips", "How a lost peer is noticed where packets take their time", rows.clone());
    series.dimensions.extend(path_dimensions());
    for (point, row) in series.points.iter_mut().zip(rows) {
        point.at.extend(at(row.condition.at_path()));
    }
    series
}
