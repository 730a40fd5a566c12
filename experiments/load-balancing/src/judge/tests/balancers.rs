//! The rules of the balancers, tried on made-up rounds.

use crate::in_flight::{Occupancy, Service};

use harness::Quantity;

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
        Turn { seen, by_server: vec![60, 40], sent, answered: 100, processor_seconds, times: vec![0.1], late_seconds }
    });
    Row { condition, service: Service::Held, outcomes: outcomes.collect() }
}

fn measured(rows: Vec<Row>) -> Measured {
    Measured { rows, skipped: Vec::new(), caddy_is_older: Some(true) }
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
    let mut predicted = Found::of(Vec::new());
    let measured_ratio = found.named(variance::RING).measured;
    predicted.add(variance::RING, Quantity::new("1", measured_ratio).predicted(1.284));
    let said =
        "At weight 1 the variance between servers is 1.40 times as large (a model of its source gives 1.28 times).";
    assert_eq!(rules::haproxy_ring(&predicted).why, said);
    // A Caddy that is not known to be older says nothing of it.
    let unknown = Measured { caddy_is_older: None, ..measured };
    assert_eq!(rules::caddy_unsettled(&found_with(&[], &unknown)).verdict, Verdict::NotTested);
}
