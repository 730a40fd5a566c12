//! What real balancers do: what two choices cost them, and this project's own findings.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::verdicts::{Margin, Part, Rule};

use super::{article, percent};
use crate::balancers::{
    ANY_OVER, BALANCERS, Balancer, Condition, FAILED, FAILING, MENDED, Policy, at_failing, cost, queries, variance,
};

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
    let rule = Rule::under("the balancer", cases);
    let [in_nginx, in_haproxy] = costs.map(|(_, cost)| cost);
    let figures = vec![of_nginx, of_haproxy, in_nginx, in_haproxy];
    Statement {
        id: "two-choices-cost",
        text: "Choosing between two servers costs a second query for each request: in nginx and in HAProxy.",
        source: article(),
    }
    .judge_by(figures, rule, |verdict| match verdict {
        Verdict::Differs => format!(
            "Both compare their own counts of open requests and ask no server, so each request is one query. Their processor time for a \
             request, as a ratio of two choices to one: {}. Jones names no balancer; one that keeps no counts would have to ask, and none \
             was measured.",
            if told.is_empty() { "not told by this system".to_owned() } else { told.join(", and ") }
        ),
        _ => "More came to the servers than was sent to the balancer.".to_owned(),
    })
}

/// Holds if some server is over its limit for much of the time behind one policy, and next to never behind the other.
pub(super) fn random_overloads_some(found: &Found) -> Claim {
    let over = |policy: Policy| {
        let quantity = found.at(BALANCERS, &Condition::plain(Balancer::Nginx, policy).at(), ANY_OVER);
        Figure::new(format!("time with any of 13 servers over 16 requests, {}", policy.name()), quantity)
    };
    let [random, least] = [Policy::Random, Policy::Least].map(over);
    let [of_random, of_least] = [&random, &least].map(|figure| figure.value().map(percent));
    let rule = Rule::all([Part::above(&random, 0.1), Part::below(&least, 0.01)]);
    Statement {
        id: "random-overloads-some",
        text: "Of 13 servers behind nginx, with ten requests in flight at each on average, some server has more than 16 for over a tenth \
               of the time with “random”, and for under a hundredth with “least_conn”.",
        source: None,
    }
    .judge_by(vec![random, least], rule, |_| Some(format!("{} of the time with “random”, {} with “least_conn”.", of_random?, of_least?)))
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

/// The share of requests that one failing server of 13 answers.
fn failed_share(found: &Found, label: &str, condition: Condition) -> Figure {
    Figure::new(label, found.at(FAILING, &at_failing(&condition), FAILED))
}

/// Holds if the failing server gets most requests under least connections, and more than its share under two choices.
pub(super) fn failing_server_draws_requests(found: &Found) -> Claim {
    let least = [
        failed_share(found, "least connections in nginx", Condition::failing_in_nginx(Policy::Least, false)),
        failed_share(found, "least connections in HAProxy", Condition::failing_in_haproxy(Policy::Least)),
    ];
    let two = [
        failed_share(found, "two choices in nginx", Condition::failing_in_nginx(Policy::RandomTwo, false)),
        failed_share(found, "two choices in HAProxy", Condition::failing_in_haproxy(Policy::RandomTwo)),
    ];
    let [most, more] = [&least[0], &two[0]].map(|figure| figure.value().map(percent));
    let parts = least.iter().map(|figure| Part::above(figure, 0.5));
    let rule = Rule::all(parts.chain(two.iter().map(|figure| Part::above(figure, 1.0 / 13.0))).collect::<Vec<_>>());
    Statement {
        id: "failing-server-draws-requests",
        text: "One of 13 servers answers every request with an error, at once, at a rate that would keep ten requests in flight at each \
               of 13 healthy servers: in nginx and in HAProxy it gets more than half of all requests under least connections, and more \
               than one in 13 under two choices.",
        source: None,
    }
    .judge_by([least, two].concat(), rule, |_| {
        Some(format!("In nginx it gets {} under least connections, and {} under two choices.", most?, more?))
    })
}

/// Holds if next to no client gets the error.
pub(super) fn next_upstream_mends(found: &Found) -> Claim {
    let figure = figure(found, MENDED);
    let share = figure.measured().map(|share| percent(share.high));
    let rule = Rule::all([Part::below(&figure, 0.01)]);
    Statement {
        id: "next-upstream-mends",
        text: "With “proxy_next_upstream … http_500” and least connections in nginx, clients get fewer than one in a hundred of such \
               errors for their requests.",
        source: None,
    }
    .judge_by(vec![figure], rule, |_| Some(format!("The share of requests with the error is at most {}.", share?)))
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
