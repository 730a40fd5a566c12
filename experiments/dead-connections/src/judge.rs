//! The published claims, judged by rule, and this project's own.
//!
//! Times of minutes and hours are the model's: a claim about them is worth as much as the rows with short settings that
//! confirm the model's rule, and none of it where there are no such rows. Its reason says so.

mod figures;
mod grpc;
mod own;
mod sources;
mod tcp;

use harness::record::Claim;

use crate::quantities::Found;

/// All claims: those published, then this project's own.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        tcp::recommended(found),
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
        own::model_agrees(found),
        own::held_out_agrees(found),
        own::means_do_not_matter(found),
    ]
}

#[cfg(test)]
mod tests;
