//! The rules of the balancers, tried on made-up rounds.

use harness::Quantity;
use load_balancing_model::in_flight::round::Round;
use load_balancing_model::in_flight::{Occupancy, Service};

use super::*;
use crate::balancers::{Balancer, Condition, Outcome as Turn, Policy, Row, variance};
use crate::judge::balancers as rules;

/// Nine rounds in which two servers have none and `load` requests: a variance over the mean of `load`. Times of the processor
/// are the condition's, varied a little by round.
fn row(condition: Condition, load: u32, cost: f64) -> Row {
    let outcomes = (0..9).map(|round| {
        let mut occupancy = Occupancy::new(2);
        (0..load).for_each(|_| occupancy.add(0, 0.0));
        occupancy.watch_from(0.0);
        let (sent, late_seconds) = (100, 0.001);
        let seen = occupancy.watch_until(1.0);
        let processor_seconds = Some(cost * (1.0 + f64::from(round) / 1000.0));
        let times = vec![0.1; 100];
        Turn {
            seen,
            by_server: vec![60, 40],
            sent,
            answered: 100,
            processor_seconds,
            times,
            failed: 0,
            late_seconds,
            round: Round::default(),
        }
    });
    Row { condition, service: Service::Held, outcomes: outcomes.collect() }
}

fn measured(rows: Vec<Row>) -> Measured {
    Measured { rows, caddy_is_older: Some(true), ..Measured::default() }
}

fn nginx(policy: Policy) -> Condition {
    Condition::plain(Balancer::Nginx, policy)
}

#[test]
fn a_balancer_that_counts_itself_sends_no_second_query() {
    let rows = vec![row(nginx(Policy::RandomTwo), 3, 1.1), row(nginx(Policy::Random), 10, 1.0)];
    let claim = rules::two_choices_cost(&found_with(&[], &measured(rows.clone())));
    assert_eq!(claim.verdict, Verdict::Differs);
    assert!(claim.why.contains("two choices to one: 1.10 (1.10 to 1.10) in nginx."), "{}", claim.why);
    assert_eq!(claim.figures[0].measured.as_ref().unwrap().value, 1.0);
    // Had it asked both servers.
    let mut rows = rows;
    rows.iter_mut().flat_map(|row| &mut row.outcomes).for_each(|outcome| outcome.by_server = vec![120, 80]);
    assert_eq!(rules::two_choices_cost(&found_with(&[], &measured(rows))).verdict, Verdict::Reproduced);
}

#[test]
fn random_overloads_some_server_if_least_connections_does_not() {
    // One server of the two has all requests.
    let judge = |random, least| {
        let rows = vec![row(nginx(Policy::Random), random, 1.0), row(nginx(Policy::Least), least, 1.0)];
        rules::random_overloads_some(&Found::new(crate::balancers::all(&measured(rows), Profile::Quick, 1)))
    };
    let claim = judge(17, 16);
    assert_eq!(claim.verdict, Verdict::Holds);
    assert_eq!(claim.why, "100.0% of the time with “random”, 0.000% with “least_conn”.");
    assert_eq!((judge(16, 16).verdict, judge(17, 17).verdict), (Verdict::DoesNotHold, Verdict::DoesNotHold));
}

#[test]
fn half_of_the_variance_is_the_bound() {
    let verdict = |two| {
        let rows = vec![row(nginx(Policy::RandomTwo), two, 1.0), row(nginx(Policy::Random), 10, 1.0)];
        rules::two_choices_in_nginx(&found_with(&[], &measured(rows))).verdict
    };
    assert_eq!((verdict(4), verdict(6)), (Verdict::Holds, Verdict::DoesNotHold));
}

#[test]
fn workers_count_apart_only_if_both_policies_are_less_even() {
    let verdict = |least| {
        let with = |policy, zone, load| row(Condition::nginx(policy, 4, zone), load, 1.0);
        let rows = vec![
            with(Policy::RandomTwo, false, 4),
            with(Policy::RandomTwo, true, 2),
            with(Policy::Least, false, least),
            with(Policy::Least, true, 2),
        ];
        rules::workers_count_apart(&found_with(&[], &measured(rows))).verdict
    };
    assert_eq!((verdict(3), verdict(1)), (Verdict::Holds, Verdict::DoesNotHold));
}

#[test]
fn a_failing_server_draws_requests_if_it_gets_most_under_least_connections_and_too_many_under_two_choices() {
    let judge = |least: u64, two: u64, mended: u64| {
        let failing = |condition, failed| {
            let mut row = row(condition, 3, 1.0);
            row.outcomes.iter_mut().for_each(|outcome| outcome.failed = failed);
            row
        };
        let rows = vec![
            failing(Condition::failing_in_nginx(Policy::Least, false), least),
            failing(Condition::failing_in_haproxy(Policy::Least), least),
            failing(Condition::failing_in_nginx(Policy::RandomTwo, false), two),
            failing(Condition::failing_in_haproxy(Policy::RandomTwo), two),
            failing(Condition::failing_in_nginx(Policy::Least, true), mended),
        ];
        let measured = measured(rows);
        let mut found = Found::new(crate::balancers::all(&measured, Profile::Quick, 1));
        crate::balancers::add_quantities(&mut found, &measured);
        (rules::failing_server_draws_requests(&found), rules::next_upstream_mends(&found))
    };
    let (draws, mends) = judge(90, 15, 0);
    assert_eq!((draws.verdict, mends.verdict), (Verdict::Holds, Verdict::Holds));
    assert_eq!(draws.why, "In nginx it gets 90.0% under least connections, and 15.0% under two choices.");
    // The upper end of 0 of 900.
    assert_eq!(mends.why, "The share of requests with the error is at most 0.425%.");
    let (not_most, errors) = judge(40, 15, 5);
    assert_eq!((not_most.verdict, errors.verdict), (Verdict::DoesNotHold, Verdict::DoesNotHold));
    assert_eq!(judge(90, 5, 0).0.verdict, Verdict::DoesNotHold);
}

#[test]
fn the_ring_and_the_older_draw_are_ratios() {
    let caddy = |balancer| Condition::plain(balancer, Policy::RandomTwo);
    let rows = vec![
        row(Condition::haproxy(Policy::Random, 1), 14, 1.0),
        row(Condition::haproxy(Policy::Random, 100), 10, 1.0),
        row(caddy(Balancer::Caddy), 5, 1.0),
        row(caddy(Balancer::CaddyNewest), 2, 1.0),
    ];
    let measured = measured(rows);
    let found = found_with(&[], &measured);
    let (ring, older) = (rules::haproxy_ring(&found), rules::caddy_unsettled(&found));
    assert_eq!((ring.verdict, older.verdict), (Verdict::Holds, Verdict::Holds));
    assert_eq!(ring.why, "At weight 1 the variance between servers is 1.40 times as large.");
    let mut predicted = Found::new(Vec::new());
    let measured_ratio = found.named(variance::RING).measured;
    predicted.add(variance::RING, Quantity::new("1", measured_ratio).predicted(1.284));
    let said =
        "At weight 1 the variance between servers is 1.40 times as large (a model of its source gives 1.28 times).";
    assert_eq!(rules::haproxy_ring(&predicted).why, said);
    // A Caddy that is not known to be older says nothing of it.
    let unknown = Measured { caddy_is_older: None, ..measured };
    assert_eq!(rules::caddy_unsettled(&found_with(&[], &unknown)).verdict, Verdict::NotTested);
}
