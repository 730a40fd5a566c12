//! Every figure of a run, computed once: those of the series, and a few that stand in none.

use harness::record::{Estimate, Series, unit};
use harness::statistics::share;
use harness::{Found, Quantity};
use load_balancing_model::{Placement, Strategy::Random, exact};
use placements::Outcomes;

use crate::balancers::{self, Measured};
use crate::conditions::{Conditions, placement};
use crate::series::{self, IMBALANCE, TABLE};

/// Placements of whose means claims speak, and the capacity of their servers.
const MEANS: [(u64, u32, u64); 3] = [(1000, 13, 100), (1000, 14, 100), (10_000, 11, 1000)];

/// All of them, with the series of the balancers.
pub(crate) fn quantities(
    conditions: &Conditions,
    outcomes: &Outcomes,
    measured: &Measured,
    of_balancers: Vec<Series>,
) -> Found {
    let mut found = Found::new([series::all(conditions, outcomes), of_balancers].concat());
    balancers::add_quantities(&mut found, measured);
    for (items, servers, capacity) in MEANS {
        let placement = placement(items, servers, Random);
        let idle = |mean: f64| 1.0 - mean / capacity as f64;
        found.add(mean_of(&placement), certain(outcomes, placement, "items", |mean| mean));
        found.add(idle_of(&placement), certain(outcomes, placement, unit::SHARE, idle));
    }
    // At or over 100 is over 99.
    let (ten, below) = (placement(1000, 10, Random), 99);
    let loads = &outcomes.at(ten).loads;
    let at_or_over = Quantity::new(unit::SHARE, share(loads.count_above(below), loads.total()));
    found.add(AT_OR_OVER, at_or_over.exact(exact::overload(&ten, below).map(|(server, _)| server)));
    let imbalance = |items, servers| found.at(TABLE, &series::at(&placement(items, servers, Random)), IMBALANCE);
    let with_servers = SCALED_ITEMS.into_iter().flat_map(|items| {
        SCALED_SERVERS.windows(2).map(move |pair| (imbalance(items, pair[1]), imbalance(items, pair[0])))
    });
    let with_items = SCALED_SERVERS.into_iter().flat_map(|servers| {
        SCALED_ITEMS.windows(2).map(move |pair| (imbalance(pair[0], servers), imbalance(pair[1], servers)))
    });
    let least = [least_ratio(with_servers), least_ratio(with_items)];
    for (name, least) in [LEAST_GROWTH, LEAST_FALL].into_iter().zip(least) {
        found.add(name, least);
    }
    found
}

/// The share of 10 servers that hold 100 of 1,000 items or more.
pub(crate) const AT_OR_OVER: &str = "at or over 100";

/// Least ratios of the imbalance over all settings of [`SCALED_ITEMS`] and [`SCALED_SERVERS`]: with more servers to with fewer,
/// and with fewer items to with more.
pub(crate) const LEAST_GROWTH: &str = "least growth of the imbalance with the servers";
pub(crate) const LEAST_FALL: &str = "least fall of the imbalance with the items";

const SCALED_ITEMS: [u64; 5] = [1000, 2000, 5000, 10_000, 100_000];
const SCALED_SERVERS: [u32; 5] = [3, 10, 25, 100, 1000];

/// The least of some ratios. Its interval goes from the least that any of them may be to the least that all may be.
fn least_ratio(pairs: impl Iterator<Item = (Quantity, Quantity)>) -> Quantity {
    let ratios = pairs.map(|(above, below)| {
        let exact = above.exact.zip(below.exact).map(|(above, below)| above / below);
        let (above, below) = above.measured.zip(below.measured).expect("every setting is simulated");
        let (value, low, high) = (above.value / below.value, above.low / below.high, above.high / below.low);
        (Estimate::between(above.n.min(below.n), value, [low, high]), exact)
    });
    let least = ratios.reduce(|(one, exact), (other, other_exact)| {
        let [value, low, high] =
            [(one.value, other.value), (one.low, other.low), (one.high, other.high)].map(|(one, other)| one.min(other));
        let exact = exact.zip(other_exact).map(|(one, other)| one.min(other));
        (Estimate::between(one.n.min(other.n), value, [low, high]), exact)
    });
    let (measured, exact) = least.expect("there are pairs");
    Quantity::new(unit::RATIO, measured).exact(exact)
}

/// The mean load: known beforehand, and measured all the same, to show that no item is lost.
pub(crate) fn mean_of(placement: &Placement) -> String {
    format!("mean, {} on {}", placement.items(), placement.servers())
}

/// The share of capacity that is idle on average.
pub(crate) fn idle_of(placement: &Placement) -> String {
    format!("idle, {} on {}", placement.items(), placement.servers())
}

/// What follows from the mean load, which no repetition changes: its interval is a point.
fn certain(outcomes: &Outcomes, placement: Placement, unit: &str, of_mean: impl Fn(f64) -> f64) -> Quantity {
    let loads = &outcomes.at(placement).loads;
    Quantity::new(unit, Estimate::certain(loads.total(), of_mean(loads.mean()))).exact(of_mean(placement.mean()))
}
