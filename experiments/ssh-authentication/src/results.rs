//! A whole run: what is measured, and what is found in it.

use harness::{Failure, Found, Results, Run};

use crate::measured::measure_all;
use crate::quantities::quantities;

/// Measures everything, or nothing at all.
pub(crate) fn measure(run: &Run) -> Result<Results, Failure> {
    Ok(match measure_all(run)? {
        Ok(rows) => Results { found: quantities(&rows)?, skipped: rows.skipped },
        Err(skipped) => Results { found: Found::new(Vec::new()), skipped: vec![skipped] },
    })
}
