//! The whole experiment, in its quick profile.

use harness::record::{Profile, Verdict};
use harness::{Experiment, Results, Run};
use sharding::{Counts, Shard, ShardOptions, Split};
use stale_load_model::{Information, Policy, Quantity, RELAXATIONS, run as simulate_one, warm_up};

use crate::StaleLoad;
use crate::conditions::{Condition, Conditions, Variant, usual};
use crate::series::{BY_AGE, CURVES, FRESH, MEAN_SECONDS};
use crate::simulate::{Outcomes, figures, repetitions};

fn quick() -> Results {
    let undivided = ShardOptions { shard: None, merged: Vec::new() };
    Split::<StaleLoad>::measure(&Run::silent(Profile::Quick, 1), &undivided).unwrap()
}

#[test]
fn a_quick_run_tells_what_the_article_says() {
    let Results { series, claims, .. } = quick();
    let verdicts: Vec<_> = claims.iter().map(|claim| (&*claim.id, claim.verdict)).collect();
    for (id, verdict) in &verdicts {
        let undecided = *verdict == Verdict::Undecided;
        assert!(undecided || matches!(verdict, Verdict::Reproduced | Verdict::Holds), "{id}: {verdict:?}");
    }
    let of = |id: &str| series.iter().find(|series| series.id == id).unwrap();
    // Where a mean is exact, what is simulated lies near: within 6 of its standard errors, some 2.5 of the interval's halves.
    let mut exact = 0;
    for point in of(CURVES).points.iter().filter(|point| point.exact.contains_key(MEAN_SECONDS)) {
        let (found, known) = (&point.values[MEAN_SECONDS], point.exact[MEAN_SECONDS]);
        let reach = 2.5 * (found.high - found.low) / 2.0 + known * 1e-3;
        assert!((found.value - known).abs() < reach, "{point:?}");
        exact += 1;
    }
    // Random in each variant, and least of all, either way of ties, fresh at ticks; with fixed work there are two such.
    assert!(exact >= Variant::ALL.len() + 2, "{exact}");
    assert_eq!((of(FRESH).points.len(), of(BY_AGE).points.len()), (50, 216));
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
            let plain: Vec<_> = (0..few.repetitions).map(|number| figures(condition, 1, number)).collect();
            for (index, quantity) in Quantity::ALL.into_iter().enumerate() {
                let bits = |times: &mut dyn Iterator<Item = f64>| times.map(f64::to_bits).collect::<Vec<_>>();
                let found = bits(&mut outcomes.of(condition.setting, quantity).iter().copied());
                assert_eq!(found, bits(&mut plain.iter().map(|of| of[index])), "{of} parts, {quantity:?}");
            }
        }
    }
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
    let (early, settled) = (mean(&early), mean(&|n| figures(&condition, 1, n)[0]));
    // Exactly 20; 40 repetitions of queues that hardly move in 500 requests scatter by some 1.5.
    assert!(early < 8.0 && (13.0..27.0).contains(&settled), "{early} and {settled}");
}
