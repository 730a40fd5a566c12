//! What each type of key costs, and how that compares.

use harness::record::{Dimension, Estimate, Measure, Series, unit};
use harness::statistics::{median, ratio_within_rounds};

use super::{key_type, point, text};
use crate::costs::{Cost, Costs, What};
use crate::keys::KeyType;
use crate::measured::Found;

/// What a reader sees for what is done with a key.
const WHAT: [(&str, &str); 5] = [
    ("generate", "make"),
    ("sign", "sign"),
    ("verify", "check"),
    ("authenticate", "authenticate"),
    ("connect", "connect"),
];

/// What a ratio is of.
pub(crate) const REFERENCE: KeyType = KeyType::ALL[0];

fn dimensions() -> Vec<Dimension> {
    vec![key_type(), Dimension::new("what", "What", None).words(WHAT)]
}

/// A point for every type of key and everything that is done with it, of the figures that there are.
fn points(
    names: [&'static str; 3],
    figure: impl Fn(What, KeyType, Cost) -> Option<Estimate>,
) -> Vec<harness::record::Point> {
    let mut points = Vec::new();
    for what in What::ALL {
        for kind in KeyType::ALL {
            let figures = names.into_iter().zip(Cost::ALL);
            let values: Vec<_> = figures.filter_map(|(name, cost)| Some((name, figure(what, kind, cost)?))).collect();
            if !values.is_empty() {
                points.push(point(vec![("key_type", text(kind.name())), ("what", text(what.name()))], values));
            }
        }
    }
    points
}

/// Times and processor times.
pub(super) fn costs(found: &Found) -> Series {
    let names = ["seconds", "cpu_seconds_client", "cpu_seconds_server"];
    let figure = |what, kind, cost| {
        let samples = found.costs.of(what, kind, cost);
        (!samples.is_empty()).then(|| median(samples))
    };
    let titles = ["Time", "Processor time, client", "Processor time, server"];
    let measures = names.iter().zip(titles);
    Series {
        id: "costs".to_owned(),
        title: "What each type of key costs".to_owned(),
        dimensions: dimensions(),
        measures: measures.map(|(name, title)| Measure::new(name, title, "s", "median", "order statistics")).collect(),
        points: points(names, figure),
        ..Series::default()
    }
}

/// The same over the first type's, round by round.
pub(super) fn ratios(found: &Found) -> Series {
    let names = ["seconds_ratio", "cpu_client_ratio", "cpu_server_ratio"];
    let titles = ["Time", "Processor time, client", "Processor time, server"];
    let measures = names.iter().zip(titles).map(|(name, title)| {
        Measure::new(name, &format!("{title}, over ed25519's"), unit::RATIO, "median of ratios", "order statistics")
    });
    Series {
        id: "ratios".to_owned(),
        title: "What each type of key costs, over what ed25519 costs in the same round".to_owned(),
        dimensions: dimensions(),
        measures: measures.collect(),
        points: points(names, |what, kind, cost| ratio(&found.costs, what, kind, cost)),
        ..Series::default()
    }
}

/// One ratio; `None` for the first type itself, and where a round has no figure.
pub(crate) fn ratio(costs: &Costs, what: What, kind: KeyType, cost: Cost) -> Option<Estimate> {
    let (own, reference) = (costs.of(what, kind, cost), costs.of(what, REFERENCE, cost));
    let comparable = kind != REFERENCE && !own.is_empty() && own.len() == reference.len();
    (comparable && reference.iter().all(|&value| value > 0.0)).then(|| ratio_within_rounds(own, reference))
}
