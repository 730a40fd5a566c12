//! The whole experiment, in its quick profile.

use harness::record::{Claim, Estimate, Point, Profile, Verdict};
use harness::{Experiment, Found, Results, Run};
use sharding::{Counts, Shard, ShardOptions, Split};
use stale_load_model::{Information, Policy, Quantity, RELAXATIONS, Setting, run as simulate_one, warm_up};

use crate::conditions::{AGES_SECONDS, Condition, Conditions, LEAST, THREE, TWO, Variant, shared, usual};
use crate::series::{
    self, BY_AGE, BY_BALANCERS, CROSSING, CROSSING_SECONDS, CROSSINGS, CROSSINGS_BY_LOAD, CURVES, FRESH, MEAN_SECONDS,
    ROUND_ROBIN_CROSSING, at_crossing, at_curve, crossing_ages,
};
use crate::simulate::{Outcomes, growth, repetitions, settles, simulated};
use crate::{StaleLoad, judge};

fn quick() -> Results {
    let undivided = ShardOptions { shard: None, merged: Vec::new(), unclean: false };
    Split::<StaleLoad>::measure(&Run::silent(Profile::Quick, 1), &undivided).unwrap()
}

#[test]
fn a_quick_run_tells_what_the_article_says() {
    let found = quick().found;
    let (claims, series) = (judge::claims(&found), found.series);
    let verdicts: Vec<_> = claims.iter().map(|claim| (&*claim.id, claim.verdict)).collect();
    for (id, verdict) in &verdicts {
        let expected = matches!(verdict, Verdict::Reproduced | Verdict::Holds);
        assert!(expected || *verdict == Verdict::Undecided, "{id}: {verdict:?}");
    }
    let of = |id: &str| series.iter().find(|series| series.words.id == id).unwrap();
    // Where a mean is exact, what is simulated lies near: within 6 of its standard errors, some 2.5 of the interval's halves.
    let mut exact = 0;
    for point in of(CURVES).points.iter().filter(|point| point.exact.contains_key(MEAN_SECONDS)) {
        let (found, known) = (&point.values[MEAN_SECONDS], point.exact[MEAN_SECONDS]);
        let reach = 2.5 * (found.high - found.low) / 2.0 + known * 1e-3;
        assert!((found.value - known).abs() < reach, "{point:?}");
        exact += 1;
    }
    // Random in each variant, and shortest of all, either way of ties, fresh at ticks; with fixed work there are two such.
    assert!(exact >= Variant::ALL.len() + 2, "{exact}");
    assert_eq!(of(FRESH).points.len(), 10);
    // Runs so short settle almost everywhere.
    assert!((368..=373).contains(&of(BY_AGE).points.len()), "{}", of(BY_AGE).points.len());
    assert!((84..=87).contains(&of(BY_BALANCERS).points.len()), "{}", of(BY_BALANCERS).points.len());
    // What does not look at the queues has one time, and round robin the shorter one.
    for point in &of(CROSSINGS_BY_LOAD).points {
        let [random, in_turn] = [CROSSING, ROUND_ROBIN_CROSSING].map(|measure| point.values.get(measure));
        assert!(random.zip(in_turn).is_none_or(|(random, in_turn)| in_turn.value < random.value), "{point:?}");
    }
}

#[test]
fn any_number_of_parts_and_threads_comes_to_the_same_bits() {
    // A few of the conditions do.
    let mut few = Conditions::of(Profile::Quick);
    few.all.truncate(7);
    let conditions = repetitions(&few);
    let (run, all) = (Run::silent(Profile::Quick, 1), few.all.len() * few.repetitions as usize);
    for of in [1, 3, 16] {
        let mut counts = vec![Counts::default(); all];
        for index in 1..=of {
            let part = sharding::carry_out::<StaleLoad>(&run, &conditions, Shard::new(index, of).unwrap()).unwrap();
            counts.iter_mut().zip(&part).for_each(|(sum, part)| sum.merge(part));
        }
        let outcomes = Outcomes::of_counted(&conditions.iter().cloned().zip(counts).collect::<Vec<_>>());
        for condition in &few.all {
            let plain: Vec<_> = (0..few.repetitions).map(|number| simulated(condition, 1, number).0).collect();
            for (index, quantity) in Quantity::ALL.into_iter().enumerate() {
                let bits = |times: &mut dyn Iterator<Item = f64>| times.map(f64::to_bits).collect::<Vec<_>>();
                let found = bits(&mut outcomes.of(condition.setting, quantity).unwrap().iter().copied());
                assert_eq!(found, bits(&mut plain.iter().map(|of| of[index])), "{of} parts, {quantity:?}");
            }
        }
    }
}

