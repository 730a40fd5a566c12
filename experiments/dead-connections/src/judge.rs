//! The published claims, judged by rule, and this project's own.
//!
//! Times of minutes are measured where a run waited for them. Where it did not, and for those of hours, a claim is not tested, and
//! says what the model gives.

mod figures;
mod grpc;
mod own;
mod sources;
mod tcp;

use harness::Found;
use harness::record::Claim;

use crate::quantities::RowFigures;

/// All claims: those published, then this project's own.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    let found = &RowFigures::of(found);
    vec![
        tcp::recommended(found),
        tcp::as_written(found),
        tcp::default_keepalive(found),
        tcp::keepalive_formula(found),
        tcp::default_retries(found),
        tcp::sixteen_minutes(found),
        tcp::user_timeout_replaces_probes(found),
        tcp::user_timeout_in_flight(found),
        tcp::keepalive_sleeps_in_flight(found),
        tcp::connecting(found),
        tcp::connecting_linearly(found),
        grpc::is_off_by_default(found),
        grpc::too_many_pings(found),
        grpc::pings_without_calls(found),
        own::acknowledged_requests(found),
        own::model_agrees(found),
        own::held_out_agrees(found),
        own::means_do_not_matter(found),
        own::own_drops_end_sooner(found),
    ]
}

#[cfg(test)]
mod tests;
