//! A whole run, from what this machine lets it measure to the figures.

use std::sync::Arc;

use clap::Args;
use harness::record::Profile;
use harness::{Failure, Results, Run};

use crate::condition::Program;
use crate::conditions::Conditions;
use crate::kept::Kept;
use crate::place::Place;
use crate::{grpcio, measured, quantities};

/// What only this experiment's runs can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub(crate) struct OvernightOptions {
    /// With --profile full: also wait for what takes up to 25 minutes
    #[arg(long)]
    overnight: bool,
}

/// Measures everything.
pub(crate) fn measure(run: &Run, options: &OvernightOptions) -> Result<Results, Failure> {
    if options.overnight && run.profile != Profile::Full {
        return Err(Failure::Usage("--overnight waits for up to 25 minutes: add --profile full".to_owned()));
    }
    let place = Arc::new(Place::best());
    let conditions = Conditions::of(run.profile, options.overnight, &place, grpcio::python(&|| run.advance(0)));
    let mut kept = Kept::open();
    name_programs(run, &place, &conditions);
    let rows = measured::measure_all(&conditions, &place, &mut kept, run)?;
    let found = quantities::quantities(&rows.measured, &rows.waited);
    kept.forget();
    Ok(Results { found, skipped: conditions.skipped })
}

/// The programs and libraries that are measured, or measured with.
fn name_programs(run: &Run, place: &Place, conditions: &Conditions) {
    if let Place::Namespaces(namespaces) = place {
        run.uses_program("iproute2", "ip", &["-V"]);
        if namespaces.without_nft().is_none() {
            run.uses_program("nftables", "nft", &["--version"]);
        }
    }
    run.uses_library("tonic");
    if conditions.rows.iter().any(|row| row.program == Program::Grpcio) {
        run.uses("grpcio", grpcio::version());
    }
}