#[test]
fn queues_settle_unless_their_times_surely_change() {
    let halves = |first: [f64; 3], second: [f64; 3]| [first.to_vec(), second.to_vec()];
    assert!(settles(&halves([10.0, 11.0, 12.0], [10.0, 11.0, 12.0])));
    // By less than 5%, and by more.
    assert!(settles(&halves([10.0, 11.0, 12.0], [10.4, 11.4, 12.5])));
    assert!(!settles(&halves([10.0, 11.0, 12.0], [11.0, 12.1, 13.2])));
    // By more on average, but it can't be told.
    assert!(settles(&halves([10.0, 11.0, 12.0], [8.0, 12.0, 16.0])));
    // They may still shrink as well.
    assert!(settles(&halves([10.0, 11.0, 12.0], [9.6, 10.6, 11.5])));
    assert!(!settles(&halves([10.0, 11.0, 12.0], [5.0, 5.5, 6.0])));
}

#[test]
fn herds_that_have_not_settled_are_left_out() {
    let least = |servers, age| usual(servers, 0.9, LEAST, Information::Renewed(age));
    let found = |setting: Setting, requests, warm_up| {
        let condition = Condition { setting, requests, warm_up };
        let repetitions: Vec<_> = (0..20).map(|number| simulated(&condition, 1, number).1).collect();
        [0, 1].map(|half| repetitions.iter().map(|halves| halves[half]).collect::<Vec<_>>())
    };
    // A hundred servers whose copy is renewed every 64 service times, watched for 31 copies after a start that suits fresh ones.
    let early = found(least(100, 64.0), 180_000, 137_000);
    assert!(!settles(&early), "{:?}", growth(&early));
    // And with a start and a time that suit its age, every 4.
    let setting = least(100, 4.0);
    assert!(settles(&found(setting, 180_000, warm_up(&setting, RELAXATIONS))));
    // An overload never settles.
    let overload = usual(4, 1.2, Policy::Random, Information::Fresh);
    assert!(!settles(&found(overload, 20_000, 0)));
}

#[test]
fn unsettled_settings_have_no_figures_and_are_named() {
    let [kept, lost] = [1, 4].map(|balancers| shared(balancers, LEAST, Information::Renewed(64.0)));
    let mut found = Vec::new();
    for (setting, second) in [(kept, 2.0_f64), (lost, 3.0)] {
        let conditions = Conditions { repetitions: 2, all: vec![Condition { setting, requests: 10, warm_up: 0 }] };
        for (number, condition) in repetitions(&conditions).into_iter().enumerate() {
            let mut counts = Counts::default();
            for (tally, value) in
                [("mean_time", 2.0), ("first_half", 2.0 + number as f64 / 100.0), ("second_half", second)]
            {
                counts.add(tally, value.to_bits(), 1);
            }
            found.push((condition, counts));
        }
    }
    let outcomes = Outcomes::of_counted(&found);
    assert_eq!(outcomes.of(kept, Quantity::Mean), Some(&[2.0, 2.0][..]));
    assert_eq!(outcomes.of(lost, Quantity::Mean), None);
    let unsettled: Vec<Setting> = outcomes.unsettled().collect();
    assert_eq!(unsettled, [lost]);
    let skipped = judge::skipped(&outcomes);
    let last = skipped.last().unwrap();
    assert!(
        last.why.ends_with(
            "shortest of all, 10 servers, utilisation 0.9, 4 balancers, renewed, age 64, poisson, exponential"
        ),
        "{last:?}"
    );
    assert_eq!(judge::skipped(&Outcomes::of_counted(&[])).len() + 1, skipped.len());
}

#[test]
fn crossings_are_looked_for_where_queues_settle() {
    let [low, high]: [Option<&[f64]>; 2] = [Some(&[1.0, 1.0]), Some(&[3.0, 5.0])];
    // Random is 2: passed halfway, and a quarter of the way.
    assert_eq!(crossing_ages(&[0.0, 4.0, 8.0], &[low, high, None], 2.0), Some(vec![2.0, 1.0]));
    assert_eq!(crossing_ages(&[0.0, 4.0, 8.0], &[low, None, high], 2.0), None);
    assert_eq!(crossing_ages(&[0.0, 4.0, 8.0], &[None, low, high], 2.0), None);
}

