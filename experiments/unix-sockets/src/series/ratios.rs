//! How many times faster one transport is than another, each round's over the same round's.

use std::collections::BTreeSet;

use harness::record::{Dimension, Measure, Point, Series, Setting, unit};
use harness::statistics::{median, ratio_within_rounds};

use super::{OF_ROUNDS, PATTERNS, cores, digits, shown, transport};
use crate::condition::{Condition, Pattern};
use crate::conditions::EXCHANGES;
use crate::measured::{Place, Row, find, rate_of, ratios};
use crate::predicted::{Fitted, ratio};
use crate::published;
use crate::transport::Transport;
use sockets::cores::Cores;

/// Latencies of which the ratio is made, and how it is called.
const LATENCIES: [(&str, &str, &str); 3] = [
    ("p50_ratio", "TCP's median latency over Unix's", "p50_seconds"),
    ("p99_ratio", "TCP's p99 latency over Unix's", "p99_seconds"),
    ("p999_ratio", "TCP's p99.9 latency over Unix's", "p999_seconds"),
];

/// The words for the transport that the other is compared with.
const OVER: [(&str, &str); 3] =
    [("tcp", "over TCP"), ("tcp-cubic", "over TCP with cubic"), ("tcp-bbr", "over TCP with bbr")];

/// A Unix stream over TCP. What was published was measured with both ends free to run where the system puts them.
pub(super) fn unix_over_tcp() -> Series {
    let published_ratio = published::UNIX_MESSAGES_PER_SECOND / published::TCP_MESSAGES_PER_SECOND;
    let latencies = LATENCIES.map(|(name, title, _)| ratio_measure(name, title));
    Series::new("ratios", "How many times as fast as TCP a Unix socket is")
        .dimensions(dimensions())
        .measures([ratio_measure("ratio", "Unix over TCP")].into_iter().chain(latencies))
        .published_by(published::messages())
        .published(settings((EXCHANGES[0], Cores::All)), "ratio", digits(published_ratio))
}

/// Points of Unix over TCP, wherever both were measured.
pub(super) fn unix_over_tcp_points(rows: &[Row], fitted: &[Fitted]) -> impl Iterator<Item = Point> {
    comparable(rows).into_iter().filter_map(|place| unix_over_tcp_at(rows, fitted, place))
}

fn unix_over_tcp_at(rows: &[Row], fitted: &[Fitted], place: Place) -> Option<Point> {
    let (pattern, cores) = place;
    let faster = median(&ratios(rows, place, Transport::Unix, Transport::Tcp)?);
    let point = Point::new(settings(place))
        .value("ratio", shown(faster))
        .predicted("ratio", ratio(fitted, pattern, cores).map(digits));
    if !matches!(pattern, Pattern::PingPong { .. }) {
        return Some(point);
    }
    let row = |transport| find(rows, Condition::of(pattern, transport, cores));
    let (tcp, unix) = (row(Transport::Tcp)?, row(Transport::Unix)?);
    Some(LATENCIES.iter().fold(point, |point, (name, _, latency)| {
        point.value(name, shown(ratio_within_rounds(&tcp.each(latency), &unix.each(latency))))
    }))
}

/// Pairs that are compared besides: a Unix socket with TCP by its congestion control, and TCP that holds nothing back with TCP as the system
/// sets it.
const OTHERS: [(Transport, Transport); 3] = [
    (Transport::Unix, Transport::TcpCubic),
    (Transport::Unix, Transport::TcpBbr),
    (Transport::TcpNodelay, Transport::Tcp),
];

/// Ratios of [`OTHERS`].
pub(super) fn others() -> Series {
    Series::new("other-ratios", "Unix sockets over TCP by its congestion control, and TCP_NODELAY over TCP")
        .dimensions(
            [transport(), Dimension::new("over", "Compared with", None).words(OVER)].into_iter().chain(dimensions()),
        )
        .measures([ratio_measure("ratio", "Ratio")])
}

/// Points of the other pairs, wherever both were measured.
pub(super) fn others_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    let compared = OTHERS.into_iter().flat_map(|pair| comparable(rows).into_iter().map(move |place| (pair, place)));
    compared.filter_map(|((above, below), place)| {
        let compared = [("transport", above.name().into()), ("over", below.name().into())];
        let ratio = median(&ratios(rows, place, above, below)?);
        Some(Point::new(compared).and_at(settings(place)).value("ratio", shown(ratio)))
    })
}

/// Patterns, and where, that have a rate.
fn comparable(rows: &[Row]) -> BTreeSet<Place> {
    let rows = rows.iter().filter(|row| row.is_usual() && rate_of(row.condition.pattern).is_some());
    rows.map(|row| (row.condition.pattern, row.condition.cores)).collect()
}

pub(super) fn settings((pattern, cores): Place) -> [(&'static str, Setting); 3] {
    [("pattern", pattern.name().into()), ("cores", cores.name().into()), ("bytes", pattern.bytes().into())]
}

fn dimensions() -> [Dimension; 3] {
    [
        Dimension::new("pattern", "Pattern", None).words(PATTERNS),
        cores(),
        Dimension::new("bytes", "Message or write", Some("bytes")),
    ]
}

fn ratio_measure(name: &str, title: &str) -> Measure {
    Measure::new(name, title, unit::RATIO, "median of ratios", OF_ROUNDS)
}
