//! The simulation against its oracles.

use proptest::prelude::*;

use crate::*;

fn policies() -> impl Strategy<Value = Policy> {
    prop_oneof![
        Just(Policy::Random),
        (1_u32..=3, any::<bool>()).prop_map(|(choices, replacement)| Policy::Best { choices, replacement }),
        prop_oneof![Just(Ties::Random), Just(Ties::First)].prop_map(|ties| Policy::Least { ties }),
        Just(Policy::RoundRobin),
        Just(Policy::Idle),
    ]
}

fn information() -> impl Strategy<Value = Information> {
    // Ages that fall together with arrivals and ticks, and such that do not.
    let ages = || prop_oneof![0.01..30.0, (1_u32..200).prop_map(|eighths| f64::from(eighths) / 8.0)];
    prop_oneof![
        Just(Information::Fresh),
        ages().prop_map(Information::Renewed),
        ages().prop_map(Information::Aged),
        ages().prop_map(Information::Own),
    ]
}

fn settings() -> impl Strategy<Value = Setting> {
    let arrivals = prop_oneof![Just(Arrivals::Poisson), Just(Arrivals::Regular)];
    let service = prop_oneof![Just(Service::Exponential), Just(Service::Fixed), Just(Service::Tick)];
    let utilisation = prop_oneof![0.05..1.3, Just(0.8), Just(0.5)];
    let balancers = prop_oneof![Just(1), 2_u64..6];
    (3_u64..12, utilisation, arrivals, service, policies(), information(), balancers).prop_map(
        |(servers, utilisation, arrivals, service, policy, information, balancers)| {
            let setting = Setting::new(servers, utilisation, arrivals, service, policy, information);
            setting.unwrap().with_balancers(balancers).unwrap()
        },
    )
}

proptest! {
    #[test]
    fn deques_give_the_bytes_of_a_heap_of_events(setting in settings(), seed in any::<u64>(), repetition in any::<u32>()) {
        let deques = run(&setting, 400, 20, seed, repetition);
        prop_assert_eq!(deques, events::run(&setting, 400, 20, seed, repetition));
    }

    #[test]
    fn arrivals_are_the_same_under_every_policy(setting in settings(), other in policies(), seed in any::<u64>()) {
        let same = Setting::new(
            setting.servers().into(), setting.utilisation(), setting.arrivals(), setting.service(), other, Information::Fresh,
        ).unwrap();
        let (mut one, mut two) = (Simulation::new(&setting, seed, 0), Simulation::new(&same, seed, 0));
        for _ in 0..50 {
            prop_assert_eq!(one.step().arrival, two.step().arrival);
        }
    }

    #[test]
    fn looking_on_changes_nothing(setting in settings(), seed in any::<u64>(), every in 0.01..3.0) {
        let mut alone = Simulation::new(&setting, seed, 0);
        let alone: Vec<Request> = (0..200).map(|_| alone.step()).collect();
        let mut watched = Simulation::new(&setting, seed, 0);
        let (mut number, mut time) = (0, 0.0);
        while number < alone.len() {
            if watched.next_arrival() > time {
                let _: (u32, u32) = (watched.lengths(time).sum(), watched.known(time).sum());
                time += every;
            } else {
                prop_assert_eq!(watched.step(), alone[number]);
                number += 1;
            }
        }
    }

    #[test]
    fn what_is_known_is_what_was_there(setting in settings(), seed in any::<u64>()) {
        // Looked at between arrivals: at the moment of one, it has not been told of.
        let mut simulation = Simulation::new(&setting, seed, 0);
        let lengths_at = |time: f64| Simulation::new(&setting, seed, 0).lengths(time).collect::<Vec<_>>();
        for step in 1..40 {
            let time = f64::from(step) * 0.437_219;
            let known: Vec<u32> = simulation.known(time).collect();
            match setting.information() {
                _ if !setting.asks() => prop_assert_eq!(known, lengths_at(time)),
                Information::Fresh => prop_assert_eq!(known, lengths_at(time)),
                Information::Renewed(age) => {
                    // Just before the copy: it does not have what arrived in that moment.
                    let made = (time / age).floor() * age;
                    let there = |request: &Request| request.arrival < made && made < request.departure;
                    prop_assert_eq!(known, counted(&setting, seed, there));
                }
                Information::Aged(age) => {
                    let there = |request: &Request| request.arrival < time - age && time - age < request.departure;
                    prop_assert_eq!(known, counted(&setting, seed, there));
                }
                // Which of several balancers has sent a request nobody tells.
                Information::Own(_) if setting.balancers() > 1 => {}
                Information::Own(age) => {
                    let made = (time / age).floor() * age;
                    let there = |request: &Request| {
                        (request.arrival < made && made < request.departure)
                            || (made <= request.arrival && request.arrival <= time)
                    };
                    prop_assert_eq!(known, counted(&setting, seed, there));
                }
            }
        }
    }
}

