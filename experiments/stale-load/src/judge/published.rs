//! What Brooker found in 2012. He says in words and curves what happens at which age; where he leaves open at which one, the
//! ages that are looked at here are said.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Source, Verdict};
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
    let [of_least, of_three, of_two, at_random] = figures.each_ref().map(seconds);
    Statement {
        id: "fresh-order",
        text: "With fresh information the best of all servers comes first and random comes last.",
        source: source(),
    }
    .judge_by(figures.into(), rule, |_| {
        Some(format!(
            "With fresh information requests stay {} with shortest of all, {} with best of three, {} with best of two and {} at random.",
            of_least?, of_three?, of_two?, at_random?
        ))
    })
}

/// Second at 0 s, first at 7.5 s, behind best of two at 20 s.
pub(super) fn three_cedes_to_two(found: &Found) -> Claim {
    let at = |policy, age| mean(found, Variant::Published, policy, age);
    let fresh = [LEAST, THREE, TWO].map(|policy| at(policy, 0.0));
    let soon = [LEAST, THREE, TWO].map(|policy| at(policy, 7.5));
    let late = [THREE, TWO].map(|policy| at(policy, 20.0));
    let ([least, three, two], [least_soon, three_soon, two_soon], [three_late, two_late]) = (&fresh, &soon, &late);
    let rule = Rule::all([
        Part::above(three, least),
        Part::above(two, three),
        Part::above(least_soon, three_soon),
        Part::above(two_soon, three_soon),
        Part::above(three_late, two_late),
    ]);
    let why = why(
        "Best of three is second with fresh information, first at 7.5 s, and behind best of two at 20 s.",
        "Best of three is not second with fresh information, first at 7.5 s and behind best of two at 20 s.",
    );
    Statement {
        id: "three-cedes-to-two",
        text: "Best of three is second with fresh information, becomes the best as it ages, and then cedes to best of two.",
        source: source(),
    }
    .judge_by([&fresh[..], &soon, &late].concat(), rule, why)
}

/// The ages at which the lead is looked at, in seconds: the ends of the range that was published, and some between.
const LED: [f64; 7] = [10.0, 15.0, 20.0, 30.0, 50.0, 60.0, 70.0];

/// Where the published range ends, in seconds.
const LED_UNTIL: f64 = 70.0;

/// Best of two and all others, at an age.
struct Race {
    age: f64,
    two: Figure,
    others: [(&'static str, Figure); 3],
}

impl Race {
    fn at(found: &Found, age: f64) -> Self {
        let of = |policy| mean(found, Variant::Published, policy, age);
        let others = [("best of three", THREE), ("shortest of all", LEAST), ("random", Policy::Random)];
        Self { age, two: of(TWO), others: others.map(|(name, policy)| (name, of(policy))) }
    }

    /// Best of two comes first.
    fn is_won(&self) -> [Part; 3] {
        self.others.each_ref().map(|(_, other)| Part::above(other, &self.two))
    }

    /// Mean time of best of two, and the shortest of the others with its name.
    fn times(&self) -> Option<(f64, (&'static str, f64))> {
        let others = self.others.iter().map(|(name, other)| Some((*name, other.value()?)));
        let others: Vec<_> = others.collect::<Option<_>>()?;
        let shortest = others.into_iter().min_by(|(_, one), (_, other)| one.total_cmp(other))?;
        Some((self.two.value()?, shortest))
    }
}

/// Says at which ages best of two has the shortest time, and what is shorter at the others.
fn in_words(races: &[Race]) -> Option<String> {
    let times: Vec<_> = races.iter().map(|race| Some((race.age, race.times()?))).collect::<Option<_>>()?;
    let (won, lost): (Vec<_>, Vec<_>) = times.into_iter().partition(|(_, (two, (_, other)))| two < other);
    let won: Vec<String> = won.iter().map(|(age, _)| age.to_string()).collect();
    let lost = lost
        .iter()
        .map(|(age, (two, (name, other)))| format!("at {age} s {name} takes {other:.2} s, and best of two {two:.2} s"));
    let lost = lost.collect::<Vec<_>>().join("; ");
    let won =
        (!won.is_empty()).then(|| format!("At each of {} s best of two has the shortest mean time", won.join(", ")));
    Some(match won {
        Some(won) if lost.is_empty() => won,
        Some(won) => format!("{won}. But {lost}"),
        None => lost,
    })
}

/// Below every other policy at each age between the ends of the range, which are published as “some” so many seconds. The upper end, where
/// random overtakes it, gets the margin of every published time; the lower one lies between two ages that were tried, and words alone say
/// what is shorter there.
pub(super) fn two_leads(found: &Found) -> Claim {
    let races = LED.map(|age| Race::at(found, age));
    let [_, inside @ .., _] = &races;
    let overtaken =
        crossing(found, Variant::Published, TWO).held_against(PublishedValue::exactly(LED_UNTIL), Margin::Timing);
    let rule = Rule::all(inside.iter().flat_map(Race::is_won).chain([Part::within(&overtaken)]));
    let words = in_words(&races)
        .zip(seconds(&overtaken))
        .map(|(words, until)| format!("{words}. Random overtakes it at {until}"));
    // Random is the same at every age.
    let random = mean(found, Variant::Published, Policy::Random, 0.0);
    let others =
        races.into_iter().flat_map(|Race { two, others: [(_, three), (_, least), _], .. }| [two, three, least]);
    Statement {
        id: "two-leads",
        text: "Best of two is clearly the best policy for information that is some 10 to 70 s old.",
        source: source(),
    }
    .judge_by([random].into_iter().chain(others).chain([overtaken]).collect(), rule, |_| words)
}

/// Whether the same server may be picked twice, the source does not say.
pub(super) fn two_loses_from_seventy(found: &Found) -> Claim {
    let [distinct, replaced] = [TWO, TWO_REPLACED].map(|policy| {
        crossing(found, Variant::Published, policy).held_against(PublishedValue::exactly(70.0), Margin::Timing)
    });
    let [if_distinct, if_replaced] = [&distinct, &replaced].map(seconds);
    let cases = [("they differ", vec![Part::within(&distinct)]), ("they may coincide", vec![Part::within(&replaced)])];
    let rule = Rule::under("whether the two picks differ", cases);
    Statement {
        id: "two-loses-from-seventy",
        text: "From an age of about 70 s on best of two is worse than random.",
        source: source(),
    }
    .judge_by(vec![distinct, replaced], rule, |_| {
        Some(format!(
            "Best of two becomes worse than random at {} where the two picks differ, and at {} where they may coincide.",
            if_distinct?, if_replaced?
        ))
    })
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
    let from = seconds(&crosses);
    Statement {
        id: "all-is-soon-worst",
        text: "Asking all servers soon becomes the worst of the policies as information ages.",
        source: source(),
    }
    .judge_by(vec![crosses, least, three, two, random], rule, |verdict| {
        let worst = if verdict == Verdict::Reproduced { ", and is the worst of all at 40 s" } else { "" };
        Some(format!("Shortest of all first gets worse than random at {}{worst}.", from?))
    })
}
