//! How many times faster one transport is than another, each round's over the same round's.

use std::collections::{BTreeMap, BTreeSet};

use harness::record::{Dimension, Measure, Point, Series, Setting, unit};
use harness::statistics::{median, ratio_within_rounds};

use super::{OF_ROUNDS, bytes, cores, digits, shown, text, transport};
use crate::condition::{Condition, Pattern};
use crate::cores::Cores;
use crate::measured::{Place, Row, find, rate_of, ratios};
use crate::predicted::{Fitted, ratio};
use crate::published;
use crate::transport::Transport;

/// Latencies of which the ratio is made, and how it is called.
const LATENCIES: [(&str, &str, &str); 3] = [
    ("p50_ratio", "TCP's median latency over Unix's", "p50_seconds"),
    ("p99_ratio", "TCP's p99 latency over Unix's", "p99_seconds"),
    ("p999_ratio", "TCP's p99.9 latency over Unix's", "p999_seconds"),
];

/// What a reader sees for each transport that others are compared with.
const OVER: [(&str, &str); 2] = [("tcp", "over TCP"), ("unix", "over a Unix socket")];
/// What a reader sees for each pattern.
const PATTERNS: [(&str, &str); 3] =
    [("per-message", "a connection for every message"), ("ping-pong", "round trips"), ("bulk", "bulk transfer")];

/// A Unix stream over TCP.
pub(super) fn unix_over_tcp(rows: &[Row], fitted: &[Fitted]) -> Series {
    let points = comparable(rows).into_iter().filter_map(|(pattern, cores)| {
        let faster = median(&ratios(rows, (pattern, cores), Transport::Unix, Transport::Tcp)?);
        let mut values = BTreeMap::from([("ratio".to_owned(), shown(faster))]);
        if let Pattern::PingPong { .. } = pattern {
            let row = |transport| find(rows, Condition { pattern, transport, cores });
            let (tcp, unix) = (row(Transport::Tcp)?, row(Transport::Unix)?);
            values.extend(LATENCIES.map(|(name, _, latency)| {
                (name.to_owned(), shown(ratio_within_rounds(&tcp.each(latency), &unix.each(latency))))
            }));
        }
        let predicted = ratio(fitted, pattern, cores).map(|ratio| ("ratio".to_owned(), digits(ratio)));
        let published = published_ratio(pattern, cores).map(|ratio| ("ratio".to_owned(), digits(ratio)));
        Some(Point {
            at: settings(pattern, cores, []),
            values,
            predicted: predicted.into_iter().collect(),
            published: published.into_iter().collect(),
            ..Point::default()
        })
    });
    let latencies = LATENCIES.map(|(name, title, _)| ratio_measure(name, title));
    Series {
        id: "ratios".to_owned(),
        title: "How many times as fast as TCP a Unix socket is".to_owned(),
        dimensions: dimensions([]),
        measures: [ratio_measure("ratio", "Unix over TCP")].into_iter().chain(latencies).collect(),
        published_source: Some(published::messages()),
        points: points.collect(),
        ..Series::default()
    }
}

/// Published with both ends free to run where the system puts them.
fn published_ratio(pattern: Pattern, cores: Cores) -> Option<f64> {
    let is_published = matches!(pattern, Pattern::PerMessage { .. }) && cores == Cores::All;
    is_published.then_some(published::UNIX_MESSAGES_PER_SECOND / published::TCP_MESSAGES_PER_SECOND)
}

/// Each transport's sibling over it, where one has one; and the pipe over the Unix stream.
pub(super) fn others(rows: &[Row]) -> Series {
    let pairs = [
        (Transport::TcpNodelay, Transport::Tcp),
        (Transport::Seqpacket, Transport::Unix),
        (Transport::Pipe, Transport::Unix),
    ];
    let comparable = comparable(rows);
    let points = pairs.into_iter().flat_map(|pair| comparable.iter().map(move |&place| (pair, place))).filter_map(
        |((above, below), place)| {
            let values = [("ratio".to_owned(), shown(median(&ratios(rows, place, above, below)?)))];
            let compared = [("transport", text(above.name())), ("over", text(below.name()))];
            Some(Point { at: settings(place.0, place.1, compared), values: values.into(), ..Point::default() })
        },
    );
    Series {
        id: "other-ratios".to_owned(),
        title: "How many times as fast the other transports are".to_owned(),
        dimensions: dimensions([transport(), Dimension::new("over", "Compared with", None).words(OVER)]),
        measures: vec![ratio_measure("ratio", "Ratio")],
        points: points.collect(),
        ..Series::default()
    }
}

/// Patterns, and where, that have a rate.
fn comparable(rows: &[Row]) -> BTreeSet<Place> {
    let rows = rows.iter().filter(|row| rate_of(row.condition.pattern).is_some());
    rows.map(|row| (row.condition.pattern, row.condition.cores)).collect()
}

fn settings<const N: usize>(pattern: Pattern, cores: Cores, more: [(&str, Setting); N]) -> BTreeMap<String, Setting> {
    let common = [("pattern", text(pattern.name())), ("cores", text(cores.name())), ("bytes", bytes(pattern.bytes()))];
    common.into_iter().chain(more).map(|(name, setting)| (name.to_owned(), setting)).collect()
}

fn dimensions<const N: usize>(more: [Dimension; N]) -> Vec<Dimension> {
    let common = [
        Dimension::new("pattern", "Pattern", None).words(PATTERNS),
        cores(),
        Dimension::new("bytes", "Message or write", Some("bytes")),
    ];
    more.into_iter().chain(common).collect()
}

fn ratio_measure(name: &str, title: &str) -> Measure {
    Measure::new(name, title, unit::RATIO, "median of ratios", OF_ROUNDS)
}
