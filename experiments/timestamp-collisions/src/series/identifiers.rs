//! Costs of the remedies, and whether they keep their promises.

use harness::record::{Dimension, Measure, Point, Series};
use harness::statistics::{median, share};

use super::{OF_ROUNDS, rounded, seconds};
use crate::measured::{Makers, Measured};

/// Words for each kind of identifier.
const SCHEMES: [(&str, &str); 12] = [
    ("timestamp", "bare timestamp"),
    ("thread-bits", "max(now, last + 1) + thread"),
    ("counter", "atomic counter"),
    ("increasing", "atomic max(now, last + 1)"),
    ("hybrid", "hybrid logical clock"),
    ("ulid", "ULID, monotonic"),
    ("snowflake", "Snowflake"),
    ("uuid-v4", "UUIDv4"),
    ("uuid-v4-buffered", "UUIDv4, buffered random bits"),
    ("uuid-v7", "UUIDv7, random"),
    ("uuid-v7-buffered", "UUIDv7, buffered random bits"),
    ("uuid-v7-counter", "UUIDv7, counter"),
];

/// The remedies by number of threads.
pub(super) fn identifiers() -> Series {
    Series::new("identifiers", "What identifiers cost, and how many were duplicates")
        .dimensions([
            Dimension::new("scheme", "Scheme", None).words(SCHEMES),
            Dimension::new("certain", "Guaranteed unique", None),
            Dimension::new("probable", "Unique with high probability", None),
            Dimension::new("threads", "Threads", Some("threads")),
        ])
        .measures([
            Measure::new("seconds_per_identifier", "Processor time per identifier", "s", "median", OF_ROUNDS),
            Measure::share("duplicate_share", "Duplicates"),
            Measure::share("out_of_order_share", "Not above the one before of the same thread"),
        ])
}

pub(super) fn identifier_points(measured: &Measured) -> impl Iterator<Item = Point> {
    measured.remedies.iter().map(point)
}

fn point(makers: &Makers) -> Point {
    let promise = makers.remedy.promise();
    let each: Vec<f64> = makers.each.iter().map(|made| made.each_ns).collect();
    let (duplicates, all) = makers.duplicates();
    let out_of_order = makers.each.iter().map(|made| made.out_of_order).sum();
    let first_of_threads = u64::from(makers.threads) * makers.each.len() as u64;
    Point::new([
        ("scheme", makers.remedy.name().into()),
        ("certain", promise.certain.name().into()),
        ("probable", promise.probable.name().into()),
        ("threads", makers.threads.into()),
    ])
    .value("seconds_per_identifier", rounded(seconds(median(&each))))
    .value("duplicate_share", rounded(share(duplicates, all)))
    .value("out_of_order_share", rounded(share(out_of_order, all - first_of_threads)))
}
