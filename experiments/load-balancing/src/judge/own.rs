//! What the article does not say: a planner cares whether any server is overloaded, not what share of them is.
//!
//! The rule: the claim holds if the chance of an overloaded server is above 1% although the share of overloaded servers
//! is not, measured (the whole interval) as well as exact.

use harness::record::Claim;
use load_balancing_model::exact::{self, Scope};
use load_balancing_model::{Placement, Strategy::Random};

use super::figures::{Figure, any_over, server_over};
use super::{Finding, percent};
use crate::conditions::placement;
use crate::simulate::Outcomes;

/// The risk that the article accepts for a server.
const RISK: f64 = 0.01;

pub(super) fn any_server_thirteen(outcomes: &Outcomes) -> Claim {
    any_server(
        outcomes,
        "any-server-thirteen",
        "1,000 items on 13 servers with room for 100 each: the chance that at least one server is overloaded is well above \
         the 1% that holds for each server alone.",
        placement(1000, 13, Random),
        100,
    )
}

pub(super) fn any_server_twenty_eight(outcomes: &Outcomes) -> Claim {
    any_server(
        outcomes,
        "any-server-twenty-eight",
        "1,000 items on 28 servers with room for 50 each: the chance that at least one server is overloaded is far above the \
         1% that holds for each server alone.",
        placement(1000, 28, Random),
        50,
    )
}

fn any_server(
    outcomes: &Outcomes,
    id: &'static str,
    statement: &'static str,
    planned: Placement,
    capacity: u64,
) -> Claim {
    let (server, any) = (server_over(outcomes, planned, capacity), any_over(outcomes, planned, capacity));
    let needed = exact::servers_needed(planned.items(), capacity, RISK, Scope::Any);
    let enough = needed.map(|servers| any_over(outcomes, placement(planned.items(), servers, Random), capacity));
    let chance = percent(any.measured());
    Finding {
        id,
        statement,
        source: None,
        agrees: format!(
            "In {chance} of the placements at least one server is over capacity; {} servers bring that under 1%.",
            needed.map_or_else(|| "no number of".to_owned(), |servers| servers.to_string())
        ),
        differs: format!("In {chance} of the placements at least one server is over capacity."),
        holds: lies_below(&server, RISK) && lies_above(&any, RISK),
        figures: [Some(any), enough, Some(server)].into_iter().flatten().collect(),
    }
    .judge()
}

fn lies_above(figure: &Figure, risk: f64) -> bool {
    figure.figure.measured.as_ref().is_some_and(|measured| measured.low > risk)
        && figure.figure.exact.is_none_or(|exact| exact > risk)
}

/// The share of servers may touch the risk within its interval; its exact value may not.
fn lies_below(figure: &Figure, risk: f64) -> bool {
    figure.figure.measured.as_ref().is_some_and(|measured| measured.low <= risk)
        && figure.figure.exact.is_none_or(|exact| exact <= risk)
}
