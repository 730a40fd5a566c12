//! What this project says itself.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};
use stale_load_model::Policy;

use super::{crossing, mean, seconds, why};
use crate::conditions::{
    AGES, BALANCERS, BUSY, LEAST, LEAST_FIRST, MANY_SERVERS, PUBLISHED_SERVERS, THREE_TICKS_SECONDS, TWO, UTILISATIONS,
    Variant,
};
use crate::series::{
    BY_BALANCERS, CROSSING, CROSSINGS_BY_LOAD, FRESH, MEAN, at_balancers, at_load, longest_of, policy_words,
};

/// The oldest information that is tried, in seconds.
const OLDEST: f64 = 200.0;

/// Shortest of all and best of two stay below random at every age, even where chance made each repetition's times longest; at the greatest
/// age shortest of all without its own sends is above.
pub(super) fn own_sends_cure(found: &Found) -> Claim {
    let random = mean(found, Variant::PoissonOwn, Policy::Random, 0.0);
    let [least, two] = [LEAST, TWO].map(|policy| mean(found, Variant::PoissonOwn, policy, OLDEST));
    let without = mean(found, Variant::Poisson, LEAST, OLDEST);
    let [worst_least, worst_two] = [LEAST, TWO].map(|policy| {
        let name = longest_of(policy);
        let longest = found.named(&name);
        Figure::new(name, longest)
    });
    let rule = Rule::all([
        Part::above(&random, &worst_least),
        Part::above(&random, &worst_two),
        Part::above(&without, &random),
    ]);
    let [worst, at_random, oldest, without_sends] = [&worst_least, &random, &least, &without].map(seconds);
    Statement {
        id: "own-sends-cure",
        text: "With Poisson arrivals and exponential service on 10 servers at 80%, a single balancer that adds its own sends to an old \
               copy beats random at every age that we tried, up to 25 mean service times.",
        source: None,
    }
    .judge_by(vec![random, least, two, without, worst_least, worst_two], rule, |_| {
        Some(format!(
            "At the age where it is worst, shortest of all takes {} where the balancer counts its own sends, and random takes {}. With a \
             copy that is up to {OLDEST} s old, shortest of all takes {} with its own sends, and {} without.",
            worst?, at_random?, oldest?, without_sends?
        ))
    })
}

/// Worse than random at 10 s already, where any of the shortest queues is still far better.
pub(super) fn first_of_ties_herds(found: &Found) -> Claim {
    let at = |policy| mean(found, Variant::Published, policy, 10.0);
    let [first, any, random] = [LEAST_FIRST, LEAST, Policy::Random].map(at);
    let rule = Rule::all([Part::above(&first, &random), Part::above(&random, &any)]);
    let [of_first, of_any, at_random] = [&first, &any, &random].map(seconds);
    Statement {
        id: "first-of-ties-herds",
        text: "Taking the first of several shortest queues herds soon: with a copy renewed every 10 s, a little more than a \
               service time, it is worse than random, while taking any of them is better.",
        source: None,
    }
    .judge_by(vec![first, any, random], rule, |_| {
        Some(format!(
            "At 10 s the first of the shortest queues takes {}, any of them {}, and random {}.",
            of_first?, of_any?, at_random?
        ))
    })
}

/// All crossings come earlier.
pub(super) fn exact_age_is_harsher(found: &Found) -> Claim {
    let pairs = [
        (Variant::TickAged, Variant::Published, TWO),
        (Variant::TickAged, Variant::Published, LEAST),
        (Variant::PoissonAged, Variant::Poisson, TWO),
        (Variant::PoissonAged, Variant::Poisson, LEAST),
    ]
    .map(|(aged, renewed, policy)| (crossing(found, aged, policy), crossing(found, renewed, policy)));
    let rule = Rule::all(pairs.iter().map(|(aged, renewed)| Part::above(renewed, aged)));
    let why = why("A copy renewed every T is on average T/2 old.", "Not every crossing comes earlier.");
    Statement {
        id: "exact-age-is-harsher",
        text: "Queue lengths that are always T old are worse than a copy renewed every T: best of two and shortest of all lose to random \
               at a smaller T.",
        source: None,
    }
    .judge_by(pairs.into_iter().flat_map(|(aged, renewed)| [aged, renewed]).collect(), rule, why)
}

