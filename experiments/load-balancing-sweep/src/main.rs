//! Random load balancing where the published table ends: 10 million items on 100,000 servers, a million repetitions of what is
//! rare, and the best of up to 8 servers.
//!
//! It takes minutes on two cores, and splits: see `sharding`, and `experiments/cluster` for a cluster.

mod conditions;
mod judge;
mod quantities;
mod series;

use std::ops::Range;
use std::process::ExitCode;

use harness::record::{Judged, Profile, Series};
use harness::{Build, Failure, Found, Results, Run};
use load_balancing_model::Placement;
use placements::Outcomes;
use sharding::{Condition, Counts, Divisible};

struct Sweep;

impl Divisible for Sweep {
    type Setting = Placement;

    fn build() -> Build {
        harness::this_build!()
    }

    fn series() -> Vec<Series> {
        series::declared()
    }

    fn conditions(profile: Profile) -> Vec<Condition<Placement>> {
        conditions::all(profile)
    }

    fn repeat(placement: &Placement, seed: u64, repetitions: Range<u32>) -> Counts {
        placements::counted(placement, seed, repetitions)
    }

    fn results(_: &Run, found: Vec<(Condition<Placement>, Counts)>) -> Result<Results, Failure> {
        let outcomes = Outcomes::of_counted(found);
        Ok(Results { found: quantities::quantities(series::all(&outcomes)), skipped: judge::skipped() })
    }

    fn judge(found: &Found) -> Judged {
        Judged::new(judge::claims(found))
    }
}

fn main() -> ExitCode {
    sharding::main::<Sweep>()
}

#[cfg(test)]
mod tests;
