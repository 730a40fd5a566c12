//! Real balancers, measured: nginx, HAProxy and Caddy, each between a generator of requests and servers of this program, and what
//! the model says of them.
//!
//! Balancers are started on Linux alone. What they came to ([`Row`]) becomes series and claims everywhere.

mod condition;
#[cfg(target_os = "linux")]
mod machine;
mod predicted;
mod quantities;
mod series;

#[cfg(not(target_os = "linux"))]
#[path = "balancers/elsewhere.rs"]
mod machine;

use harness::record::{Estimate, Skipped};
use harness::statistics::{median, ratio_within_rounds, share_if_any};
use load_balancing_model::in_flight::round::Round;
use load_balancing_model::in_flight::{Seen, Service};

pub(crate) use condition::{Balancer, Condition, Policy, SERVERS};
pub(crate) use machine::{Command, amount, execute, measure, measure_one};
pub(crate) use predicted::{Watch, Window, moments, predict, rate, round_window, window, work_seconds};
pub(crate) use quantities::{MENDED, add_quantities, cost, queries, rounds, variance};
pub(crate) use series::{ANY_OVER, BALANCERS, CAPACITY, FAILED, FAILING, all, at_failing, declared, summary};

/// The outcome of one turn: one balancer under one load.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    /// The loads of the servers.
    pub seen: Seen,
    /// How many requests came to each server.
    pub by_server: Vec<u64>,
    /// How many were sent; and while the loads were watched, how many were answered.
    pub sent: u64,
    pub answered: u64,
    /// Processor time of the balancer meanwhile, in seconds, where the system tells.
    pub processor_seconds: Option<f64>,
    /// From when each request was due to its answer, ascending, in seconds.
    pub times: Vec<f64>,
    /// How many of these requests a failing server answered.
    pub failed: u64,
    /// How late the latest request was sent, or answered by a server, in seconds.
    pub late_seconds: f64,
    /// The servers moment by moment, where that was asked for.
    pub round: Round,
}

impl Outcome {
    /// A quantile of the times by nearest rank, where there are any.
    pub(crate) fn quantile(&self, q: f64) -> Option<f64> {
        predicted::quantile(&self.times, q)
    }

    /// Processor time of the balancer for a request, in seconds.
    fn processor_seconds_per_request(&self) -> Option<f64> {
        self.processor_seconds.filter(|_| self.answered > 0).map(|seconds| seconds / self.answered as f64)
    }

    /// The share of requests that a failing server answered; nothing where there were none.
    pub(crate) fn failed_share(&self) -> Option<Estimate> {
        share_if_any(self.failed, self.times.len() as u64)
    }

    /// How many requests came to servers, in all.
    fn received(&self) -> u64 {
        self.by_server.iter().sum()
    }
}

/// One balancer, measured once.
#[derive(Debug)]
pub(crate) struct One {
    pub outcome: Outcome,
    /// The version, as its program tells it.
    pub version: String,
    /// True for a Caddy with the older draw of two.
    pub has_older_draw: bool,
}

/// A condition's outcomes, round by round.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub condition: Condition,
    pub service: Service,
    pub outcomes: Vec<Outcome>,
}

impl Row {
    fn median_of(&self, figure: impl Fn(&Outcome) -> f64) -> Estimate {
        median(&self.outcomes.iter().map(figure).collect::<Vec<_>>())
    }

    /// The share of the requests of all rounds that a failing server answered, where a share for each round would say nothing of how
    /// seldom that is.
    fn failed_share(&self) -> Option<Estimate> {
        let failed = self.outcomes.iter().map(|outcome| outcome.failed).sum();
        share_if_any(failed, self.outcomes.iter().map(|outcome| outcome.times.len() as u64).sum())
    }

    /// The same of what some outcomes may lack; nothing where any does.
    fn median_of_all(&self, figure: impl Fn(&Outcome) -> Option<f64>) -> Option<Estimate> {
        let figures: Option<Vec<f64>> = self.outcomes.iter().map(figure).collect();
        figures.filter(|figures| !figures.is_empty()).map(|figures| median(&figures))
    }
}

/// All that was measured, and what was skipped.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    pub rows: Vec<Row>,
    /// One round of each of [`condition::recorded`].
    pub rounds: Vec<(Condition, Round)>,
    pub skipped: Vec<Skipped>,
    /// True if the Caddy that was found has the older draw of two; `None` where there is none, or it does not tell.
    pub caddy_is_older: Option<bool>,
}

impl Measured {
    fn row(&self, condition: Condition) -> Option<&Row> {
        self.rows.iter().find(|row| row.condition == condition && row.service == Service::Held)
    }

    /// The ratio of a figure under one condition to that under another, paired within rounds; nothing where either is missing.
    fn ratio(&self, above: Condition, below: Condition, figure: impl Fn(&Outcome) -> Option<f64>) -> Option<Estimate> {
        let figures = |condition| -> Option<Vec<f64>> { self.row(condition)?.outcomes.iter().map(&figure).collect() };
        let (above, below) = (figures(above)?, figures(below)?);
        let is_ratio = !below.is_empty() && below.iter().all(|&figure| figure > 0.0);
        is_ratio.then(|| ratio_within_rounds(&above, &below))
    }

    /// The [`ratio`](Self::ratio) of the variance between servers over their mean.
    pub(crate) fn variance_ratio(&self, above: Condition, below: Condition) -> Option<Estimate> {
        self.ratio(above, below, |outcome| Some(outcome.seen.variance_over_mean()))
    }

    /// The [`ratio`](Self::ratio) of the balancer's processor time for a request.
    pub(crate) fn cost_ratio(&self, above: Condition, below: Condition) -> Option<Estimate> {
        self.ratio(above, below, Outcome::processor_seconds_per_request)
    }

    /// How many requests came to servers for each that was sent to the balancer.
    pub(crate) fn queries(&self, condition: Condition) -> Option<Estimate> {
        let outcomes = &self.row(condition)?.outcomes;
        let sent: u64 = outcomes.iter().map(|outcome| outcome.sent).sum();
        let received: u64 = outcomes.iter().map(Outcome::received).sum();
        // Counted, every one.
        (sent > 0).then(|| Estimate::certain(sent, received as f64 / sent as f64))
    }
}

#[cfg(test)]
mod tests;
