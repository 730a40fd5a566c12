//! What the parts of a request cost, and the phases from which that is told.

use harness::record::{Dimension, Estimate, Measure, Point, Series};
use harness::statistics::median;
use statistics::least_squares::Interval;
use unix_sockets_model::Parts;

use super::{at, cores, digits, of_rounds, shown, transport};
use crate::condition::{Condition, Pattern};
use crate::measured::Row;
use crate::phases::phases_of;
use crate::predicted::{self, Fitted};

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
    Series::new("parts", "What the parts of a request cost")
        .dimensions([transport(), cores(), Dimension::new("part", "Part", None).words(PARTS)])
        .measures([Measure::new("seconds", "Time", "s", "least squares", "of the fit")])
        .points(fitted.iter().flat_map(parts_of))
}

fn parts_of(Fitted { transport, cores, fit }: &Fitted) -> Vec<Point> {
    let place = Condition::of(Pattern::Handshake, *transport, *cores);
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
    let told = parts.into_iter().filter_map(|(part, value, interval)| {
        let Interval { low, high } = interval?;
        let estimate = Estimate::between(n, value, [low, high]);
        Some(Point::new(at(&place)).and_at([("part", part.into())]).value("seconds", shown(estimate)))
    });
    told.collect()
}

/// The phases, each with what the fitted parts say of it.
pub(super) fn phases(rows: &[Row], fitted: &[Fitted]) -> Series {
    let points = rows.iter().flat_map(|row| {
        let Condition { pattern, transport, cores, .. } = row.condition;
        let parts = predicted::parts_of(fitted, transport, cores);
        phases_of(pattern).into_iter().map(move |phase| {
            let more = [("phase", name(pattern, phase.measure).into()), ("bytes", pattern.bytes().into())];
            Point::new(at(&row.condition))
                .and_at(more)
                .value("seconds", shown(median(&row.each(phase.measure))))
                .predicted("seconds", parts.map(|parts| digits(phase.counts.seconds(parts))))
        })
    });
    Series::new("phases", "The phases from which the cost of each part is derived")
        .dimensions([
            transport(),
            cores(),
            Dimension::new("phase", "Phase", None).words(PHASES),
            Dimension::new("bytes", "Message", Some("bytes")),
        ])
        .measures([of_rounds("seconds", "Time", "s")])
        .points(points)
}

fn name(pattern: Pattern, measure: &'static str) -> &'static str {
    match pattern {
        Pattern::Handshake => measure.strip_suffix("_seconds").unwrap_or(measure),
        other => other.name(),
    }
}