/// How many of the first requests of a run are meant, by server.
fn counted(setting: &Setting, seed: u64, meant: impl Fn(&Request) -> bool) -> Vec<u32> {
    let mut simulation = Simulation::new(setting, seed, 0);
    let mut counts = vec![0; setting.servers() as usize];
    // Beyond the last time that is looked at: 20 mean service times of at most 12 servers at 1.3.
    for request in (0..500).map(|_| simulation.step()).filter(|request| meant(request)) {
        counts[request.server as usize] += 1;
    }
    counts
}

#[test]
fn repetitions_bit_by_bit_come_to_the_mean_of_whole_ones() {
    let policy = Policy::Best { choices: 2, replacement: false };
    for service in [Service::Exponential, Service::Fixed] {
        let setting = Setting::new(10, 0.8, Arrivals::Poisson, service, policy, Information::Renewed(3.0)).unwrap();
        let warm_up = warm_up(&setting, 1);
        let mut repeated = Repeated::new(&setting, 500, 3, 1, 7);
        assert!(repeated.mean(Quantity::Mean).is_nan());
        let (mut turns, mut share) = (1, 0.0);
        while !repeated.advance(333) {
            assert!(repeated.share() > share);
            share = repeated.share();
            turns += 1;
        }
        assert_eq!((turns, repeated.share()), ((3 * (500 + warm_up)).div_ceil(333), 1.0));
        assert!(repeated.advance(1), "there is no more");
        for quantity in Quantity::ALL {
            let mut whole = [0, 1, 2].map(|n| run(&setting, 500, warm_up, 7, n).figure(quantity));
            whole.sort_by(f64::total_cmp);
            assert_eq!(repeated.mean(quantity), whole.iter().sum::<f64>() / 3.0);
        }
    }
}

#[test]
fn lengths_over_time_are_those_of_the_requests() {
    let policy = Policy::Best { choices: 2, replacement: true };
    let information = Information::Renewed(3.0);
    let setting = Setting::new(5, 0.9, Arrivals::Poisson, Service::Exponential, policy, information).unwrap();
    let mut requests = Simulation::new(&setting, 3, 0);
    let requests: Vec<Request> = (0..300).map(|_| requests.step()).collect();
    let mut simulation = Simulation::new(&setting, 3, 0);
    let mut longest = 0;
    for time in (0..200).map(|step| f64::from(step) / 4.0) {
        let lengths: Vec<u32> = simulation.lengths(time).collect();
        let is_there = |request: &&Request| request.arrival <= time && time < request.departure;
        for (server, &length) in (0..).zip(&lengths) {
            let there = requests.iter().filter(is_there).filter(|request| request.server == server).count();
            assert_eq!(length as usize, there, "server {server} at {time}");
        }
        longest = longest.max(*lengths.iter().max().unwrap());
        assert!(simulation.next_arrival() > time);
    }
    assert!(longest > 3, "{longest}");
}

#[test]
fn lengths_alone_give_the_same_figures() {
    // Ten repetitions of each; a difference of five of its standard errors has a chance of about 1 in 2,000 (Student's t with 18
    // degrees of freedom: 9e-5), of which there are 15 here.
    let policies = [
        Policy::Random,
        Policy::RoundRobin,
        Policy::Best { choices: 2, replacement: false },
        Policy::Least { ties: Ties::Random },
        Policy::Idle,
    ];
    for policy in policies {
        let setting =
            Setting::new(10, 0.8, Arrivals::Poisson, Service::Exponential, policy, Information::Fresh).unwrap();
        for quantity in Quantity::ALL {
            let figures = |run: &dyn Fn(u32) -> Outcome| (0..10).map(|n| run(n).figure(quantity)).collect::<Vec<_>>();
            let deques = figures(&|n| run(&setting, 40_000, 2000, 7, n));
            let chain = figures(&|n| chain::run(&setting, 40_000, 2000, 7, n).unwrap());
            let (a, b) = (mean_and_error(&deques), mean_and_error(&chain));
            let apart = (a.0 - b.0).abs() / f64::hypot(a.1, b.1);
            assert!(apart < 5.0, "{policy:?} {quantity:?}: {a:?} and {b:?} are {apart} standard errors apart");
        }
    }
}

#[test]
fn the_chain_answers_only_where_lengths_tell_all() {
    let answers = |arrivals, service, information| {
        let policy = Policy::Best { choices: 2, replacement: true };
        let setting = Setting::new(3, 0.5, arrivals, service, policy, information).unwrap();
        chain::run(&setting, 10, 0, 1, 0).is_some()
    };
    assert!(answers(Arrivals::Poisson, Service::Exponential, Information::Fresh));
    assert!(!answers(Arrivals::Regular, Service::Exponential, Information::Fresh));
    assert!(!answers(Arrivals::Poisson, Service::Fixed, Information::Fresh));
    assert!(!answers(Arrivals::Poisson, Service::Exponential, Information::Aged(1.0)));
}

/// The mean, and its standard error.
pub(super) fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}
