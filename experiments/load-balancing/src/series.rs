//! The outcomes as the record's series.

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::statistics::share;
use load_balancing_model::{Outcome, Placement, Strategy, Summary, exact};

use crate::conditions::{Conditions, Planned};
use crate::published::{self, Row};
use crate::simulate::Outcomes;

/// The table's quantiles, by measure.
pub(crate) const QUANTILES: [(&str, f64); 4] =
    [("p50_items", 0.5), ("p95_items", 0.95), ("p99_items", 0.99), ("p999_items", 0.999)];
/// What a reader sees for each strategy.
const STRATEGIES: [(&str, &str); 3] =
    [("random", "one choice"), ("two-choices", "two choices"), ("two-choices-distinct", "two choices, distinct")];
const IMBALANCE: &str = "imbalance_ratio";
const P_SERVER: &str = "p_server_over_capacity";
const P_ANY: &str = "p_any_over_capacity";
const SHARE: &str = "share_of_servers";

/// All series of the record.
pub(crate) fn all(conditions: &Conditions, outcomes: &Outcomes) -> Vec<Series> {
    vec![table(&conditions.table, outcomes), planner(&conditions.planned, outcomes), loads(&conditions.shown, outcomes)]
}

fn table(placements: &[Placement], outcomes: &Outcomes) -> Series {
    let rows = published::rows();
    let quantile = |name, title| Measure::new(name, title, "items", "pooled quantile", "order statistics");
    Series {
        id: "published-table".to_owned(),
        title: "Items per server, over all servers and repetitions".to_owned(),
        dimensions: vec![Dimension::new("strategy", "Strategy", None).words(STRATEGIES), items(), servers()],
        measures: vec![
            quantile("p50_items", "Median"),
            quantile("p95_items", "95th percentile"),
            quantile("p99_items", "99th percentile"),
            quantile("p999_items", "99.9th percentile"),
            Measure::new(
                IMBALANCE,
                "99th percentile over mean",
                unit::RATIO,
                "pooled quantile over mean",
                "order statistics",
            ),
        ],
        published_source: Some(published::source()),
        points: placements.iter().map(|placement| table_point(placement, outcomes.of(*placement), &rows)).collect(),
        ..Series::default()
    }
}

fn table_point(placement: &Placement, outcome: &Outcome, rows: &[Row]) -> Point {
    let same = |row: &&Row| {
        (row.strategy, row.items, row.servers) == (placement.strategy(), placement.items(), placement.servers())
    };
    let mut values: BTreeMap<String, Estimate> =
        QUANTILES.iter().map(|&(name, q)| (name.to_owned(), quantile(outcome, q))).collect();
    values.insert(IMBALANCE.to_owned(), imbalance(placement, outcome));
    Point {
        at: at(placement),
        values,
        // No capacity matters here; the largest there can be leaves nothing over.
        exact: exact::summary(placement, placement.items()).map(|summary| table_figures(&summary)).unwrap_or_default(),
        published: rows.iter().find(same).map(published_figures).unwrap_or_default(),
        ..Point::default()
    }
}

fn table_figures(summary: &Summary) -> BTreeMap<String, f64> {
    let quantiles = [summary.p50, summary.p95, summary.p99, summary.p999];
    figures(quantiles, summary.imbalance)
}

fn published_figures(row: &Row) -> BTreeMap<String, f64> {
    figures(row.quantiles, row.imbalance)
}

fn figures(quantiles: [u64; 4], imbalance: f64) -> BTreeMap<String, f64> {
    let names = QUANTILES.iter().map(|(name, _)| *name).chain([IMBALANCE]);
    let values = quantiles.into_iter().map(|items| items as f64).chain([imbalance]);
    names.map(str::to_owned).zip(values).collect()
}

fn planner(planned: &[Planned], outcomes: &Outcomes) -> Series {
    let risk = |name, title| Measure::new(name, title, unit::SHARE, "share", "Wilson");
    Series {
        id: "planner".to_owned(),
        title: "Chance of more items than the capacity".to_owned(),
        dimensions: vec![
            Dimension::new("strategy", "Strategy", None).words(STRATEGIES),
            items(),
            Dimension::new("capacity", "Capacity of a server", Some("items")),
            servers(),
        ],
        measures: vec![
            risk(P_SERVER, "Share of servers over capacity"),
            risk(P_ANY, "Share of placements with any server over capacity"),
        ],
        points: planned.iter().map(|planned| planner_point(planned, outcomes.of(planned.placement))).collect(),
        ..Series::default()
    }
}

