//! The outcomes as the record's series.

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::statistics::share;
use load_balancing_model::{Outcome, Placement, Summary, exact};
use placements::Outcomes;

use crate::conditions::{Conditions, Planned};
use crate::published::{self, Row};

/// The table's quantiles, by measure.
const QUANTILES: [(&str, f64); 4] =
    [("p50_items", 0.5), ("p95_items", 0.95), ("p99_items", 0.99), ("p999_items", 0.999)];
/// What a reader sees for each strategy.
const STRATEGIES: [(&str, &str); 3] =
    [("random", "one choice"), ("two-choices", "two choices"), ("two-choices-distinct", "two choices, distinct")];
const STRATEGY: &str = "strategy";
pub(crate) const IMBALANCE: &str = "imbalance_ratio";
pub(crate) const P_SERVER: &str = "p_server_over_capacity";
pub(crate) const P_ANY: &str = "p_any_over_capacity";
const SHARE: &str = "share_of_servers";

/// All series of the record.
pub(crate) fn all(conditions: &Conditions, outcomes: &Outcomes) -> Vec<Series> {
    vec![table(&conditions.table, outcomes), planner(&conditions.planned, outcomes), loads(&conditions.shown, outcomes)]
}

fn table(placements: &[Placement], outcomes: &Outcomes) -> Series {
    let rows = published::rows();
    let quantile = |name, title| Measure::new(name, title, "items", "pooled quantile", "order statistics");
    Series::new("published-table", "Items per server, over all servers and repetitions")
        .dimensions([strategy(), items(), servers()])
        .measures([
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
        ])
        .published_by(published::source())
        .points(placements.iter().map(|placement| table_point(placement, outcomes.at(*placement), &rows)))
}

fn table_point(placement: &Placement, outcome: &Outcome, rows: &[Row]) -> Point {
    let same = |row: &&Row| {
        (row.strategy, row.items, row.servers) == (placement.strategy(), placement.items(), placement.servers())
    };
    // No capacity matters here; the largest there can be leaves nothing over.
    let exact = exact::summary(placement, placement.items());
    let exact = exact.map(|Summary { p50, p95, p99, p999, imbalance, .. }| ([p50, p95, p99, p999], imbalance));
    let published = rows.iter().find(same).map(|row| (row.quantiles, row.imbalance));
    let point = Point::new(at(placement))
        .value(IMBALANCE, imbalance(placement, outcome))
        .exact(IMBALANCE, exact.map(|(_, imbalance)| imbalance))
        .published(IMBALANCE, published.map(|(_, imbalance)| imbalance));
    QUANTILES.iter().enumerate().fold(point, |point, (index, &(name, q))| {
        let of = |known: Option<([u64; 4], f64)>| known.map(|(quantiles, _)| quantiles[index] as f64);
        point.value(name, quantile(outcome, q)).exact(name, of(exact)).published(name, of(published))
    })
}

fn planner(planned: &[Planned], outcomes: &Outcomes) -> Series {
    Series::new("planner", "Chance of more items than the capacity")
        .dimensions([strategy(), items(), Dimension::new("capacity", "Capacity of a server", Some("items")), servers()])
        .measures([
            Measure::share(P_SERVER, "Share of servers over capacity"),
            Measure::share(P_ANY, "Share of placements with any server over capacity"),
        ])
        .points(planned.iter().map(|planned| planner_point(planned, outcomes.at(planned.placement))))
}

fn planner_point(planned: &Planned, outcome: &Outcome) -> Point {
    let &Planned { placement, capacity } = planned;
    let (server, any) = exact::overload(&placement, capacity).unzip();
    Point::new(at(&placement))
        .and_at([("capacity", capacity.into())])
        .value(P_SERVER, share(outcome.loads.count_above(capacity), outcome.loads.total()))
        .value(P_ANY, share(outcome.maxima.count_above(capacity), outcome.maxima.total()))
        .exact(P_SERVER, server)
        .exact(P_ANY, any)
}

fn loads(placement: &Placement, outcomes: &Outcomes) -> Series {
    Series::new("load-distribution", "Share of servers by load")
        .dimensions([strategy(), items(), servers(), Dimension::new("load", "Items on a server", Some("items"))])
        .measures([Measure::share(SHARE, "Share of servers")])
        .points(load_points(placement, outcomes.at(*placement)))
}

/// One point for each load from the smallest to the largest that was seen.
fn load_points(placement: &Placement, outcome: &Outcome) -> Vec<Point> {
    let counts: BTreeMap<u64, u64> = outcome.loads.iter().collect();
    let (first, probabilities) = exact::load_probabilities(placement.items(), placement.servers());
    let probability = |load: u64| probabilities.get(usize::try_from(load.checked_sub(first)?).ok()?).copied();
    (outcome.loads.min()..=outcome.loads.max())
        .map(|load| {
            Point::new(at(placement))
                .and_at([("load", load.into())])
                .value(SHARE, share(counts.get(&load).copied().unwrap_or(0), outcome.loads.total()))
                .exact(SHARE, probability(load))
        })
        .collect()
}

/// A quantile of the pooled loads. Loads of one placement depend on each other, but only so that the interval is too
/// wide; see [`statistics::histogram::Histogram::quantile_interval`].
pub(crate) fn quantile(outcome: &Outcome, q: f64) -> Estimate {
    let loads = &outcome.loads;
    let (low, high) = loads.quantile_interval(q);
    Estimate {
        min: Some(loads.min() as f64),
        max: Some(loads.max() as f64),
        ..Estimate::between(loads.total(), loads.quantile(q) as f64, [low as f64, high as f64])
    }
}

/// The 99th percentile over the mean. The mean is known: every item lies on some server.
fn imbalance(placement: &Placement, outcome: &Outcome) -> Estimate {
    quantile(outcome, 0.99).map(|items| items / placement.mean()).without_extremes()
}

/// The settings of a placement.
pub(crate) fn at(placement: &Placement) -> [(&'static str, Setting); 3] {
    [
        (STRATEGY, placement.strategy().name().into()),
        ("items", placement.items().into()),
        ("servers", placement.servers().into()),
    ]
}

fn strategy() -> Dimension {
    Dimension::new(STRATEGY, "Strategy", None).words(STRATEGIES)
}

fn items() -> Dimension {
    Dimension::new("items", "Items", Some("items"))
}

fn servers() -> Dimension {
    Dimension::new("servers", "Servers", Some("servers"))
}
