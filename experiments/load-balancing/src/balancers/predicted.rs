//! What the model says of the conditions.

use std::collections::BTreeMap;

use crate::in_flight::{Seen, Service, Setting, simulate};
use harness::record::Profile;
use rayon::prelude::*;

use super::Row;

/// How many requests arrive per mean work, for all servers together: enough for 10 in flight at each; or, where each takes one
/// after the other, to take 7 in 10 of its time.
pub(crate) fn rate(service: Service) -> f64 {
    match service {
        Service::Held => 130.0,
        Service::Queued => 9.1,
    }
}

/// The mean work of a request, in seconds: long beside its way through a balancer, which takes a fraction of a millisecond.
pub(crate) fn work_seconds(service: Service) -> f64 {
    match service {
        Service::Held => 0.1,
        Service::Queued => 0.008,
    }
}

/// What is predicted of a condition.
#[derive(Debug, Clone)]
pub(crate) struct Predicted {
    pub seen: Seen,
    /// The median and the 99th percentile of the times, in mean works.
    pub times: [f64; 2],
}

/// Simulates one setting: many short runs, since each draws a ring of its own, and so do balancers.
pub(crate) fn predict(setting: &Setting, profile: Profile, seed: u64) -> Predicted {
    let (runs, requests) = match profile {
        Profile::Quick => (8, 20_000),
        Profile::Full => (64, 50_000),
    };
    let runs: Vec<_> =
        (0..runs).into_par_iter().map(|repetition| simulate(setting, requests, seed, repetition)).collect();
    let mut seen = Seen::default();
    runs.iter().for_each(|run| seen.merge(&run.seen));
    let mut times: Vec<f64> = runs.into_iter().flat_map(|run| run.times).collect();
    times.sort_by(f64::total_cmp);
    let quantile = |q: f64| times[((times.len() as f64 * q) as usize).min(times.len() - 1)];
    Predicted { seen, times: [quantile(0.5), quantile(0.99)] }
}

/// What is predicted of each row; settings that several have are simulated once.
pub(crate) fn of_rows(rows: &[Row], is_older: bool, profile: Profile, seed: u64) -> Vec<Predicted> {
    let mut known: BTreeMap<String, Predicted> = BTreeMap::new();
    let of = |row: &Row| {
        let setting = row.condition.modelled(row.service, rate(row.service), is_older);
        known.entry(format!("{setting:?}")).or_insert_with(|| predict(&setting, profile, seed)).clone()
    };
    rows.iter().map(of).collect()
}
