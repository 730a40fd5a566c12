//! The rounds as the record's series.

mod parts;
mod patterns;
mod ratios;

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Series, Setting};

use crate::condition::Condition;
use crate::measured::Row;
use crate::predicted::Fitted;

/// How the interval of a median of rounds is made.
const OF_ROUNDS: &str = "order statistics of rounds";

/// What a reader sees for each transport.
const TRANSPORTS: [(&str, &str); 5] = [
    ("tcp", "TCP"),
    ("tcp-nodelay", "TCP with TCP_NODELAY"),
    ("unix", "Unix socket"),
    ("seqpacket", "Unix seqpacket socket"),
    ("pipe", "pair of pipes"),
];
/// What a reader sees for each choice of cores.
const CORES: [(&str, &str); 2] = [("all", "all cores"), ("one", "one core")];

/// All series of this part of the record.
pub(crate) fn all(rows: &[Row], fitted: &[Fitted]) -> Vec<Series> {
    vec![
        patterns::per_message(rows, fitted),
        patterns::ping_pong(rows, fitted),
        patterns::bulk(rows),
        ratios::unix_over_tcp(rows, fitted),
        ratios::others(rows),
        parts::parts(fitted),
        parts::phases(rows, fitted),
    ]
}

/// Where a point lies: the transport and the cores, and what else there is.
fn at<const N: usize>(condition: &Condition, more: [(&str, Setting); N]) -> BTreeMap<String, Setting> {
    let common = [("transport", text(condition.transport.name())), ("cores", text(condition.cores.name()))];
    common.into_iter().chain(more).map(|(name, setting)| (name.to_owned(), setting)).collect()
}

fn bytes(bytes: usize) -> Setting {
    Setting::Number(bytes as f64)
}

fn text(text: &str) -> Setting {
    Setting::Text(text.to_owned())
}

fn transport() -> Dimension {
    Dimension::new("transport", "Transport", None).words(TRANSPORTS)
}

fn cores() -> Dimension {
    Dimension::new("cores", "Cores", None).words(CORES)
}

fn of_rounds(name: &str, title: &str, unit: &str) -> Measure {
    Measure::new(name, title, unit, "median", OF_ROUNDS)
}

/// The estimate as it is published.
fn shown(estimate: Estimate) -> Estimate {
    let Estimate { n, value, low, high, .. } = estimate;
    Estimate { n, value: digits(value), low: digits(low), high: digits(high), min: None, max: None }
}

/// Five significant digits: more than any of these measurements has, and a record of a readable size.
pub(crate) fn digits(value: f64) -> f64 {
    format!("{value:.4e}").parse().expect("a number was written")
}
