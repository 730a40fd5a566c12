//! Random load balancing where the published table ends: 10 million items on 100,000 servers, a million repetitions of what is
//! rare, and the best of up to 8 servers.
//!
//! It takes minutes on two cores, and splits: see `sharding`, and `experiments/cluster` for a cluster.

mod conditions;
mod judge;
mod series;

use std::ops::Range;

use harness::quantities::Quantities;
use harness::record::Profile;
use harness::{Build, Results};
use load_balancing_model::Placement;
use sharding::{Condition, Counts, Divisible};

use series::Outcomes;

/// What was counted: the items on each server, and those on the fullest of a placement.
const LOADS: &str = "loads";
const MAXIMA: &str = "maxima";

/// The experiment.
pub struct Sweep;

impl Divisible for Sweep {
    type Setting = Placement;

    fn build() -> Build {
        harness::this_build!()
    }

    fn conditions(profile: Profile) -> Vec<Condition<Placement>> {
        conditions::all(profile)
    }

    fn repeat(placement: &Placement, seed: u64, repetitions: Range<u32>) -> Counts {
        let outcome = placement.simulate(seed, repetitions);
        let mut counts = Counts::default();
        for (tally, histogram) in [(LOADS, &outcome.loads), (MAXIMA, &outcome.maxima)] {
            histogram.iter().for_each(|(value, n)| counts.add(tally, value, n));
        }
        counts
    }

    fn results(_: Profile, found: Vec<(Condition<Placement>, Counts)>) -> Results {
        let outcomes = Outcomes::of(found);
        let mut found = Quantities::of(series::all(&outcomes));
        judge::add_quantities(&mut found);
        Results { claims: judge::claims(&found), series: found.series, skipped: judge::skipped() }
    }
}

#[cfg(test)]
mod tests;