fn planner_point(planned: &Planned, outcome: &Outcome) -> Point {
    let &Planned { placement, capacity } = planned;
    let mut at = at(&placement);
    at.insert("capacity".to_owned(), Setting::Number(capacity as f64));
    let exact = exact::overload(&placement, capacity)
        .map(|(server, any)| BTreeMap::from([(P_SERVER.to_owned(), server), (P_ANY.to_owned(), any)]));
    Point {
        at,
        values: BTreeMap::from([
            (P_SERVER.to_owned(), server_over(outcome, capacity)),
            (P_ANY.to_owned(), any_over(outcome, capacity)),
        ]),
        exact: exact.unwrap_or_default(),
        ..Point::default()
    }
}

fn loads(placements: &[Placement], outcomes: &Outcomes) -> Series {
    Series {
        id: "load-distribution".to_owned(),
        title: "Share of servers by load".to_owned(),
        dimensions: vec![
            Dimension::new("strategy", "Strategy", None).words(STRATEGIES),
            items(),
            servers(),
            Dimension::new("load", "Items on a server", Some("items")),
        ],
        measures: vec![Measure::new(SHARE, "Share of servers", unit::SHARE, "share", "Wilson")],
        points: placements.iter().flat_map(|placement| load_points(placement, outcomes.of(*placement))).collect(),
        ..Series::default()
    }
}

/// One point for each load from the smallest to the largest that was seen.
fn load_points(placement: &Placement, outcome: &Outcome) -> Vec<Point> {
    let counts: BTreeMap<u64, u64> = outcome.loads.iter().collect();
    let exact = (placement.strategy() == Strategy::Random)
        .then(|| exact::load_probabilities(placement.items(), placement.servers()));
    let probability = |load: u64| {
        let (first, probabilities) = exact.as_ref()?;
        probabilities.get(usize::try_from(load.checked_sub(*first)?).ok()?).copied()
    };
    (outcome.loads.min()..=outcome.loads.max())
        .map(|load| {
            let mut at = at(placement);
            at.insert("load".to_owned(), Setting::Number(load as f64));
            let count = counts.get(&load).copied().unwrap_or(0);
            Point {
                at,
                values: BTreeMap::from([(SHARE.to_owned(), share(count, outcome.loads.total()))]),
                exact: probability(load).map(|p| (SHARE.to_owned(), p)).into_iter().collect(),
                ..Point::default()
            }
        })
        .collect()
}

/// A quantile of the pooled loads. Loads of one placement depend on each other, but only so that the interval is too
/// wide; see [`statistics::histogram::Histogram::quantile_interval`].
pub(crate) fn quantile(outcome: &Outcome, q: f64) -> Estimate {
    let loads = &outcome.loads;
    let (low, high) = loads.quantile_interval(q);
    Estimate {
        n: loads.total(),
        value: loads.quantile(q) as f64,
        low: low as f64,
        high: high as f64,
        min: Some(loads.min() as f64),
        max: Some(loads.max() as f64),
    }
}

/// The 99th percentile over the mean. The mean is known: every item lies on some server.
pub(crate) fn imbalance(placement: &Placement, outcome: &Outcome) -> Estimate {
    let p99 = quantile(outcome, 0.99);
    let over_mean = |items: f64| items / placement.mean();
    Estimate {
        n: p99.n,
        value: over_mean(p99.value),
        low: over_mean(p99.low),
        high: over_mean(p99.high),
        min: None,
        max: None,
    }
}

/// The share of servers over capacity.
pub(crate) fn server_over(outcome: &Outcome, capacity: u64) -> Estimate {
    share(outcome.loads.count_above(capacity), outcome.loads.total())
}

/// The share of placements in which any server is over capacity.
pub(crate) fn any_over(outcome: &Outcome, capacity: u64) -> Estimate {
    share(outcome.maxima.count_above(capacity), outcome.maxima.total())
}

fn at(placement: &Placement) -> BTreeMap<String, Setting> {
    BTreeMap::from([
        ("strategy".to_owned(), Setting::Text(placement.strategy().name().to_owned())),
        ("items".to_owned(), Setting::Number(placement.items() as f64)),
        ("servers".to_owned(), Setting::Number(f64::from(placement.servers()))),
    ])
}

fn items() -> Dimension {
    Dimension::new("items", "Items", Some("items"))
}

fn servers() -> Dimension {
    Dimension::new("servers", "Servers", Some("servers"))
}
