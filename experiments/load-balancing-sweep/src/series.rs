//! What was counted, as the record's series.

use harness::found::figures;
use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::statistics::{mean, share};
use load_balancing_model::{Outcome, Placement, Strategy, exact};
use placements::Outcomes;
use statistics::histogram::Histogram;

use crate::conditions::{
    CHOICES, FEW_ITEMS, MANY_ITEMS, MANY_SERVERS, RARE_SERVERS, ROOM, TWO_ROOMS, TWO_SERVERS, best_of, placement,
};

/// The large placements.
pub(crate) const LARGE: &str = "large";
pub(crate) const FULLEST: &str = "fullest_items";
pub(crate) const GAP: &str = "gap_items";
pub(crate) const LEADING: &str = "leading_term_items";
const P99: &str = "p99_items";
const IMBALANCE: &str = "imbalance_ratio";

/// The small risks.
pub(crate) const RARE: &str = "small-risks";
pub(crate) const ANY_OVER: &str = "any_over_capacity_share";
const SERVER_OVER: &str = "server_over_capacity_share";

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![large(), rare(), figures()]
}

/// What was counted.
pub(crate) fn all(outcomes: &Outcomes) -> Vec<Series> {
    vec![large().points(large_points(outcomes)), rare().points(rare_points(outcomes))]
}

fn large() -> Series {
    let mean = |name, title| Measure::new(name, title, "items", "mean of simulated repetitions", "Student").simulated();
    let pooled = |name, title, unit| {
        Measure::new(name, title, unit, "pooled quantile of simulated repetitions", "order statistics").simulated()
    };
    Series::new(LARGE, "The fullest of 100,000 servers, by how many random servers an item chooses from")
        .dimensions([
            Dimension::new("choices", "Servers to choose from", None),
            Dimension::new("items", "Items", Some("items")),
            Dimension::new("servers", "Servers", Some("servers")),
        ])
        .measures([
            mean(FULLEST, "Items on the fullest server"),
            mean(GAP, "Items on the fullest server above the mean"),
            Measure::of_model(LEADING, "The law’s leading term, ln ln n / ln k", "items"),
            pooled(P99, "99th percentile", "items"),
            pooled(IMBALANCE, "99th percentile over mean", unit::RATIO),
        ])
}

fn large_points(outcomes: &Outcomes) -> impl Iterator<Item = Point> {
    MANY_ITEMS.into_iter().flat_map(|items| CHOICES.map(move |choices| (items, choices))).map(|(items, choices)| {
        let placement = placement(items, MANY_SERVERS, best_of(choices));
        large_point(placement, choices, outcomes.at(placement))
    })
}

fn large_point(placement: Placement, choices: u32, outcome: &Outcome) -> Point {
    let maxima: Vec<f64> = outcome
        .maxima
        .iter()
        .flat_map(|(value, n)| {
            std::iter::repeat_n(value as f64, usize::try_from(n).expect("there are few repetitions"))
        })
        .collect();
    let (fullest, average) = (mean(&maxima), placement.mean());
    let (low, high) = outcome.loads.quantile_interval(0.99);
    let p99 = outcome.loads.quantile(0.99) as f64;
    let p99 = Estimate::between(outcome.loads.total(), p99, [low as f64, high as f64]);
    let exact_fullest = (choices == 1).then(|| mean_fullest(placement.items(), placement.servers()));
    let exact_p99 = (choices == 1).then(|| exact::quantile(placement.items(), placement.servers(), 0.99) as f64);
    Point::new(at_large(choices, placement.items()))
        .value(FULLEST, fullest.clone().to_digits(7))
        .exact(FULLEST, exact_fullest)
        .value(GAP, fullest.map(|items| items - average).to_digits(7))
        .exact(GAP, exact_fullest.map(|items| items - average))
        .predicted(LEADING, leading_term(&placement))
        .value(P99, p99.clone())
        .exact(P99, exact_p99)
        .value(IMBALANCE, p99.map(|items| items / average))
        .exact(IMBALANCE, exact_p99.map(|items| items / average))
}

/// The settings of a large placement.
pub(crate) fn at_large(choices: u32, items: u64) -> [(&'static str, Setting); 3] {
    [("choices", choices.into()), ("items", items.into()), ("servers", MANY_SERVERS.into())]
}

/// What the law of Azar, Broder, Karlin and Upfal (1999) says of as many items as servers, n, and the best of k: the fullest
/// server has ln ln n / ln k items, and a number more that does not grow with n, and of which they do not say how large it is.
fn leading_term(placement: &Placement) -> Option<f64> {
    let servers = placement.servers();
    match placement.strategy() {
        Strategy::Choices { choices, .. } if placement.items() == u64::from(servers) => {
            Some(f64::from(servers).ln().ln() / f64::from(choices).ln())
        }
        _ => None,
    }
}

/// The mean number of items on the fullest server, under random placement: the sum over all numbers of the chance that any
/// server has more. Until some server surely has more, that chance is 1.
pub(crate) fn mean_fullest(items: u64, servers: u32) -> f64 {
    let surely = items.div_ceil(servers.into());
    let chances = (surely..items).map(|capacity| exact::p_any_over(items, servers, capacity));
    // Far below what a sum of doubles keeps.
    surely as f64 + chances.take_while(|&chance| chance > 1e-18).sum::<f64>()
}

fn rare() -> Series {
    let share =
        |name, title| Measure::new(name, title, unit::SHARE, "share of simulated repetitions", "Wilson").simulated();
    Series::new(RARE, "Small chances of more items than the capacity")
        .dimensions([
            Dimension::new("strategy", "Strategy", None)
                .words([("random", "one choice"), ("two-choices", "two choices")]),
            Dimension::new("items", "Items", Some("items")),
            Dimension::new("servers", "Servers", Some("servers")),
            Dimension::new("capacity", "Capacity of a server", Some("items")),
        ])
        .measures([
            share(ANY_OVER, "Share of placements with any server over capacity"),
            share(SERVER_OVER, "Share of servers over capacity"),
        ])
}

fn rare_points(outcomes: &Outcomes) -> impl Iterator<Item = Point> {
    let random = RARE_SERVERS.map(|servers| (placement(FEW_ITEMS, servers, Strategy::Random), ROOM));
    let two = TWO_ROOMS.map(|room| (placement(FEW_ITEMS, TWO_SERVERS, best_of(2)), room));
    random.chain(two).map(|(placement, capacity)| rare_point(placement, capacity, outcomes.at(placement)))
}

fn rare_point(placement: Placement, capacity: u64, outcome: &Outcome) -> Point {
    let over = |counted: &Histogram| share(counted.count_above(capacity), counted.total());
    let (server, any) = exact::overload(&placement, capacity).unzip();
    Point::new(at_rare(&placement, capacity))
        .value(ANY_OVER, over(&outcome.maxima))
        .exact(ANY_OVER, any)
        .value(SERVER_OVER, over(&outcome.loads))
        .exact(SERVER_OVER, server)
}

/// The settings of a placement whose risk is small.
pub(crate) fn at_rare(placement: &Placement, capacity: u64) -> [(&'static str, Setting); 4] {
    [
        ("strategy", placement.strategy().name().into()),
        ("items", placement.items().into()),
        ("servers", placement.servers().into()),
        ("capacity", capacity.into()),
    ]
}
