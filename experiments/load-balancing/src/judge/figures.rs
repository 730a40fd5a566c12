//! The figures that claims stand on.

use harness::claims::is_reproduced;
use harness::record::{ClaimFigure, Estimate, PublishedValue, unit};
use load_balancing_model::{Placement, exact};

use crate::series;
use crate::simulate::Outcomes;

/// A figure of a claim, with half a unit of the last digit that was published.
pub(super) struct Figure {
    pub figure: ClaimFigure,
    rounding: f64,
}

impl Figure {
    pub(super) fn new(label: impl Into<String>, unit: &str, measured: Estimate, exact: Option<f64>) -> Self {
        let figure = ClaimFigure { exact, ..ClaimFigure::new(label, unit, Some(measured)) };
        Self { figure, rounding: 0.0 }
    }

    /// What was published for it, and half a unit of its last digit; 0 for a counted figure.
    pub(super) fn published(mut self, value: PublishedValue, rounding: f64) -> Self {
        self.figure.published = Some(value);
        self.rounding = rounding;
        self
    }

    /// Under another name.
    pub(super) fn labelled(mut self, label: &str) -> Self {
        self.figure.label = label.to_owned();
        self
    }

    /// Whether what was published is reproduced; a figure that nobody published agrees with anything.
    pub(super) fn agrees(&self) -> bool {
        is_reproduced(&self.figure, self.rounding) != Some(false)
    }

    pub(super) fn measured(&self) -> f64 {
        self.figure.measured.as_ref().expect("every figure here is measured").value
    }
}

/// A quantile of the pooled loads, such as `p99 at 13 servers`, with its exact value.
pub(super) fn quantile(outcomes: &Outcomes, placement: Placement, name: &str, q: f64) -> Figure {
    let exact = exact::summary(&placement, placement.items())
        .map(|_| exact::quantile(placement.items(), placement.servers(), q));
    let label = format!("{name} at {} servers", placement.servers());
    Figure::new(label, "items", series::quantile(outcomes.of(placement), q), exact.map(|items| items as f64))
}

/// The 99th percentile over the mean.
pub(super) fn imbalance(outcomes: &Outcomes, placement: Placement) -> Figure {
    let label = format!("p99 over mean, {} items on {} servers", placement.items(), placement.servers());
    let exact = exact::summary(&placement, placement.items()).map(|summary| summary.imbalance);
    Figure::new(label, unit::RATIO, series::imbalance(&placement, outcomes.of(placement)), exact)
}

/// The share of servers over `capacity`.
pub(super) fn server_over(outcomes: &Outcomes, placement: Placement, capacity: u64) -> Figure {
    let label = format!("share of servers over {capacity} items at {} servers", placement.servers());
    let exact = exact::overload(&placement, capacity).map(|(server, _)| server);
    Figure::new(label, unit::SHARE, series::server_over(outcomes.of(placement), capacity), exact)
}

/// The chance that any server is over `capacity`.
pub(super) fn any_over(outcomes: &Outcomes, placement: Placement, capacity: u64) -> Figure {
    let label = format!("chance that any of {} servers is over {capacity} items", placement.servers());
    let exact = exact::overload(&placement, capacity).map(|(_, any)| any);
    Figure::new(label, unit::SHARE, series::any_over(outcomes.of(placement), capacity), exact)
}

/// The mean load: known beforehand, and measured all the same, to show that no item is lost.
pub(super) fn mean(outcomes: &Outcomes, placement: Placement) -> Figure {
    let label = format!("mean at {} servers", placement.servers());
    Figure::new(label, "items", certain(outcomes, placement, |mean| mean), Some(placement.mean()))
}

/// The share of capacity that is idle on average.
pub(super) fn idle(outcomes: &Outcomes, placement: Placement, capacity: u64) -> Figure {
    let share = |mean: f64| 1.0 - mean / capacity as f64;
    let label = format!("idle share at {} servers", placement.servers());
    Figure::new(label, unit::SHARE, certain(outcomes, placement, share), Some(share(placement.mean())))
}

/// What follows from the mean load, which no repetition changes: its interval is a point.
fn certain(outcomes: &Outcomes, placement: Placement, of_mean: impl Fn(f64) -> f64) -> Estimate {
    let loads = &outcomes.of(placement).loads;
    let value = of_mean(loads.mean());
    Estimate { n: loads.total(), value, low: value, high: value, min: None, max: None }
}
