//! The claims: which figures they stand on, and what has to hold of them.
//!
//! The exact value of almost every figure is known, and counts ([`harness::verdicts`]).

mod balancers;
mod figures;
mod needed;
mod own;
mod rules;

use harness::Found;
use harness::record::{Claim, Judged, Skipped, Source, Verdict};

use crate::published;

/// The claims, the numbers of servers that follow from the planner's curves, and what follows for 13 servers.
pub(crate) fn judged(found: &Found) -> Judged {
    Judged::new(claims(found)).deriving(needed::all(found)).deriving(own::of_thirteen(found))
}

/// All claims, in the order in which the article makes them, and then this project's own.
fn claims(found: &Found) -> Vec<Claim> {
    vec![
        rules::half_at_capacity(found),
        rules::thirteen_servers(found),
        rules::fourteen_servers(found),
        rules::idle_share(found),
        rules::eleven_servers_for_ten_thousand(found),
        rules::twenty_eight_servers(found),
        rules::imbalance_scaling(found),
        rules::two_choices_eleven_servers(found),
        balancers::two_choices_cost(found),
        own::any_server_thirteen(found),
        own::any_server_twenty_eight(found),
        balancers::random_overloads_some(found),
        balancers::two_choices_in_nginx(found),
        balancers::workers_count_apart(found),
        balancers::haproxy_ring(found),
        balancers::caddy_unsettled(found),
        balancers::failing_server_draws_requests(found),
        balancers::next_upstream_mends(found),
    ]
}

/// Questions that this experiment leaves open.
pub(crate) fn skipped() -> Vec<Skipped> {
    vec![Skipped {
        what: "choices by loads that are out of date".to_owned(),
        why: "every choice here sees the loads as they are".to_owned(),
        needs: "a model in which loads are refreshed now and then".to_owned(),
    }]
}

/// Why, as it turned out, by what was measured: if all is as stated, and otherwise.
fn why<Measured>(
    measured: Option<Measured>,
    holds: impl FnOnce(Measured) -> String,
    fails: impl FnOnce(Measured) -> String,
) -> impl FnOnce(Verdict) -> Option<String> {
    move |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => measured.map(holds),
        Verdict::Undecided => Some(String::new()),
        _ => measured.map(fails),
    }
}

fn article() -> Option<Source> {
    Some(published::source())
}

/// A share in percent, to three digits.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let digits = if percent >= 10.0 {
        1
    } else if percent >= 1.0 {
        2
    } else {
        3
    };
    format!("{percent:.digits$}%")
}

#[cfg(test)]
mod tests;
