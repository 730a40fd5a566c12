//! Known schedules, closed forms, and what others computed.

use super::*;

const HELD: Setting = Setting {
    servers: 13,
    failing: 0,
    rate: 130.0,
    policy: Policy::Random,
    workers: 1,
    ring_points: None,
    service: Service::Held,
};
const TWO: Policy = Policy::TwoChoices { distinct: true };

fn is_about(value: f64, expected: f64, share: f64) {
    assert!((value - expected).abs() <= share * expected, "{value} is not about {expected}");
}

/// About so many requests in the long run.
fn simulate(setting: &Setting, requests: u32, seed: u64, repetition: u64) -> Simulated {
    super::simulate(setting, [WARM_UP, f64::from(requests) / setting.rate], seed, repetition)
}

fn variance_over_mean(setting: Setting) -> f64 {
    simulate(&setting, 200_000, 1, 0).seen.variance_over_mean()
}

#[test]
fn each_state_counts_for_as_long_as_it_lasts() {
    let mut occupancy = Occupancy::new(2);
    occupancy.add(0, 0.5);
    occupancy.watch_from(1.0);
    occupancy.add(1, 2.0);
    occupancy.remove(0, 4.0);
    // One and none for 1, one each for 2, none and one for 1.
    let seen = occupancy.watch_until(5.0);
    assert_eq!((seen.duration, seen.share_at(0), seen.share_at(1), seen.share_at(2)), (4.0, 0.25, 0.75, 0.0));
    assert_eq!((seen.share_any_over(0), seen.share_any_over(1), seen.largest()), (1.0, 0.0, 1));
    assert_eq!(seen.mean(), 0.75);
    // A variance of 1/2 for 2 of 4, over a mean of 3/4.
    assert_eq!(seen.variance_over_mean(), 1.0 / 3.0);
    let mut twice = seen.clone();
    twice.merge(&seen);
    assert_eq!((twice.duration, twice.variance_over_mean()), (8.0, 1.0 / 3.0));
}

#[test]
fn of_random_requests_the_loads_are_poisson() {
    let seen = simulate(&HELD, 1_000_000, 1, 0).seen;
    is_about(seen.mean(), 10.0, 0.01);
    is_about(seen.variance_over_mean(), 1.0, 0.01);
    let mut probability = f64::exp(-10.0);
    let mut up_to = 0.0;
    for load in 0..=16 {
        up_to += probability;
        if probability > 0.01 {
            is_about(seen.share_at(load), probability, 0.03);
        }
        probability *= 10.0 / f64::from(load + 1);
    }
    is_about(seen.share_any_over(16), 1.0 - up_to.powi(13), 0.05);
}

#[test]
fn the_more_a_balancer_knows_the_more_even_the_servers_are() {
    let of = |policy, workers| variance_over_mean(Setting { policy, workers, ..HELD });
    let figures = [
        of(Policy::Least, 1),
        of(Policy::Least, 4),
        of(TWO, 1),
        of(Policy::TwoChoices { distinct: false }, 1),
        of(TWO, 2),
        of(TWO, 4),
        of(Policy::TwoChoicesUnsettled, 1),
        of(Policy::Random, 4),
    ];
    assert!(figures.is_sorted(), "{figures:?}");
    is_about(figures[7], 1.0, 0.03);
}

#[test]
fn a_ring_of_few_points_is_uneven_and_one_of_many_hardly() {
    let on_ring = |points| {
        let setting = Setting { ring_points: Some(points), ..HELD };
        let mut seen = Seen::default();
        (0..40).for_each(|repetition| seen.merge(&simulate(&setting, 4_000, 1, repetition).seen));
        seen.variance_over_mean()
    };
    // A server's arc is the sum of halves of twice as many gaps: its square coefficient of variation is 1 over twice the
    // points, less than a tenth of that for ends that servers share; times the mean of 10.
    is_about(on_ring(16), 1.0 + 10.0 / 32.0, 0.1);
    is_about(on_ring(1600), 1.0, 0.02);
    let mut rng = stream(1, 0);
    let shares = ring_shares(13, 16, &mut rng);
    is_about(shares.iter().sum(), 1.0, 1e-9);
}

#[test]
fn queues_are_those_that_are_known() {
    let times = |policy| {
        let setting = Setting { servers: 10, rate: 7.0, policy, service: Service::Queued, ..HELD };
        let times = simulate(&setting, 500_000, 1, 0).times;
        let quantile = |q: f64| times[(times.len() as f64 * q) as usize];
        [quantile(0.5), quantile(0.99)]
    };
    // M/M/1 and E10/M/1 exactly, the others as simulated by another program.
    for (policy, [median, p99]) in [
        (Policy::Random, [2.3105, 15.3506]),
        (Policy::RoundRobin, [1.40, 9.30]),
        (TWO, [1.26, 6.86]),
        (Policy::Least, [0.814, 5.24]),
    ] {
        let found = times(policy);
        is_about(found[0], median, 0.03);
        is_about(found[1], p99, 0.05);
    }
}

#[test]
fn a_server_that_fails_at_once_gets_what_the_policy_sends_to_the_least_busy() {
    let failed_share = |policy| {
        let run = simulate(&Setting { failing: 1, policy, ..HELD }, 200_000, 1, 0);
        run.failed as f64 / run.times.len() as f64
    };
    is_about(failed_share(Policy::Random), 1.0 / 13.0, 0.05);
    is_about(failed_share(Policy::RoundRobin), 1.0 / 13.0, 0.001);
    // Whenever it is one of the two, but for another that is empty.
    is_about(failed_share(TWO), 2.0 / 13.0, 0.05);
    // Each of the other 12 rests until it is drawn among those that have nothing, and then works for 1.
    let least = failed_share(Policy::Least);
    assert!(least > 1.0 - 12.0 / HELD.rate && least < 1.0 - 6.0 / HELD.rate, "{least}");
}

#[test]
fn the_same_seed_gives_the_same_and_another_repetition_does_not() {
    let run = |repetition| simulate(&HELD, 1_000, 3, repetition);
    assert_eq!(run(0), run(0));
    assert_ne!(run(0), run(1));
}

#[test]
fn one_server_gets_everything() {
    for policy in [Policy::Random, TWO, Policy::TwoChoicesUnsettled, Policy::RoundRobin, Policy::Least] {
        let seen = simulate(&Setting { servers: 1, rate: 5.0, policy, ..HELD }, 50_000, 1, 0).seen;
        is_about(seen.mean(), 5.0, 0.1);
    }
}
