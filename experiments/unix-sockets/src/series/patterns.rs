//! The patterns, transport by transport.

use harness::record::{Dimension, Measure, Point, Series};
use harness::statistics::median;

use super::{at, cores, digits, of_rounds, shown, transport};
use crate::condition::{Condition, Pattern};
use crate::conditions::EXCHANGES;
use crate::measured::{Row, rate_of};
use crate::phases::P50;
use crate::predicted::{Fitted, seconds};
use crate::published;
use crate::transport::Transport;
use sockets::cores::Cores;

/// A connection for every message. What was published was measured with both ends free to run where the system puts them.
pub(super) fn per_message() -> Series {
    let at = |transport| at(&Condition::of(EXCHANGES[0], transport, Cores::All));
    Series::new("per-message", "A connection for every message of 12 bytes")
        .dimensions([transport(), cores()])
        .measures([
            of_rounds("messages_per_second", "Messages per second", "messages per second"),
            of_rounds(P50, "Median time of a message", "s"),
            of_rounds("p99_seconds", "p99 time of a message", "s"),
            of_rounds("cpu_seconds_per_message", "Processor time per message", "s"),
        ])
        .published_by(published::messages())
        .published(at(Transport::Tcp), "messages_per_second", published::TCP_MESSAGES_PER_SECOND)
        .published(at(Transport::Unix), "messages_per_second", published::UNIX_MESSAGES_PER_SECOND)
}

/// The series with its points.
pub(super) fn per_message_of(rows: &[Row], fitted: &[Fitted]) -> Series {
    let series = per_message();
    let rows = rows.iter().filter(|row| row.is_usual() && matches!(row.condition.pattern, Pattern::PerMessage { .. }));
    let points: Vec<Point> = rows.map(|row| point(row, &series.words.measures, fitted)).collect();
    series.points(points)
}

/// Request and response over a connection that is kept.
pub(super) fn ping_pong() -> Series {
    Series::new("ping-pong", "Request and response over a connection that is kept")
        .dimensions([transport(), cores(), Dimension::new("message_bytes", "Message", Some("bytes"))])
        .measures([
            of_rounds("round_trips_per_second", "Round trips per second", "round trips per second"),
            of_rounds(P50, "Median latency", "s"),
            of_rounds("p99_seconds", "p99 latency", "s"),
            of_rounds("p999_seconds", "p99.9 latency", "s"),
        ])
}

/// The series with its points.
pub(super) fn ping_pong_of(rows: &[Row], fitted: &[Fitted]) -> Series {
    let series = ping_pong();
    let rows = rows.iter().filter(|row| row.is_usual() && matches!(row.condition.pattern, Pattern::PingPong { .. }));
    let bytes = |row: &Row| [("message_bytes", row.condition.pattern.bytes().into())];
    let points: Vec<Point> = rows.map(|row| point(row, &series.words.measures, fitted).and_at(bytes(row))).collect();
    series.points(points)
}

/// The medians of the rounds; and how often the model expects it in a second, and how long one then takes.
fn point(row: &Row, measures: &[Measure], fitted: &[Fitted]) -> Point {
    let medians = measures.iter().fold(Point::new(at(&row.condition)), |point, Measure { name, .. }| {
        point.value(name, shown(median(&row.each(name))))
    });
    match seconds(fitted, row.condition).zip(rate_of(row.condition.pattern)) {
        Some((seconds, rate)) => medians.predicted(rate, digits(1.0 / seconds)).predicted(P50, digits(seconds)),
        None => medians,
    }
}
