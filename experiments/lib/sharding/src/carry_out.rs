//! Simulating a part on all cores.

use std::sync::Mutex;

use harness::{Failure, Run, schedule};
use rayon::prelude::*;

use crate::{Condition, Counts, Divisible, Shard, plan};

/// Simulates a part's repetitions of each condition, and counts their results. The number of threads is rayon's, which
/// `RAYON_NUM_THREADS` sets; the counts do not depend on it.
///
/// # Errors
/// The run was interrupted.
pub fn carry_out<D: Divisible>(
    run: &Run,
    conditions: &[Condition<D::Setting>],
    shard: Shard,
) -> Result<Vec<Counts>, Failure> {
    let units = schedule::shuffled(plan::units_of(conditions, shard), run.seed);
    run.expect(units.iter().map(|unit| unit.work).sum());
    let counts: Vec<Mutex<Counts>> = conditions.iter().map(|_| Mutex::default()).collect();
    units.into_par_iter().try_for_each(|unit| {
        let found = D::repeat(&conditions[unit.condition].setting, run.seed, unit.repetitions);
        counts[unit.condition].lock().expect("no thread fails while it adds").merge(&found);
        run.advance(unit.work)
    })?;
    Ok(counts.into_iter().map(|counts| counts.into_inner().expect("no thread fails while it adds")).collect())
}