#[test]
fn no_condition_is_simulated_twice() {
    for profile in [Profile::Quick, Profile::Full] {
        let all = Conditions::of(profile).all;
        for (index, condition) in all.iter().enumerate() {
            assert!(!all[..index].iter().any(|other| other.setting == condition.setting), "{condition:?}");
        }
    }
}

#[test]
fn the_start_is_left_out() {
    // With an empty start and no warm-up, the first 500 requests at 95% see shorter queues than later ones.
    let setting = usual(10, 0.95, Policy::Random, Information::Fresh);
    let warm_up = warm_up(&setting, RELAXATIONS);
    assert!(warm_up > 50_000);
    let condition = Condition { setting, requests: 500, warm_up };
    let early = |n| simulate_one(&setting, 500, 0, 1, n).figure(Quantity::Mean);
    let mean = |of: &dyn Fn(u32) -> f64| (0..40).map(of).sum::<f64>() / 40.0;
    let (early, settled) = (mean(&early), mean(&|n| simulated(&condition, 1, n).0[0]));
    // Exactly 20; 40 repetitions of queues that hardly move in 500 requests scatter by some 1.5.
    assert!(early < 8.0 && (13.0..27.0).contains(&settled), "{early} and {settled}");
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::WithCommands>("stale-load");
}

/// The claim on the lead of best of two, where that takes so long by age and random overtakes it at `until`; best of three takes 10 s, and
/// all others longer.
fn two_leads(two: impl Fn(f64) -> f64, until: f64) -> Claim {
    let point = |policy, age, time| {
        let exactly = Estimate::certain(20, time);
        Point::new(at_curve(Variant::Published, policy, age)).value(MEAN_SECONDS, exactly)
    };
    let aged = AGES_SECONDS
        .iter()
        .flat_map(|&age| [point(TWO, age, two(age)), point(THREE, age, 10.0), point(LEAST, age, 20.0)]);
    let points: Vec<Point> = aged.chain([point(Policy::Random, 0.0, 15.0)]).collect();
    let overtaken =
        Point::new(at_crossing(Variant::Published, TWO)).value(CROSSING_SECONDS, Estimate::certain(20, until));
    let filled = series::declared().into_iter().filter_map(|series| match &*series.words.id {
        CURVES => Some(series.points(points.clone())),
        CROSSINGS => Some(series.points([overtaken.clone()])),
        _ => None,
    });
    let found = Found::new(filled.collect());
    judge::claims(&found).into_iter().find(|claim| claim.id == "two-leads").unwrap()
}

#[test]
fn the_lead_of_best_of_two_is_judged_between_the_ends_of_the_published_range_and_where_it_is_overtaken() {
    let everywhere = two_leads(|_| 9.0, 75.0);
    let why = "At each of 10, 15, 20, 30, 50, 60, 70 s best of two has the shortest mean time. Random overtakes it at 75.0 s.";
    assert_eq!((everywhere.verdict, &*everywhere.why), (Verdict::Reproduced, why));
    let inside = |until| two_leads(|age| if (15.0..=60.0).contains(&age) { 9.0 } else { 11.0 }, until);
    let why = "At each of 15, 20, 30, 50, 60 s best of two has the shortest mean time. But at 10 s best of three takes 10.00 s, and \
               best of two 11.00 s; at 70 s best of three takes 10.00 s, and best of two 11.00 s. Random overtakes it at 64.0 s.";
    assert_eq!((inside(64.0).verdict, &*inside(64.0).why), (Verdict::Reproduced, why));
    assert_eq!([62.0, 78.0].map(|until| inside(until).verdict), [Verdict::Differs; 2]);
    assert_eq!(two_leads(|age| if age == 50.0 { 11.0 } else { 9.0 }, 70.0).verdict, Verdict::Differs);
    let nowhere = two_leads(|_| 11.0, 64.0);
    assert_eq!(nowhere.verdict, Verdict::Differs);
    assert!(
        nowhere.why.starts_with("At 10 s best of three takes 10.00 s, and best of two 11.00 s; "),
        "{}",
        nowhere.why
    );
}
