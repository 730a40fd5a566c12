//! What each type of key costs, and how that compares.

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting};
use harness::statistics::{median_if_any, ratio_within_rounds};

use super::key_type;
use crate::costs::{Cost, Costs, What};
use crate::keys::KeyType;
use crate::measured::Rows;

/// What a reader sees for what is done with a key.
const WHAT: [(&str, &str); 5] = [
    ("generate", "generate"),
    ("sign", "sign"),
    ("verify", "verify"),
    ("authenticate", "authenticate"),
    ("connect", "connect"),
];
/// What is counted.
const TITLES: [&str; 3] = ["Time", "Processor time, client", "Processor time, server"];

/// What a ratio is of.
const REFERENCE: KeyType = KeyType::ALL[0];

pub(crate) const RATIOS: &str = "ratios";
pub(crate) const SECONDS_RATIO: &str = "seconds_ratio";

/// The settings of something that is done with a type of key.
pub(crate) fn at(kind: KeyType, what: What) -> [(&'static str, Setting); 2] {
    [("key_type", kind.name().into()), ("what", what.name().into())]
}

fn dimensions() -> [Dimension; 2] {
    [key_type(), Dimension::new("what", "What", None).words(WHAT)]
}

/// A point for every type of key and everything that is done with it, of the figures that there are.
fn points(names: [&str; 3], figure: impl Fn(What, KeyType, Cost) -> Option<Estimate>) -> Vec<Point> {
    let all = What::ALL.into_iter().flat_map(|what| KeyType::ALL.map(|kind| (what, kind)));
    let points = all.map(|(what, kind)| {
        let figures = names.into_iter().zip(Cost::ALL);
        figures.fold(Point::new(at(kind, what)), |point, (name, cost)| point.value(name, figure(what, kind, cost)))
    });
    points.filter(|point| !point.values.is_empty()).collect()
}

/// Times and processor times.
pub(super) fn costs(rows: &Rows) -> Series {
    let names = ["seconds", "cpu_seconds_client", "cpu_seconds_server"];
    Series::new("costs", "What each type of key costs")
        .dimensions(dimensions())
        .measures(names.into_iter().zip(TITLES).map(|(name, title)| Measure::median(name, title, "s")))
        .points(points(names, |what, kind, cost| median_if_any(rows.costs.of(what, kind, cost))))
}

/// The same over the first type's, round by round.
pub(super) fn ratios(rows: &Rows) -> Series {
    let names = [SECONDS_RATIO, "cpu_client_ratio", "cpu_server_ratio"];
    let titles = TITLES.map(|title| format!("{title}, over ed25519's"));
    Series::new(RATIOS, "What each type of key costs, over what ed25519 costs in the same round")
        .dimensions(dimensions())
        .measures(names.into_iter().zip(&titles).map(|(name, title)| Measure::ratio(name, title)))
        .points(points(names, |what, kind, cost| ratio(&rows.costs, what, kind, cost)))
}

/// One ratio; `None` for the first type itself, and where a round has no figure.
fn ratio(costs: &Costs, what: What, kind: KeyType, cost: Cost) -> Option<Estimate> {
    let (own, reference) = (costs.of(what, kind, cost), costs.of(what, REFERENCE, cost));
    let comparable = kind != REFERENCE && !own.is_empty() && own.len() == reference.len();
    (comparable && reference.iter().all(|&value| value > 0.0)).then(|| ratio_within_rounds(own, reference))
}
