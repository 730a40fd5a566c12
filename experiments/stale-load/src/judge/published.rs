//! What Brooker found in 2012. He says in words and curves what happens at which age; where he leaves open at which one, the
//! ages that are looked at here are said.

use harness::claims::Statement;
use harness::Found;
use harness::record::{Claim, PublishedValue, Source};
use harness::verdicts::{Margin, Part, Rule};
use stale_load_model::Policy;

use super::{crossing, mean, seconds, why};
use crate::conditions::{LEAST, THREE, TWO, TWO_REPLACED, Variant};

fn source() -> Option<Source> {
    Some(Source {
        title: "Marc Brooker, “The power of two random choices” (2012)".to_owned(),
        url: "https://brooker.co.za/blog/2012/01/17/two-random.html".to_owned(),
    })
}

/// Shortest of all below best of three, that below best of two, and random above all of them.
pub(super) fn fresh_order(found: &Found) -> Claim {
    let figures = [LEAST, THREE, TWO, Policy::Random].map(|policy| mean(found, Variant::Published, policy, 0.0));
    let [least, three, two, random] = &figures;
    let rule = Rule::all([Part::above(three, least), Part::above(two, three), Part::above(random, two)]);
    let times = format!(
        "With fresh information requests stay {} with shortest of all, {} with best of three, {} with best of two and {} at random.",
        seconds(least),
        seconds(three),
        seconds(two),
        seconds(random)
    );
    Statement {
        id: "fresh-order",
        text: "With fresh information the best of all servers comes first and random comes last.",
        source: source(),
    }
    .judge_by(figures.to_vec(), rule, |_| times)
}

/// Second at 0 s, first at 7.5 s, behind best of two at 20 s.
pub(super) fn three_cedes_to_two(found: &Found) -> Claim {
    let at = |policy, age| mean(found, Variant::Published, policy, age);
    let fresh = [LEAST, THREE, TWO].map(|policy| at(policy, 0.0));
    let soon = [LEAST, THREE, TWO].map(|policy| at(policy, 7.5));
    let late = [THREE, TWO].map(|policy| at(policy, 20.0));
    let rule = Rule::all([
        Part::above(&fresh[1], &fresh[0]),
        Part::above(&fresh[2], &fresh[1]),
        Part::above(&soon[0], &soon[1]),
        Part::above(&soon[2], &soon[1]),
        Part::above(&late[0], &late[1]),
    ]);
    let why = why(
        "Best of three is second with fresh information, first at 7.5 s, and behind best of two at 20 s.".to_owned(),
        "Best of three is not second with fresh information, first at 7.5 s and behind best of two at 20 s.".to_owned(),
    );
    Statement {
        id: "three-cedes-to-two",
        text: "Best of three is second with fresh information, becomes the best as it ages, and then cedes to best of two.",
        source: source(),
    }
    .judge_by([&fresh[..], &soon, &late].concat(), rule, why)
}

/// The ages at which the lead is looked at, inside the range that was published (10 to 70 s), where curves lie apart.
const LED: [f64; 5] = [15.0, 20.0, 30.0, 50.0, 60.0];

/// Below every other policy at each of them.
pub(super) fn two_leads(found: &Found) -> Claim {
    let random = mean(found, Variant::Published, Policy::Random, 0.0);
    let mut figures = vec![random.clone()];
    let mut parts = Vec::new();
    for age in LED {
        let [two, three, least] = [TWO, THREE, LEAST].map(|policy| mean(found, Variant::Published, policy, age));
        parts.extend([Part::above(&three, &two), Part::above(&least, &two), Part::above(&random, &two)]);
        figures.extend([two, three, least]);
    }
    let ages = LED.map(|age| age.to_string()).join(", ");
    let why = why(
        format!("At each of {ages} s best of two has the shortest mean time."),
        format!("Not at each of {ages} s does best of two have the shortest mean time."),
    );
    Statement {
        id: "two-leads",
        text: "Best of two is clearly the best policy for information that is some 10 to 70 s old.",
        source: source(),
    }
    .judge_by(figures, Rule::all(parts), why)
}

/// Whether the same server may be picked twice, the source does not say.
pub(super) fn two_loses_from_seventy(found: &Found) -> Claim {
    let [distinct, replaced] = [TWO, TWO_REPLACED].map(|policy| {
        crossing(found, Variant::Published, policy).held_against(PublishedValue::exactly(70.0), Margin::Timing)
    });
    let words = format!(
        "Best of two becomes worse than random at {} where the two picks differ, and at {} where they may coincide.",
        seconds(&distinct),
        seconds(&replaced)
    );
    let rule = Rule::all([Part::within(&distinct), Part::within(&replaced)]);
    Statement {
        id: "two-loses-from-seventy",
        text: "From an age of about 70 s on best of two is worse than random.",
        source: source(),
    }
    .judge_by(vec![distinct, replaced], rule, |_| words)
}

/// How old “soon” may be, in seconds: half of the range that best of two leads in.
const SOON: f64 = 35.0;

/// Worse than random, and than all others, from early on.
pub(super) fn all_is_soon_worst(found: &Found) -> Claim {
    let crosses = crossing(found, Variant::Published, LEAST);
    let at = |policy| mean(found, Variant::Published, policy, 40.0);
    let [least, three, two] = [LEAST, THREE, TWO].map(at);
    let random = mean(found, Variant::Published, Policy::Random, 0.0);
    let rule = Rule::all([
        Part::below(&crosses, SOON),
        Part::above(&least, &three),
        Part::above(&least, &two),
        Part::above(&least, &random),
    ]);
    let why = why(
        format!("Shortest of all is worse than random from {} on, and the worst of all at 40 s.", seconds(&crosses)),
        format!("Shortest of all is worse than random from {} on.", seconds(&crosses)),
    );
    Statement {
        id: "all-is-soon-worst",
        text: "Asking all servers soon becomes the worst of the policies as information ages.",
        source: source(),
    }
    .judge_by(vec![crosses, least, three, two, random], rule, why)
}
