//! A whole run: what is measured, and what is found in it.

use harness::{Failure, Results, Run};

use crate::conditions::{Conditions, skipped};
use crate::cores;
use crate::measured::measure_all;
use crate::quantities::quantities;
use crate::remedies::RAND;

/// A whole run.
pub(crate) fn results(run: &Run) -> Result<Results, Failure> {
    for library in ["uuid", "ulid"] {
        run.uses_library(library);
    }
    run.uses("rand", RAND);
    let measured = measure_all(&Conditions::for_profile(run.profile), run)?;
    let cores = cores::usable().len();
    Ok(Results { found: quantities(&measured, cores), skipped: skipped(cores) })
}
