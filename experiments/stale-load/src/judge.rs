//! The claims: which figures they stand on, and what has to hold of them.

mod own;
mod published;

use harness::Found;
use harness::claims::Figure;
use harness::record::{Claim, Skipped, Verdict};
use stale_load_model::{Policy, Setting};

use crate::conditions::Variant;
use crate::series::{CROSSING_SECONDS, CROSSINGS, CURVES, MEAN_SECONDS, at_crossing, at_curve, policy_words};
use crate::simulate::{MOST_CHANGE, Outcomes};

/// All claims, in the order in which the article makes them, and then this project's own.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        published::fresh_order(found),
        published::three_cedes_to_two(found),
        published::two_leads(found),
        published::two_loses_from_seventy(found),
        published::all_is_soon_worst(found),
        own::own_sends_cure(found),
        own::first_of_ties_herds(found),
        own::exact_age_is_harsher(found),
        own::poisson_moves_the_range(found),
        own::a_few_service_times(found),
        own::few_servers_cross_sooner(found),
        own::whole_ticks_spare_the_herd(found),
        own::own_sends_of_several(found),
        own::copies_apart_herd_less(found),
    ]
}

/// What this experiment leaves open; among it the settings whose queues do not settle.
pub(crate) fn skipped(outcomes: &Outcomes) -> Vec<Skipped> {
    let mut skipped = vec![
        Skipped {
            what: "balancers and servers that really answer".to_owned(),
            why: "every figure here is simulated from a seed: no request is sent".to_owned(),
            needs: "a balancer with servers behind it, under a load of its own".to_owned(),
        },
        Skipped {
            what: "servers of different speeds, retries, and several balancers whose copies are renewed at once"
                .to_owned(),
            why: "the model has equal servers, no retries, and copies of several balancers at evenly spaced times"
                .to_owned(),
            needs: "a model that has them".to_owned(),
        },
        Skipped {
            what: "the least of a hundred servers with copies renewed less often than every 32 service times"
                .to_owned(),
            why: "its queues do not settle within 400 copies".to_owned(),
            needs: "runs of thousands of copies".to_owned(),
        },
    ];
    let told: Vec<String> = outcomes.unsettled().map(|setting| in_words(&setting)).collect();
    if !told.is_empty() {
        skipped.push(Skipped {
            what: "times where queues had not settled".to_owned(),
            why: format!(
                "surely the mean time of the second half of the requests differs from that of the first by more than {}%: {}",
                MOST_CHANGE * 100.0,
                told.join("; ")
            ),
            needs: "longer runs".to_owned(),
        });
    }
    skipped
}

/// A setting in a few words: “shortest of all, 100 servers, utilisation 0.9, renewed, age 64, poisson, exponential”.
fn in_words(setting: &Setting) -> String {
    let information = setting.information();
    let age = information.age().map_or_else(String::new, |age| format!(", age {age}"));
    let balancers = match setting.balancers() {
        1 => String::new(),
        several => format!(", {several} balancers"),
    };
    format!(
        "{}, {} servers, utilisation {}{balancers}, {}{age}, {}, {}",
        policy_words(setting.policy()),
        setting.servers(),
        setting.utilisation(),
        information.name(),
        setting.arrivals().name(),
        setting.service().name()
    )
}

/// The mean time in a variant, at an age in seconds.
fn mean(found: &Found, variant: Variant, policy: Policy, age_seconds: f64) -> Figure {
    // Random has one point: it does not look at the queues.
    let age_seconds = if policy == Policy::Random { 0.0 } else { age_seconds };
    let label = match policy {
        Policy::Random => format!("{}{}", policy_words(policy), in_variant(variant)),
        _ if age_seconds == 0.0 => format!("{}, fresh{}", policy_words(policy), in_variant(variant)),
        _ => format!("{}, {age_seconds} s{}", policy_words(policy), in_variant(variant)),
    };
    Figure::new(label, found.at(CURVES, &at_curve(variant, policy, age_seconds), MEAN_SECONDS))
}

/// The age from which on a policy is worse than random.
fn crossing(found: &Found, variant: Variant, policy: Policy) -> Figure {
    let label = format!("{} worse than random from{}", policy_words(policy), in_variant(variant));
    Figure::new(label, found.at(CROSSINGS, &at_crossing(variant, policy), CROSSING_SECONDS))
}

/// The published setting is not named again and again.
fn in_variant(variant: Variant) -> String {
    match variant {
        Variant::Published => String::new(),
        _ => format!(" ({})", variant.words().1),
    }
}

/// Why, as it turned out: if all is as stated, and otherwise.
fn why(holds: &'static str, fails: &'static str) -> impl FnOnce(Verdict) -> &'static str {
    move |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => holds,
        Verdict::Undecided => "",
        _ => fails,
    }
}

/// Seconds for a reader.
fn seconds(figure: &Figure) -> Option<String> {
    Some(format!("{:.1} s", figure.value()?))
}
