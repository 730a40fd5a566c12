//! A whole run: what is measured, and what is found in it.

use harness::{Failure, Results, Run};

use crate::conditions::Conditions;
use crate::iperf3;
use crate::measured::{measure_all, warn_of_repeats};
use crate::place::Place;
use crate::quantities::quantities;
use crate::remote::Remote;
use crate::stall;

/// A whole run, to another machine too where `buffer-size serve` was named there.
pub(crate) fn results(run: &Run, server: Option<&str>) -> Result<Results, Failure> {
    let remote = server.map(Remote::reach).transpose()?;
    let place = Place::best();
    let conditions = Conditions::of(run.profile, &place, remote.is_some());
    if iperf3::missing().is_none() {
        run.uses_program("iperf3", "iperf3", &["--version"]);
    }
    let rows = measure_all(&conditions, &place, remote.as_ref(), run)?;
    warn_of_repeats(&rows, run);
    let stalls = stall::measure_all(run.profile)?;
    Ok(Results { found: quantities(&rows, &stalls), skipped: conditions.skipped })
}
