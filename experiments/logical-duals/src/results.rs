//! A whole run: what is measured, and what is found in it.

use harness::{Failure, Results, Run};

use crate::measured::measure_all;
use crate::series;

/// Measures everything that can be measured here.
pub(crate) fn measure(run: &Run) -> Result<Results, Failure> {
    let measured = measure_all(run)?;
    Ok(Results { found: series::found(&measured), skipped: measured.skipped })
}
