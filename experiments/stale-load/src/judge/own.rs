//! What this project says itself.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::Claim;
use harness::verdicts::{Part, Rule};
use stale_load_model::Policy;

use super::{crossing, mean, seconds, why};
use crate::conditions::{LEAST, LEAST_FIRST, SERVERS, TWO, UTILISATIONS, Variant};
use crate::series::{CROSSING, CROSSINGS_BY_LOAD, at_load, longest_of};

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

/// In mean service times: shortest of all loses to random well before best of two, at every utilisation and with either number of
/// servers.
pub(super) fn a_few_service_times(found: &Found) -> Claim {
    const SOON: f64 = 8.0;
    let figures: Vec<Figure> = SERVERS
        .into_iter()
        .flat_map(|servers| UTILISATIONS.map(|utilisation| (servers, utilisation)))
        .map(|(servers, utilisation)| {
            let label = format!("shortest of all worse than random from, {servers} servers, utilisation {utilisation}");
            Figure::new(label, found.at(CROSSINGS_BY_LOAD, &at_load(servers, utilisation, LEAST), CROSSING))
        })
        .collect();
    let rule = Rule::all(figures.iter().map(|figure| Part::below(figure, SOON)));
    let why = why(
        "It does so with 10 and with 100 servers, from half load to 95%.",
        "Not at every number of servers and every utilisation.",
    );
    Statement {
        id: "a-few-service-times",
        text: "Shortest of all loses to random once its copy is renewed less often than every 8 mean service times, whatever the \
               load and the number of servers that we tried.",
        source: None,
    }
    .judge_by(figures, rule, why)
}
