//! What the article does not say: a planner cares whether any server is overloaded, not what share of them is.
//!
//! The claim holds if the chance of an overloaded server is above 1% although the share of overloaded servers is below.

use harness::claims::{Figure, Statement};
use harness::record::{Claim, unit};
use harness::verdicts::{Part, Rule};
use harness::{Found, Quantity};
use load_balancing_model::exact::{self, Scope};
use load_balancing_model::{Placement, Strategy::Random};

use super::figures::{any_over, server_over};
use super::{percent, why};
use crate::conditions::placement;

/// The risk that the article accepts for a server.
const RISK: f64 = 0.01;

pub(super) fn any_server_thirteen(found: &Found) -> Claim {
    any_server(
        found,
        "any-server-thirteen",
        "1,000 items on 13 servers with room for 100 each: the chance that at least one server is overloaded is well above \
         the 1% that holds for each server alone.",
        placement(1000, 13, Random),
        100,
    )
}

/// Two derived figures of these 13 servers, by name: the chance of an overload where the number of items varies, and how rare one is.
pub(super) fn of_thirteen(found: &Found) -> [(&'static str, Figure); 2] {
    let (items, servers, capacity) = (1000_u32, 13, 100);
    let varied = exact::p_any_over_of_poisson(items.into(), servers, capacity);
    let varied = Figure::new(
        "chance that any of 13 servers is over 100 items, of a Poisson number around 1,000",
        Quantity::new(unit::SHARE, None).exact(varied),
    );
    let chance = any_over(found, placement(items.into(), servers, Random), capacity).exact();
    let apart = Figure::new(
        "placements for each that has any of 13 servers over 100 items",
        Quantity::new("placements", None).exact(chance.map(|chance| 1.0 / chance)),
    );
    [("any-server-thirteen-of-poisson", varied), ("placements-for-an-overload-thirteen", apart)]
}

pub(super) fn any_server_twenty_eight(found: &Found) -> Claim {
    any_server(
        found,
        "any-server-twenty-eight",
        "1,000 items on 28 servers with room for 50 each: the chance that at least one server is overloaded is far above the \
         1% that holds for each server alone.",
        placement(1000, 28, Random),
        50,
    )
}

fn any_server(found: &Found, id: &'static str, statement: &'static str, planned: Placement, capacity: u64) -> Claim {
    let (server, any) = (server_over(found, planned, capacity), any_over(found, planned, capacity));
    let needed = exact::servers_needed(planned.items(), capacity, RISK, Scope::Any);
    let enough = needed.map(|servers| any_over(found, placement(planned.items(), servers, Random), capacity));
    let fewest = needed.map_or_else(|| "no number of".to_owned(), |servers| servers.to_string());
    let why = why(
        any.value().map(percent),
        |chance| {
            format!(
                "In {chance} of the placements at least one server is over capacity; {fewest} servers bring that under 1%."
            )
        },
        |chance| format!("In {chance} of the placements at least one server is over capacity."),
    );
    let rule = Rule::all([Part::above(&any, RISK), Part::below(&server, RISK)]);
    let figures: Vec<_> = [Some(any), enough, Some(server)].into_iter().flatten().collect();
    Statement { id, text: statement, source: None }.judge_by(figures, rule, why)
}
