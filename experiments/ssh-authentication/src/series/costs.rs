//! What each type of key costs, and how that compares.

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting};
use harness::statistics::{median_if_any, ratio_within_rounds};

use super::key_type;
use crate::costs::{Costs, What};
use crate::keys::KeyType;

/// What a reader sees for what is done with a key.
const WHAT: [(&str, &str); 5] = [
    ("generate", "generate"),
    ("sign", "sign"),
    ("verify", "verify"),
    ("authenticate", "authenticate"),
    ("connect", "connect"),
];

/// The type of key that ratios are over.
const REFERENCE: KeyType = KeyType::ALL[0];

pub(crate) const RATIOS: &str = "ratios";
pub(crate) const SECONDS_RATIO: &str = "seconds_ratio";

/// The settings of something that is done with a type of key.
pub(crate) fn at(kind: KeyType, what: What) -> [(&'static str, Setting); 2] {
    [("key_type", kind.name().into()), ("what", what.name().into())]
}

/// Times.
pub(super) fn costs() -> Series {
    Series::new("costs", "What each type of key costs")
        .dimensions(dimensions(&KeyType::ALL))
        .measures([Measure::median("seconds", "Time", "s")])
}

pub(super) fn cost_points(costs: &Costs) -> Vec<Point> {
    points("seconds", |what, kind| median_if_any(costs.of(what, kind)))
}

/// The same over the first type's, round by round.
pub(super) fn ratios() -> Series {
    Series::new(RATIOS, "What each type of key costs, over what ed25519 costs in the same round")
        .dimensions(dimensions(&KeyType::ALL[1..]))
        .measures([Measure::ratio(SECONDS_RATIO, "Time, over ed25519's")])
}

pub(super) fn ratio_points(costs: &Costs) -> Vec<Point> {
    points(SECONDS_RATIO, |what, kind| ratio(costs, what, kind))
}

fn dimensions(kinds: &[KeyType]) -> [Dimension; 2] {
    [key_type(kinds.iter().copied()), Dimension::new("what", "What", None).words(WHAT)]
}

/// A point for every type of key and everything that is done with it, where there is a figure.
fn points(name: &'static str, figure: impl Fn(What, KeyType) -> Option<Estimate>) -> Vec<Point> {
    let all = What::ALL.into_iter().flat_map(|what| KeyType::ALL.map(|kind| (what, kind)));
    let points = all.map(|(what, kind)| Point::new(at(kind, what)).value(name, figure(what, kind)));
    points.filter(|point| !point.values.is_empty()).collect()
}

/// One ratio; `None` for the first type itself, and where a round has no figure.
fn ratio(costs: &Costs, what: What, kind: KeyType) -> Option<Estimate> {
    let (own, reference) = (costs.of(what, kind), costs.of(what, REFERENCE));
    let comparable = kind != REFERENCE && !own.is_empty() && own.len() == reference.len();
    (comparable && reference.iter().all(|&value| value > 0.0)).then(|| ratio_within_rounds(own, reference))
}
