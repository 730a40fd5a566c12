//! The whole experiment, in its quick profile.

use harness::record::{Profile, Verdict};
use harness::{Experiment, NoOptions, Results, Run};
use rayon::ThreadPoolBuilder;
use stale_load_model::{Information, Policy, Quantity, RELAXATIONS, run as simulate_one, warm_up};

use crate::StaleLoad;
use crate::conditions::{Condition, Conditions, Variant, usual};
use crate::series::{BY_AGE, CURVES, FRESH, MEAN_SECONDS};
use crate::simulate::figures;

fn quick() -> Results {
    StaleLoad::measure(&Run::silent(Profile::Quick, 1), &NoOptions {}).unwrap()
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
fn the_result_does_not_depend_on_the_number_of_threads() {
    // A few of the conditions do.
    let mut conditions = Conditions::of(Profile::Quick);
    conditions.all.truncate(12);
    let with = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let run = Run::silent(Profile::Quick, 1);
        let outcomes = pool.install(|| crate::simulate::all(&conditions, &run)).unwrap();
        let of = |index: usize| outcomes.of(conditions.all[index].setting, Quantity::P99).to_vec();
        (0..12).map(of).collect::<Vec<_>>()
    };
    assert_eq!(with(1), with(3));
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
