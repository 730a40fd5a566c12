//! Rows, their ratios and series.

use harness::record::{Profile, Setting};
use load_balancing_model::in_flight::{Occupancy, Policy as Model};

use super::*;

/// Two servers, one of which has so many requests for all the time.
fn outcome(load: u32, processor_seconds: Option<f64>) -> Outcome {
    let mut occupancy = Occupancy::new(2);
    (0..load).for_each(|_| occupancy.add(0, 0.0));
    occupancy.watch_from(0.0);
    let seen = occupancy.watch_until(1.0);
    let times = (1..=100).map(f64::from).collect();
    let (by_server, late_seconds) = (vec![30, 70], 0.0);
    let round = Round::default();
    Outcome { seen, by_server, sent: 100, answered: 50, processor_seconds, times, failed: 10, late_seconds, round }
}

fn row(condition: Condition, service: Service, loads: &[u32]) -> Row {
    Row { condition, service, outcomes: loads.iter().map(|&load| outcome(load, Some(0.5))).collect() }
}

fn nginx(policy: Policy) -> Condition {
    Condition::plain(Balancer::Nginx, policy)
}

#[test]
fn quantiles_are_by_nearest_rank() {
    let outcome = outcome(1, None);
    assert_eq!(
        (outcome.quantile(0.5), outcome.quantile(0.99), outcome.quantile(1.0)),
        (Some(50.0), Some(99.0), Some(100.0))
    );
    assert_eq!(Outcome { times: Vec::new(), ..outcome }.quantile(0.5), None);
}

#[test]
fn ratios_are_paired_within_rounds() {
    let rows = vec![
        row(nginx(Policy::RandomTwo), Service::Held, &[2, 6, 3]),
        row(nginx(Policy::Random), Service::Held, &[4, 10, 3]),
        // Another load of the same balancer.
        row(nginx(Policy::Random), Service::Queued, &[1, 1, 1]),
    ];
    let measured = Measured { rows, ..Measured::default() };
    let ratio = |above, below| measured.variance_ratio(nginx(above), nginx(below));
    assert_eq!(ratio(Policy::RandomTwo, Policy::Random).unwrap().value, 0.6);
    assert_eq!(ratio(Policy::Least, Policy::Random), None);
    assert_eq!(measured.cost_ratio(nginx(Policy::RandomTwo), nginx(Policy::Random)).unwrap().value, 1.0);
    assert_eq!(measured.queries(nginx(Policy::Random)).unwrap().value, 1.0);
    assert_eq!(measured.queries(nginx(Policy::Least)), None);
    let untold = Measured {
        rows: vec![Row { outcomes: vec![outcome(1, None)], ..measured.rows[0].clone() }],
        ..Measured::default()
    };
    assert_eq!(untold.cost_ratio(nginx(Policy::RandomTwo), nginx(Policy::RandomTwo)), None);
}

#[test]
fn series_hold_what_was_measured_beside_what_is_predicted() {
    let rows = vec![
        row(nginx(Policy::Random), Service::Held, &[20, 20, 20]),
        row(Condition::haproxy(Policy::Random, 1), Service::Held, &[2, 2, 2]),
        row(nginx(Policy::Random), Service::Queued, &[1, 1, 1]),
        row(Condition::failing_in_nginx(Policy::RoundRobin, false), Service::Held, &[1, 1, 1]),
        row(condition::WITH_ONE_SOCKET, Service::Held, &[1, 1, 1]),
    ];
    let series = all(&Measured { rows, ..Measured::default() }, Profile::Quick, 1);
    let named = |id: &str| series.iter().find(|series| series.words.id == id).unwrap();
    let balancers = named("balancers");
    assert_eq!(balancers.points.len(), 2);
    let [nginx, haproxy] = &balancers.points[..] else { unreachable!() };
    assert_eq!((nginx.values["variance_over_mean"].value, nginx.values["any_over_capacity_share"].value), (20.0, 1.0));
    assert_eq!(nginx.values["processor_seconds_per_request"].value, 0.01);
    assert!((nginx.predicted["variance_over_mean"] - 1.0).abs() < 0.1, "{nginx:?}");
    assert!(haproxy.predicted["variance_over_mean"] > nginx.predicted["variance_over_mean"], "{haproxy:?}");
    assert_eq!((nginx.at.get("weight"), haproxy.at.get("weight")), (None, Some(&Setting::Number(1.0))));
    // Of 0 to 20, the ends half of the time each: one server of two.
    let in_flight = named("in-flight");
    assert_eq!(in_flight.points.len(), 21);
    assert_eq!(in_flight.points[20].values["share_of_time"].value, 0.5);
    assert_eq!(named("by-server").points[1].values["share_of_requests"].value, 0.7);
    let [failing] = &named("failing").points[..] else { unreachable!() };
    let share = &failing.values["failed_share"];
    assert_eq!((share.n, share.value, failing.at["next_upstream"].clone()), (3, 0.1, "without".into()));
    assert!((failing.predicted["failed_share"] - 1.0 / 13.0).abs() < 0.001, "{failing:?}");
    let queues = named("queues");
    assert_eq!(
        (queues.points[0].values["p50_seconds"].value, queues.points[0].values["p99_seconds"].value),
        (50.0, 99.0)
    );
    // M/M/1 with 7 in 10 of 8 ms has 18.5 ms and 123 ms, which a quick turn does not come to.
    let [p50, p99] = ["p50_seconds", "p99_seconds"].map(|name| queues.points[0].predicted[name]);
    assert!((0.011..0.0185).contains(&p50) && (0.05..0.11).contains(&p99), "{p50} {p99}");
}

