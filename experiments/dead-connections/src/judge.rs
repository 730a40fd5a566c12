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

use crate::measured::Row;

/// All claims: those published, then this project's own.
pub(crate) fn claims(rows: &[Row]) -> Vec<Claim> {
    vec![
        tcp::recommended(rows),
        tcp::default_keepalive(rows),
        tcp::keepalive_formula(rows),
        tcp::default_retries(rows),
        tcp::sixteen_minutes(rows),
        tcp::user_timeout_replaces_probes(rows),
        tcp::user_timeout_in_flight(rows),
        tcp::keepalive_sleeps_in_flight(rows),
        tcp::connecting(rows),
        tcp::connecting_linearly(rows),
        grpc::is_off_by_default(rows),
        grpc::too_many_pings(rows),
        own::model_agrees(rows),
        own::held_out_agrees(rows),
        own::means_do_not_matter(rows),
    ]
}

#[cfg(test)]
mod tests;
