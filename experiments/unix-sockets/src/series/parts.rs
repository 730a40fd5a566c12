//! Series of the parts of a request: what each costs.

use harness::record::{Dimension, Estimate, Measure, Point, Series};
use statistics::least_squares::Interval;
use unix_sockets_model::Parts;

use super::{at, cores, shown, transport};
use crate::condition::{Condition, Pattern};
use crate::predicted::Fitted;

/// The words for each part.
const PARTS: [(&str, &str); 6] = [
    ("connect", "connect()"),
    ("accept", "accept()"),
    ("close", "close(), both ends"),
    ("wake", "a wake-up"),
    ("call", "a send or a receive"),
    ("byte", "a byte"),
];

/// The parts of every transport, wherever its ends are.
pub(super) fn parts() -> Series {
    Series::new("parts", "What the parts of a request cost")
        .dimensions([transport(), cores(), Dimension::new("part", "Part", None).words(PARTS)])
        .measures([Measure::new("seconds", "Time", "s", "least squares", "of the fit")])
}

/// The fitted parts.
pub(super) fn points(fitted: &[Fitted]) -> impl Iterator<Item = Point> {
    fitted.iter().flat_map(parts_of)
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
