//! Every figure of a run, computed once: those of the series, and a few that stand in none.

use harness::quantities::{Quantities, Quantity};
use harness::record::{Estimate, unit};
use harness::statistics::share;
use load_balancing_model::{Placement, Strategy::Random, exact};

use crate::conditions::{Conditions, placement};
use crate::series;
use crate::simulate::Outcomes;

/// Placements of whose means claims speak, and the capacity of their servers.
const MEANS: [(u64, u32, u64); 3] = [(1000, 13, 100), (1000, 14, 100), (10_000, 11, 1000)];

/// All of them.
pub(crate) fn quantities(conditions: &Conditions, outcomes: &Outcomes) -> Quantities {
    let mut quantities = Quantities::of(series::all(conditions, outcomes));
    for (items, servers, capacity) in MEANS {
        let placement = placement(items, servers, Random);
        let idle = |mean: f64| 1.0 - mean / capacity as f64;
        quantities.add(mean_of(&placement), certain(outcomes, placement, "items", |mean| mean));
        quantities.add(idle_of(&placement), certain(outcomes, placement, unit::SHARE, idle));
    }
    // At or over 100 is over 99.
    let (ten, below) = (placement(1000, 10, Random), 99);
    let loads = &outcomes.of(ten).loads;
    let at_or_over = Quantity::new(unit::SHARE, share(loads.count_above(below), loads.total()));
    quantities.add(AT_OR_OVER, at_or_over.exact(exact::overload(&ten, below).map(|(server, _)| server)));
    quantities
}

/// The share of 10 servers that hold 100 of 1,000 items or more.
pub(crate) const AT_OR_OVER: &str = "at or over 100";

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
    let loads = &outcomes.of(placement).loads;
    Quantity::new(unit, Estimate::certain(loads.total(), of_mean(loads.mean()))).exact(of_mean(placement.mean()))
}
