//! The figures that claims stand on, under the names that a reader sees.

use harness::Found;
use harness::claims::Figure;
use load_balancing_model::Placement;

use crate::quantities::{idle_of, mean_of};
use crate::series::{self, IMBALANCE, P_ANY, P_SERVER, PLANNER, TABLE};

/// A quantile of the pooled loads: `p99 at 13 servers` for `p99_items`.
pub(super) fn quantile(found: &Found, placement: Placement, name: &str, measure: &str) -> Figure {
    let quantity = found.at(TABLE, &series::at(&placement), measure);
    Figure::new(format!("{name} at {} servers", placement.servers()), quantity)
}

/// The 99th percentile over the mean.
pub(super) fn imbalance(found: &Found, placement: Placement) -> Figure {
    let label = format!("p99 over mean, {} items on {} servers", placement.items(), placement.servers());
    Figure::new(label, found.at(TABLE, &series::at(&placement), IMBALANCE))
}

/// The share of servers over `capacity`.
pub(super) fn server_over(found: &Found, placement: Placement, capacity: u64) -> Figure {
    let label = format!("share of servers over {capacity} items at {} servers", placement.servers());
    planned(found, label, placement, capacity, P_SERVER)
}

/// The chance that any server is over `capacity`.
pub(super) fn any_over(found: &Found, placement: Placement, capacity: u64) -> Figure {
    let label = format!("chance that any of {} servers is over {capacity} items", placement.servers());
    planned(found, label, placement, capacity, P_ANY)
}

fn planned(found: &Found, label: String, placement: Placement, capacity: u64, measure: &str) -> Figure {
    let mut settings = series::at(&placement).to_vec();
    settings.push(("capacity", capacity.into()));
    Figure::new(label, found.at(PLANNER, &settings, measure))
}

/// The mean load.
pub(super) fn mean(found: &Found, placement: Placement) -> Figure {
    Figure::new(format!("mean at {} servers", placement.servers()), found.named(&mean_of(&placement)))
}

/// The share of capacity that is idle on average.
pub(super) fn idle(found: &Found, placement: Placement) -> Figure {
    Figure::new(format!("idle share at {} servers", placement.servers()), found.named(&idle_of(&placement)))
}