/// The end of the published range as it is read here, in seconds.
const PUBLISHED_END: f64 = 80.0;

/// The crossing lies beyond what is published.
pub(super) fn poisson_moves_the_range(found: &Found) -> Claim {
    let crosses = crossing(found, Variant::Poisson, TWO);
    let from = seconds(&crosses);
    let rule = Rule::all([Part::above(&crosses, PUBLISHED_END)]);
    Statement {
        id: "poisson-moves-the-range",
        text: "With Poisson arrivals and exponential service, of the same means, best of two leads random far beyond the \
               published 70 s: the range is a property of the setting.",
        source: None,
    }
    .judge_by(vec![crosses], rule, |_| Some(format!("Best of two loses to random from {} on.", from?)))
}

/// The age from which on a policy is worse than random, in mean service times.
fn crossing_by_load(found: &Found, servers: u32, utilisation: f64, policy: Policy) -> Figure {
    let label =
        format!("{} worse than random from, {servers} servers, utilisation {utilisation}", policy_words(policy));
    Figure::new(label, found.at(CROSSINGS_BY_LOAD, &at_load(servers, utilisation, policy), CROSSING))
}

/// In mean service times: shortest of all loses to random soon, at every utilisation and with either number of servers.
pub(super) fn a_few_service_times(found: &Found) -> Claim {
    const SOON: f64 = 8.0;
    let figures: Vec<Figure> = MANY_SERVERS
        .into_iter()
        .flat_map(|servers| UTILISATIONS.map(|utilisation| crossing_by_load(found, servers, utilisation, LEAST)))
        .collect();
    let rule = Rule::all(figures.iter().map(|figure| Part::below(figure, SOON)));
    let why = why(
        "At each of five loads, from 50% to 95%, it does so.",
        "At some of the loads, from 50% to 95%, it does not.",
    );
    Statement {
        id: "a-few-service-times",
        text: "Of 10 and of 100 servers shortest of all loses to random once its copy is renewed less often than every 8 mean \
               service times, at every load that we tried.",
        source: None,
    }
    .judge_by(figures, rule, why)
}

/// Best of two loses sooner the fewer servers there are, down to two, where it is the shortest of all. At 95% a short run's repetitions
/// don't all cross by the oldest age.
pub(super) fn few_servers_cross_sooner(found: &Found) -> Claim {
    let by_servers = [(2, LEAST), (3, TWO), (5, TWO), (10, TWO)];
    let [up_to_busy @ .., _] = UTILISATIONS;
    let curves = up_to_busy
        .map(|utilisation| by_servers.map(|(servers, policy)| crossing_by_load(found, servers, utilisation, policy)));
    let rule =
        Rule::all(curves.iter().flat_map(|crossings| crossings.windows(2).map(|pair| Part::above(&pair[1], &pair[0]))));
    let why = why(
        "At each of four loads, from 50% to 90%, it does so.",
        "At some of the loads, from 50% to 90%, it does not.",
    );
    Statement {
        id: "few-servers-cross-sooner",
        text: "The fewer servers there are, down to two, the sooner best of two loses to random.",
        source: None,
    }
    .judge_by(curves.into_iter().flatten().collect(), rule, why)
}

/// Worse than random at 20 s, and no longer at 24 s, three ticks: servers are then all done at the moment of each copy.
pub(super) fn whole_ticks_spare_the_herd(found: &Found) -> Claim {
    let at = |policy, age| mean(found, Variant::Published, policy, age);
    let random = at(Policy::Random, 0.0);
    let [between, whole] = [20.0, THREE_TICKS_SECONDS].map(|age| at(LEAST, age));
    let rule = Rule::all([Part::above(&between, &random), Part::above(&random, &whole)]);
    let [at_random, of_between, of_whole] = [&random, &between, &whole].map(seconds);
    Statement {
        id: "whole-ticks-spare-the-herd",
        text: "In the published setting shortest of all is no worse than random with a copy renewed at every third tick.",
        source: None,
    }
    .judge_by(vec![random, between, whole], rule, |_| {
        Some(format!(
            "Shortest of all takes {} with a copy renewed every 20 s, {} with one renewed every 24 s, and random takes {}.",
            of_between?, of_whole?, at_random?
        ))
    })
}

