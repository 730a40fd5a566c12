//! The record's series, and the outcomes of what is simulated as their points.

use std::collections::BTreeMap;

use harness::found::figures;
use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::statistics::share;
use load_balancing_model::{Outcome, Placement, Summary, exact};
use placements::Outcomes;

use crate::balancers;
use crate::conditions::{Conditions, Planned, placement};
use crate::published::{self, Row};

/// The published table, and the planner's curves.
pub(crate) const TABLE: &str = "published-table";
pub(crate) const PLANNER: &str = "planner";

/// The table's quantiles, by measure.
const QUANTILES: [(&str, f64); 4] =
    [("p50_items", 0.5), ("p95_items", 0.95), ("p99_items", 0.99), ("p999_items", 0.999)];
/// Words of each strategy for readers, and of the one that only the table has.
const STRATEGIES: [(&str, &str); 2] = [("random", "one choice"), ("two-choices", "two choices")];
const TWO_DISTINCT: (&str, &str) = ("two-choices-distinct", "two choices, distinct");
const STRATEGY: &str = "strategy";
pub(crate) const IMBALANCE: &str = "imbalance_ratio";
pub(crate) const P_SERVER: &str = "p_server_over_capacity";
pub(crate) const P_ANY: &str = "p_any_over_capacity";
/// Titles of these two.
pub(crate) const SERVER_TITLE: &str = "Share of servers over capacity";
pub(crate) const ANY_TITLE: &str = "Share of placements with any server over capacity";
const SHARE: &str = "share_of_servers";

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    [vec![table(), planner(), loads()], balancers::declared(), vec![figures()]].concat()
}

/// The series of what was simulated.
pub(crate) fn all(conditions: &Conditions, outcomes: &Outcomes) -> Vec<Series> {
    let table_points = conditions.table.iter().map(|placement| table_point(placement, outcomes.at(*placement)));
    let planner_points =
        conditions.planned.iter().map(|planned| planner_point(planned, outcomes.at(planned.placement)));
    let shown = &conditions.shown;
    vec![
        table().points(table_points),
        planner().points(planner_points),
        loads().points(load_points(shown, outcomes.at(*shown))),
    ]
}

fn table() -> Series {
    let quantile = |name, title| Measure::new(name, title, "items", "pooled quantile", "order statistics");
    let series = Series::new(TABLE, "Items per server, over all servers and repetitions")
        .dimensions([strategy().words(STRATEGIES.into_iter().chain([TWO_DISTINCT])), items(), servers()])
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
        .published_by(published::source());
    published::rows().iter().fold(series, with_published)
}

fn with_published(series: Series, row: &Row) -> Series {
    let at = at(&placement(row.items, row.servers, row.strategy));
    let series = series.published(at.clone(), IMBALANCE, row.imbalance);
    let quantiles = QUANTILES.iter().zip(row.quantiles);
    quantiles.fold(series, |series, (&(name, _), items)| series.published(at.clone(), name, items as f64))
}

fn table_point(placement: &Placement, outcome: &Outcome) -> Point {
    // No capacity matters here; the largest there can be leaves nothing over.
    let exact = exact::summary(placement, placement.items());
    let exact = exact.map(|Summary { p50, p95, p99, p999, imbalance, .. }| ([p50, p95, p99, p999], imbalance));
    let point = Point::new(at(placement))
        .value(IMBALANCE, imbalance(placement, outcome))
        .exact(IMBALANCE, exact.map(|(_, imbalance)| imbalance));
    QUANTILES.iter().enumerate().fold(point, |point, (index, &(name, q))| {
        let exact = exact.map(|(quantiles, _)| quantiles[index] as f64);
        point.value(name, quantile(outcome, q)).exact(name, exact)
    })
}

pub(crate) fn planner() -> Series {
    Series::new(PLANNER, "Chance of more items than the capacity")
        .dimensions([strategy(), items(), Dimension::new("capacity", "Capacity of a server", Some("items")), servers()])
        .measures([Measure::share(P_SERVER, SERVER_TITLE), Measure::share(P_ANY, ANY_TITLE)])
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

fn loads() -> Series {
    Series::new("load-distribution", "Share of servers by load")
        .dimensions([strategy(), items(), servers(), Dimension::new("load", "Items on a server", Some("items"))])
        .measures([Measure::share(SHARE, "Share of servers")])
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
