//! The results of a run: of what was simulated, and of the balancers, which are measured now.

use harness::{Failure, Results, Run};
use load_balancing_model::Placement;
use placements::Outcomes;
use sharding::{Condition, Counts, ShardOptions};

use crate::conditions::Conditions;
use crate::{balancers, judge, quantities};

/// Tells the run's progress of the balancers, which no part of a run measures.
pub(crate) fn expect(run: &Run, options: &ShardOptions) {
    if options.shard.is_none() {
        run.expect(balancers::amount(run));
    }
}

/// Measures the balancers, and puts all together.
pub(crate) fn of(run: &Run, simulated: Vec<(Condition<Placement>, Counts)>) -> Result<Results, Failure> {
    let (conditions, outcomes) = (Conditions::of(run.profile), Outcomes::of_counted(simulated));
    let measured = balancers::measure(run)?;
    let of_balancers = balancers::all(&measured, run.profile, run.seed);
    let found = quantities::quantities(&conditions, &outcomes, &measured, of_balancers);
    Ok(Results { found, skipped: [judge::skipped(), measured.skipped].concat() })
}