/// The mean time at random, of the servers that balancers share, in mean service times.
fn shared_at_random(found: &Found) -> Figure {
    Figure::new("random", found.at(FRESH, &at_load(PUBLISHED_SERVERS, BUSY, Policy::Random), MEAN))
}

/// The mean time in system of a number of balancers, in mean service times.
fn by_number(found: &Found, balancers: u32, policy: Policy, name: &'static str, age: f64) -> Figure {
    let words = if name == "own" { " plus own sends" } else { "" };
    let number = if balancers == 1 { "1 balancer".to_owned() } else { format!("{balancers} balancers") };
    let label = format!("{}, {number}, a copy{words}, age {age}", policy_words(policy));
    Figure::new(label, found.at(BY_BALANCERS, &at_balancers(balancers, policy, name, age), MEAN))
}

/// At the oldest age either policy is below random, and shortest of all above what one balancer takes.
pub(super) fn own_sends_of_several(found: &Found) -> Claim {
    let [one, .., most] = BALANCERS;
    let oldest = AGES[AGES.len() - 1];
    let random = shared_at_random(found);
    let at_oldest = |balancers, policy| by_number(found, balancers, policy, "own", oldest);
    let [of_one, of_most, two_of_most] = [at_oldest(one, LEAST), at_oldest(most, LEAST), at_oldest(most, TWO)];
    let rule =
        Rule::all([Part::above(&random, &of_most), Part::above(&random, &two_of_most), Part::above(&of_most, &of_one)]);
    let [at_one, at_most, two_at_most, at_random] = [&of_one, &of_most, &two_of_most, &random].map(service_times);
    Statement {
        id: "own-sends-of-several",
        text: "With 16 balancers that each add only their own sends to old copies, shortest of all and best of two still beat \
               random, shortest of all by less than with one balancer.",
        source: None,
    }
    .judge_by(vec![random, of_one, of_most, two_of_most], rule, |_| {
        Some(format!(
            "With 10 servers at 90% and copies renewed every {oldest} mean service times, each at another time, shortest of all takes {} \
             with 16 balancers and {} with one, best of two {} with 16, and random takes {}.",
            at_most?, at_one?, two_at_most?, at_random?
        ))
    })
}

/// At 8 service times one balancer's herd is worse than random, and those of several are not.
pub(super) fn copies_apart_herd_less(found: &Found) -> Claim {
    const AGE: f64 = 8.0;
    let random = shared_at_random(found);
    let [one, few, many] = BALANCERS.map(|balancers| by_number(found, balancers, LEAST, "renewed", AGE));
    let rule = Rule::all([Part::above(&one, &random), Part::above(&random, &few), Part::above(&random, &many)]);
    let [of_one, of_few, of_many, at_random] = [&one, &few, &many, &random].map(service_times);
    Statement {
        id: "copies-apart-herd-less",
        text: "Of 10 servers at 90%, with copies renewed every 8 mean service times, one balancer that takes the shortest queue is worse than \
               random, and 4 or 16 whose copies are renewed at evenly spaced times are better.",
        source: None,
    }
    .judge_by(vec![random, one, few, many], rule, |_| {
        Some(format!(
            "In mean service times, shortest of all takes {} with one balancer, {} with 4 and {} with 16; random takes {}.",
            of_one?, of_few?, of_many?, at_random?
        ))
    })
}

/// Mean service times for a reader.
fn service_times(figure: &Figure) -> Option<String> {
    Some(format!("{:.2}", figure.value()?))
}
