use super::own::{judge_residues, judge_unevenness};
use super::published::{judge_increments, judge_share};
use super::*;
use harness::record::Verdict;

#[test]
fn a_share_near_the_published_one_in_every_round_is_reproduced() {
    assert_eq!(judge_share(0.02, &[0.018, 0.021, 0.02]).0, Verdict::Reproduced);
    assert_eq!(judge_share(0.02, &[0.038, 0.041, 0.04]).0, Verdict::Differs);
}

#[test]
fn rounds_that_disagree_make_it_depend() {
    let (verdict, why) = judge_share(0.02, &[0.0, 0.021, 0.02]);
    assert_eq!(verdict, Verdict::Depends);
    assert_eq!(why, "Rounds with fresh threads range from 0.0% to 2.1%: no single share describes this machine.");
    assert_eq!(judge_share(0.02, &[0.01, 0.021]).0, Verdict::Depends);
}

#[test]
fn what_was_not_measured_is_not_judged() {
    assert_eq!(judge_share(0.02, &[]).0, Verdict::NotTested);
}

#[test]
fn increments_are_judged_by_equal_neighbours_and_then_by_the_smallest() {
    let judge = |equal, smallest| judge_increments(equal, smallest, (22.0, 32.0)).0;
    assert_eq!(judge(0.0, 22.0), Verdict::Reproduced);
    assert_eq!(judge(0.0, 32.000_000_1), Verdict::Reproduced);
    assert_eq!(judge(0.0, 10.0), Verdict::Depends);
    assert_eq!(judge(0.001, 0.0), Verdict::Differs);
    assert_eq!(judge(0.0, -7.0), Verdict::Differs);
}

#[test]
fn residues_decide_where_near_ones_collide_more_than_twice_as_often() {
    let step = Some(10.015);
    assert_eq!(judge_residues(step, &[(0, 0.5), (3, 0.0), (0, 0.4)]).0, Verdict::Reproduced);
    assert_eq!(judge_residues(step, &[(0, 0.5), (1, 0.3)]).0, Verdict::Differs);
    assert_eq!(judge_residues(step, &[(0, 0.5), (0, 0.1)]).0, Verdict::NotTested);
    assert_eq!(judge_residues(step, &[]).0, Verdict::NotTested);
    assert_eq!(judge_residues(None, &[(0, 0.5), (3, 0.0)]).0, Verdict::NotTested);
}

#[test]
fn residues_hide_behind_a_step_of_the_clock_s_unit() {
    let (verdict, why) = judge_residues(Some(0.999_98), &[(0, 0.03), (1, 0.03)]);
    assert_eq!(verdict, Verdict::Depends);
    assert!(why.starts_with("This machine's counter advances by 1.0 ns at a time"), "{why}");
}

#[test]
fn unevenness_has_to_explain_what_is_beyond_the_model() {
    let judge = |excess: &[f64], unevenness| judge_unevenness(&median(excess), unevenness).0;
    assert_eq!(judge(&[1.09, 1.10, 1.11], 1.09), Verdict::Reproduced);
    assert_eq!(judge(&[1.29, 1.30, 1.31], 1.09), Verdict::Differs);
    assert_eq!(judge(&[1.00, 1.00], 1.00), Verdict::Depends);
    assert_eq!(judge(&[0.70, 1.10, 1.10], 1.09), Verdict::NotTested, "rounds that disagree were disturbed");
}

#[test]
fn what_is_skipped_says_what_it_needs() {
    let skipped = skipped();
    assert!(skipped.iter().all(|skipped| !skipped.why.is_empty() && !skipped.needs.is_empty()));
    assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("macOS")), !cfg!(target_os = "macos"));
    assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("pinned")), !cores::CAN_PIN);
}
