//! What real balancers do: what two choices cost them, and this project's own findings.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::verdicts::{Margin, Part, Rule};

use super::article;
use crate::balancers::{cost, queries, variance};

fn figure(found: &Found, name: &str) -> Figure {
    Figure::new(name, found.named(name))
}

/// A ratio in words, where it was measured, with its interval: a ratio near 1 says nothing without.
fn with_interval(figure: &Figure) -> Option<String> {
    figure.measured().map(|measured| format!("{:.2} ({:.2} to {:.2})", measured.value, measured.low, measured.high))
}

/// A ratio in words, where it was measured.
fn ratio(figure: &Figure) -> Option<String> {
    figure.measured().map(|measured| format!("{:.2}", measured.value))
}

/// Holds if a balancer sends two queries for a request. One that counts what it has open itself asks no server.
pub(super) fn two_choices_cost(found: &Found) -> Claim {
    let asked = |name| figure(found, name).held_against(PublishedValue::exactly(2.0), Margin::AS_IT_IS);
    let [of_nginx, of_haproxy] = [asked(queries::IN_NGINX), asked(queries::IN_HAPROXY)];
    let costs = [("nginx", figure(found, cost::IN_NGINX)), ("HAProxy", figure(found, cost::IN_HAPROXY))];
    let told: Vec<String> =
        costs.iter().filter_map(|(name, cost)| Some(format!("{} in {name}", with_interval(cost)?))).collect();
    let cases = [("nginx", vec![Part::within(&of_nginx)]), ("HAProxy", vec![Part::within(&of_haproxy)])];
    let rule = Rule::under("which balancer keeps count", cases);
    let [in_nginx, in_haproxy] = costs.map(|(_, cost)| cost);
    let figures = vec![of_nginx, of_haproxy, in_nginx, in_haproxy];
    Statement {
        id: "two-choices-cost",
        text: "Choosing between two servers costs a second query for each request.",
        source: article(),
    }
    .judge_by(figures, rule, |verdict| match verdict {
        Verdict::Differs => format!(
            "A balancer that compares its own counts of open requests asks no server, so each request is one query. Its processor time \
             for a request, as a ratio of two choices to one: {}. A balancer that keeps no counts would have to ask; none was measured.",
            if told.is_empty() { "not told by this system".to_owned() } else { told.join(", and ") }
        ),
        _ => "More came to the servers than was sent to the balancer.".to_owned(),
    })
}

/// Holds if two choices leave less than half.
pub(super) fn two_choices_in_nginx(found: &Found) -> Claim {
    let [nginx, haproxy] = [variance::TWO_IN_NGINX, variance::TWO_IN_HAPROXY].map(|name| figure(found, name));
    let left = ratio(&nginx);
    let rule = Rule::all([Part::below(&nginx, 0.5)]);
    Statement {
        id: "two-choices-in-nginx",
        text: "In nginx, “random two least_conn” leaves less than half of the variance between servers that “random” leaves.",
        source: None,
    }
    .judge_by(vec![nginx, haproxy], rule, |_| Some(format!("It leaves {} of it.", left?)))
}

/// Holds if both policies are less even without a zone.
pub(super) fn workers_count_apart(found: &Found) -> Claim {
    let [two, least] = [variance::APART_TWO, variance::APART_LEAST].map(|name| figure(found, name));
    let [of_two, of_least] = [&two, &least].map(ratio);
    let rule = Rule::all([Part::above(&two, 1.0), Part::above(&least, 1.0)]);
    Statement {
        id: "workers-count-apart",
        text: "Workers of nginx that share no zone know only their own requests: with four of them, both two choices and least \
               connections are less even than with a zone.",
        source: None,
    }
    .judge_by(vec![two, least], rule, |_| {
        Some(format!(
            "Without a zone the variance between servers is {} times that with one for two choices, and {} times for least \
             connections.",
            of_two?, of_least?
        ))
    })
}

/// Holds if weight 1 is less even.
pub(super) fn haproxy_ring(found: &Found) -> Claim {
    more_uneven(
        found,
        variance::RING,
        "haproxy-random-ring",
        "HAProxy’s random(1) is less even at weight 1 for every server than at weight 100; by its source it draws from a ring on which \
         a server has 16 points for each unit of its weight.",
        "At weight 1",
    )
}

/// Holds if the older is less even.
pub(super) fn caddy_unsettled(found: &Found) -> Claim {
    more_uneven(
        found,
        variance::UNSETTLED,
        "caddy-random-choose",
        "Caddy’s random_choose 2 was less even before it was fixed in July 2026.",
        "In the older version",
    )
}

fn more_uneven(found: &Found, name: &str, id: &'static str, text: &'static str, where_it_is: &str) -> Claim {
    let figure = figure(found, name);
    let times = ratio(&figure);
    let predicted = figure.predicted().map(|ratio| format!(" (a model of its source gives {ratio:.2} times)"));
    let rule = Rule::all([Part::above(&figure, 1.0)]);
    Statement { id, text, source: None }.judge_by(vec![figure], rule, |_| {
        let predicted = predicted.unwrap_or_default();
        Some(format!("{where_it_is} the variance between servers is {} times as large{predicted}.", times?))
    })
}
