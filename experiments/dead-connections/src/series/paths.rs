//! The rows with a round trip time that is to be felt.

use harness::record::{Dimension, Point, Series, Setting};

use super::{fates, text};
use crate::measured::Row;

pub(super) fn round_trips(rows: &[Row]) -> Series {
    let mut dimensions = fates::dimensions();
    dimensions.push(Dimension::new("path", "Path", None));
    dimensions.push(Dimension::new("round_trip_seconds", "Round trip time", Some("s")));
    Series {
        id: "round-trips".to_owned(),
        title: "How a lost peer is noticed where packets take their time".to_owned(),
        dimensions,
        measures: fates::measures(),
        published_source: None,
        points: rows.iter().filter_map(point).collect(),
    }
}

fn point(row: &Row) -> Option<Point> {
    let round_trip = row.condition.round_trip()?;
    let mut point = fates::point(row);
    point.at.extend([
        text("path", &row.condition.path_text()),
        ("round_trip_seconds".to_owned(), Setting::Number(round_trip.as_secs_f64())),
    ]);
    Some(point)
}
