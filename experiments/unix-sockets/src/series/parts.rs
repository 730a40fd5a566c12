//! What the parts of a request cost, and the phases from which that is told.

use harness::record::{Dimension, Estimate, Measure, Point, Series};
use harness::statistics::median;
use statistics::least_squares::Interval;
use unix_sockets_model::Parts;

use super::{OF_ROUNDS, at, bytes, cores, digits, shown, text, transport};
use crate::condition::Condition;
use crate::condition::Pattern;
use crate::measured::Row;
use crate::predicted::{Fitted, phases_of};

/// What a reader sees for each part.
const PARTS: [(&str, &str); 6] = [
    ("connect", "connect()"),
    ("accept", "accept()"),
    ("close", "close(), both ends"),
    ("wake", "a wake-up"),
    ("call", "a send or a receive"),
    ("byte", "a byte"),
];
/// What a reader sees for each phase.
const PHASES: [(&str, &str); 5] = [
    ("connect", "connect()"),
    ("accept", "accept()"),
    ("close", "close(), both ends"),
    ("ping-pong", "round trips"),
    ("echo", "round trips within one thread"),
];

/// The fitted parts.
pub(super) fn parts(fitted: &[Fitted]) -> Series {
    let points = fitted.iter().flat_map(|Fitted { transport, cores, fit }| {
        let place = Condition { pattern: Pattern::Handshake, transport: *transport, cores: *cores };
        let Parts { connect_s, accept_s, close_s, wake_s, call_s, per_byte_s } = fit.parts;
        let intervals = &fit.intervals;
        let parts = [
            ("connect", connect_s, intervals.connect_s),
            ("accept", accept_s, intervals.accept_s),
            ("close", close_s, intervals.close_s),
            ("wake", wake_s, intervals.wake_s),
            ("call", call_s, intervals.call_s),
            ("byte", per_byte_s, intervals.per_byte_s),
        ];
        let n = fit.residuals.len() as u64;
        parts.into_iter().filter_map(move |(part, value, interval)| {
            let Interval { low, high } = interval?;
            let estimate = Estimate { n, value, low, high, min: None, max: None };
            Some(Point {
                at: at(&place, [("part", text(part))]),
                values: [("seconds".to_owned(), shown(estimate))].into(),
                ..Point::default()
            })
        })
    });
    Series {
        id: "parts".to_owned(),
        title: "What the parts of a request cost".to_owned(),
        dimensions: vec![transport(), cores(), Dimension::new("part", "Part", None).words(PARTS)],
        measures: vec![Measure::new("seconds", "Time", "s", "least squares", "of the fit")],
        points: points.collect(),
        ..Series::default()
    }
}

/// The phases, each with what the fitted parts say of it.
pub(super) fn phases(rows: &[Row], fitted: &[Fitted]) -> Series {
    let points = rows.iter().flat_map(|row| {
        let Condition { pattern, transport, cores } = row.condition;
        let parts = fitted
            .iter()
            .find(|fitted| (fitted.transport, fitted.cores) == (transport, cores))
            .map(|fitted| &fitted.fit.parts);
        phases_of(pattern).into_iter().map(move |phase| Point {
            at: at(&row.condition, [("phase", text(name(pattern, phase.measure))), ("bytes", bytes(pattern.bytes()))]),
            values: [("seconds".to_owned(), shown(median(&row.each(phase.measure))))].into(),
            predicted: parts
                .map(|parts| ("seconds".to_owned(), digits(phase.counts.seconds(parts))))
                .into_iter()
                .collect(),
            ..Point::default()
        })
    });
    Series {
        id: "phases".to_owned(),
        title: "The phases from which the parts are told".to_owned(),
        dimensions: vec![
            transport(),
            cores(),
            Dimension::new("phase", "Phase", None).words(PHASES),
            Dimension::new("bytes", "Message", Some("bytes")),
        ],
        measures: vec![Measure::new("seconds", "Time", "s", "median", OF_ROUNDS)],
        points: points.collect(),
        ..Series::default()
    }
}

fn name(pattern: Pattern, measure: &'static str) -> &'static str {
    match pattern {
        Pattern::Handshake => measure.strip_suffix("_seconds").unwrap_or(measure),
        other => other.name(),
    }
}
