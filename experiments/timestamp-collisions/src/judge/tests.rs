use harness::quantities::{Quantities, Quantity};
use harness::record::{Claim, Estimate, Verdict, unit};
use harness::statistics::{median, median_if_any};

use super::own::{residues_decide, uneven_counter};
use super::published::{judge_increments, judge_steps, two_threads};
use super::*;
use crate::clocks::NS;
use crate::quantities::{
    EXCESS, PINNED_COLLIDING, PINNED_STEP, TWO_THREADS_COLLIDING, TWO_THREADS_COUNTED_ONCE, UNEVENNESS, add_residues,
};

/// What was found, by name.
fn found<const N: usize>(named: [(&str, Option<Estimate>); N]) -> Quantities {
    let mut found = Quantities::default();
    named.into_iter().for_each(|(name, measured)| found.add(name, Quantity::new(unit::RATIO, measured)));
    found
}

fn about_two_percent(rounds: &[f64]) -> Claim {
    two_threads(&found([(TWO_THREADS_COUNTED_ONCE, median_if_any(rounds)), (TWO_THREADS_COLLIDING, None)]))
}

#[test]
fn a_share_near_the_published_one_in_every_round_is_reproduced() {
    assert_eq!(about_two_percent(&[0.018, 0.021, 0.02]).verdict, Verdict::Reproduced);
    assert_eq!(about_two_percent(&[0.038, 0.041, 0.04]).verdict, Verdict::Differs);
}

#[test]
fn rounds_that_disagree_make_it_depend() {
    let claim = about_two_percent(&[0.0, 0.021, 0.02]);
    assert_eq!(claim.verdict, Verdict::Depends);
    assert_eq!(claim.why, "Rounds with fresh threads range from 0.0% to 2.1%: no single share describes this machine.");
    assert_eq!(about_two_percent(&[0.01, 0.021]).verdict, Verdict::Depends);
    assert_eq!(about_two_percent(&[0.0, 0.0, 0.021]).verdict, Verdict::Depends, "whatever the median round has");
}

#[test]
fn what_was_not_measured_is_not_judged() {
    let claim = about_two_percent(&[]);
    assert_eq!(claim.verdict, Verdict::NotTested);
    assert_eq!(claim.why, "This machine has too few processors to run as many threads at once.");
}

fn nanoseconds(value: f64) -> Quantity {
    Quantity::new("s", Estimate::certain(9, value * NS))
}

fn share_of(value: f64) -> Quantity {
    Quantity::new(unit::SHARE, Estimate::certain(9, value))
}

#[test]
fn increments_are_judged_by_equal_neighbours_and_then_by_the_smallest() {
    let judge = |equal, smallest| judge_increments([share_of(equal), nanoseconds(smallest), nanoseconds(32.0)]).verdict;
    assert_eq!(judge(0.0, 22.0), Verdict::Reproduced);
    assert_eq!(judge(0.0, 32.000_000_1), Verdict::Reproduced);
    assert_eq!(judge(0.0, 10.0), Verdict::Depends);
    assert_eq!(judge(0.001, 0.0), Verdict::Differs);
    assert_eq!(judge(0.0, -7.0), Verdict::Differs);
}

#[test]
fn steps_are_judged_by_both_clocks_and_by_equal_neighbours() {
    let judge = |wall, monotonic, equal| {
        judge_steps([nanoseconds(wall), nanoseconds(monotonic)], [share_of(equal), share_of(0.2)]).verdict
    };
    assert_eq!(judge(1_000.0, 41.0, 0.9), Verdict::Reproduced);
    for (wall, monotonic, equal) in [(1_001.0, 41.0, 0.9), (1_000.0, 43.0, 0.9), (1_000.0, 41.0, 0.5)] {
        assert_eq!(judge(wall, monotonic, equal), Verdict::Differs, "{wall} {monotonic} {equal}");
    }
    let nothing = || [0, 1].map(|_| Quantity::default());
    let claim = judge_steps(nothing(), nothing());
    assert_eq!(claim.verdict, Verdict::NotTested);
    assert_eq!(claim.why, "This is a claim about macOS, and this machine runs another system.");
}

fn of_residues(step_ns: Option<f64>, rounds: &[(u64, f64)]) -> Claim {
    let step = step_ns.map(|step| Estimate::certain(1, step * NS));
    let mut found = found([(PINNED_COLLIDING, None), (PINNED_STEP, step)]);
    add_residues(&mut found, rounds);
    residues_decide(&found)
}

#[test]
fn residues_decide_where_near_ones_collide_more_than_twice_as_often() {
    let verdict = |step, rounds: &[_]| of_residues(step, rounds).verdict;
    let step = Some(10.015);
    assert_eq!(verdict(step, &[(0, 0.5), (3, 0.0), (0, 0.4)]), Verdict::Reproduced);
    assert_eq!(verdict(step, &[(0, 0.5), (1, 0.3)]), Verdict::Differs);
    assert_eq!(verdict(step, &[(0, 0.5), (0, 0.1)]), Verdict::NotTested);
    assert_eq!(verdict(step, &[]), Verdict::NotTested);
    assert_eq!(verdict(None, &[(0, 0.5), (3, 0.0)]), Verdict::NotTested);
}

#[test]
fn residues_hide_behind_a_step_of_the_clock_s_unit() {
    let claim = of_residues(Some(0.999_98), &[(0, 0.03), (1, 0.03)]);
    assert_eq!(claim.verdict, Verdict::Depends);
    assert!(claim.why.starts_with("This machine's counter advances by 1.0 ns at a time"), "{}", claim.why);
}

#[test]
fn unevenness_has_to_explain_what_is_beyond_the_model() {
    let judge = |excess: &[f64], unevenness| {
        uneven_counter(&found([(EXCESS, Some(median(excess))), (UNEVENNESS, Some(median(&[unevenness])))])).verdict
    };
    assert_eq!(judge(&[1.09, 1.10, 1.11], 1.09), Verdict::Reproduced);
    assert_eq!(judge(&[1.29, 1.30, 1.31], 1.09), Verdict::Differs);
    assert_eq!(judge(&[1.00, 1.00], 1.00), Verdict::Depends);
    assert_eq!(judge(&[0.70, 1.10, 1.10], 1.09), Verdict::NotTested, "rounds that disagree were disturbed");
}

#[test]
fn what_is_skipped_says_what_it_needs() {
    let skipped = skipped(cores::usable().len());
    assert!(skipped.iter().all(|skipped| !skipped.why.is_empty() && !skipped.needs.is_empty()));
    assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("macOS")), !cfg!(target_os = "macos"));
    assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("pinned")), !cores::CAN_PIN);
}