#[test]
fn a_round_is_a_point_for_each_moment() {
    let condition = condition::recorded()[7];
    let loads = [vec![0, 2], vec![0; 11], vec![0, 1], vec![0; 11]].concat();
    let rounds = vec![(condition, Round { loads, failed: vec![3, 0] })];
    let series = all(&Measured { rounds, ..Measured::default() }, Profile::Quick, 1);
    let points = &series.iter().find(|series| series.words.id == "rounds").unwrap().points;
    assert_eq!(points.len(), 2);
    assert_eq!(points[1].at["at_seconds"], Setting::Number(0.05));
    assert_eq!((points[0].outcomes["held"]["2"], points[0].outcomes["failed"]["1"]), (2, 3));
    assert_eq!(points[0].outcomes["held"].get("1"), None);
}

#[test]
fn without_balancers_there_are_series_without_points() {
    let series = all(&Measured::default(), Profile::Quick, 1);
    assert!(series.iter().all(|series| series.points.is_empty()));
    assert_eq!(series.len(), 6);
}

#[test]
fn balancers_are_modelled_as_they_work() {
    let of = |condition: Condition, is_older| condition.modelled(Service::Held, 130.0, is_older);
    let two = |balancer| Condition::plain(balancer, Policy::RandomTwo);
    assert_eq!(of(two(Balancer::Nginx), true).policy, Model::TwoChoices { distinct: true });
    assert_eq!(of(two(Balancer::Caddy), true).policy, Model::TwoChoicesUnsettled);
    assert_eq!(of(two(Balancer::Caddy), false).policy, Model::TwoChoices { distinct: true });
    assert_eq!(of(two(Balancer::CaddyNewest), true).policy, Model::TwoChoices { distinct: true });
    let haproxy = of(Condition::haproxy(Policy::RandomTwo, 100), false);
    assert_eq!((haproxy.policy, haproxy.ring_points), (Model::TwoChoices { distinct: false }, Some(1600)));
    assert_eq!(of(Condition::haproxy(Policy::Least, 1), false).ring_points, None);
    // Counts are apart in nginx without a zone alone.
    let threads = Condition { workers: 4, ..Condition::haproxy(Policy::Least, 1) };
    let [apart, shared] = [false, true].map(|zone| Condition::nginx(Policy::Least, 4, zone));
    assert_eq!([apart, shared, threads].map(|condition| of(condition, false).workers), [4, 1, 1]);
    // One that was left out gets nothing.
    let [failing, left_out] = [false, true].map(|next| of(Condition::failing_in_nginx(Policy::Least, next), false));
    assert_eq!([failing, left_out].map(|setting| (setting.servers, setting.failing)), [(13, 1), (12, 0)]);
    // Random has nothing to count.
    assert_eq!(of(Condition::nginx(Policy::Random, 4, false), false).workers, 1);
}

#[test]
fn every_condition_is_measured_once() {
    let held = condition::held().concat();
    for all in [&held, &condition::queued()] {
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one), "{one:?}");
            assert_eq!(Balancer::parse(one.balancer.name()), Ok(one.balancer));
        }
    }
    // nginx's policies with one worker, and with four those that count, with and without a zone.
    let of_nginx = |workers| {
        let is_even = |one: &&Condition| one.failing == 0 && one.reuseport;
        held.iter().filter(is_even).filter(|one| one.balancer == Balancer::Nginx && one.workers == workers).count()
    };
    assert_eq!([1, 4].map(of_nginx), [4, 4]);
}

#[test]
fn a_full_run_ends_in_time() {
    // Ten minutes for all, of which two build Caddy where it isn't yet, and half of one is for what is simulated, started and looked at.
    let held = condition::held().concat().into_iter().map(|one| (one, Service::Held));
    let all = held.chain(condition::queued().into_iter().map(|one| (one, Service::Queued)));
    let a_round: f64 = all
        .map(|(one, service)| window(&one, service, Profile::Full))
        .map(|window| window.warm_up_seconds + window.watched_seconds + 0.1)
        .sum();
    let seconds = a_round * f64::from(rounds(Profile::Full));
    assert!(seconds < 440.0, "{seconds} s");
}
