//! The patterns, transport by transport.

use std::collections::BTreeMap;

use harness::record::{Dimension, Point, Series};
use harness::statistics::median;

use super::{at, bytes, cores, digits, of_rounds, shown, transport};
use crate::condition::Pattern;
use crate::cores::Cores;
use crate::measured::{Row, rate_of};
use crate::predicted::{Fitted, P50, seconds};
use crate::published;
use crate::transport::Transport;

/// A connection for every message.
pub(super) fn per_message(rows: &[Row], fitted: &[Fitted]) -> Series {
    let rows = rows.iter().filter(|row| matches!(row.condition.pattern, Pattern::PerMessage { .. }));
    let points = rows.map(|row| {
        let published = match (row.condition.transport, row.condition.cores) {
            (Transport::Tcp, Cores::All) => Some(published::TCP_MESSAGES_PER_SECOND),
            (Transport::Unix, Cores::All) => Some(published::UNIX_MESSAGES_PER_SECOND),
            _ => None,
        };
        let published = published.map(|value| ("messages_per_second".to_owned(), value));
        Point {
            at: at(&row.condition, []),
            values: values(row, &["messages_per_second", "p50_seconds", "p99_seconds", "cpu_seconds_per_message"]),
            predicted: predicted(row, fitted),
            published: published.into_iter().collect(),
            ..Point::default()
        }
    });
    Series {
        id: "per-message".to_owned(),
        title: "A connection for every message of 12 bytes".to_owned(),
        dimensions: vec![transport(), cores()],
        measures: vec![
            of_rounds("messages_per_second", "Messages per second", "messages per second"),
            of_rounds("p50_seconds", "Median time of a message", "s"),
            of_rounds("p99_seconds", "p99 time of a message", "s"),
            of_rounds("cpu_seconds_per_message", "Processor time per message", "s"),
        ],
        published_source: Some(published::messages()),
        points: points.collect(),
        ..Series::default()
    }
}

/// Request and response over a connection that is kept.
pub(super) fn ping_pong(rows: &[Row], fitted: &[Fitted]) -> Series {
    let rows = rows.iter().filter(|row| matches!(row.condition.pattern, Pattern::PingPong { .. }));
    let points = rows.map(|row| Point {
        at: at(&row.condition, [("message_bytes", bytes(row.condition.pattern.bytes()))]),
        values: values(row, &["round_trips_per_second", "p50_seconds", "p99_seconds", "p999_seconds"]),
        predicted: predicted(row, fitted),
        ..Point::default()
    });
    Series {
        id: "ping-pong".to_owned(),
        title: "Request and response over a connection that is kept".to_owned(),
        dimensions: vec![transport(), cores(), Dimension::new("message_bytes", "Message", Some("bytes"))],
        measures: vec![
            of_rounds("round_trips_per_second", "Round trips per second", "round trips per second"),
            of_rounds("p50_seconds", "Median latency", "s"),
            of_rounds("p99_seconds", "p99 latency", "s"),
            of_rounds("p999_seconds", "p99.9 latency", "s"),
        ],
        points: points.collect(),
        ..Series::default()
    }
}

/// One writes, the other reads.
pub(super) fn bulk(rows: &[Row]) -> Series {
    let rows = rows.iter().filter(|row| matches!(row.condition.pattern, Pattern::Bulk { .. }));
    let points = rows.map(|row| Point {
        at: at(&row.condition, [("write_bytes", bytes(row.condition.pattern.bytes()))]),
        values: values(row, &["throughput_bytes_per_second", "cpu_seconds_per_gib"]),
        ..Point::default()
    });
    Series {
        id: "bulk".to_owned(),
        title: "Bulk transfer, read up to 256 KiB at a time".to_owned(),
        dimensions: vec![transport(), cores(), Dimension::new("write_bytes", "Write", Some("bytes"))],
        measures: vec![
            of_rounds("throughput_bytes_per_second", "Throughput", "bytes per second"),
            of_rounds("cpu_seconds_per_gib", "Processor time per GiB", "s per GiB"),
        ],
        points: points.collect(),
        ..Series::default()
    }
}

fn values(row: &Row, measures: &[&str]) -> BTreeMap<String, harness::record::Estimate> {
    measures.iter().map(|&measure| (measure.to_owned(), shown(median(&row.each(measure))))).collect()
}

/// How often the model expects it in a second, and how long one then takes.
fn predicted(row: &Row, fitted: &[Fitted]) -> BTreeMap<String, f64> {
    let mut predicted = BTreeMap::new();
    if let Some((seconds, rate)) = seconds(fitted, row.condition).zip(rate_of(row.condition.pattern)) {
        predicted.insert(rate.to_owned(), digits(1.0 / seconds));
        predicted.insert(P50.to_owned(), digits(seconds));
    }
    predicted
}
