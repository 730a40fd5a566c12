use harness::{Found, Quantity};
use harness::record::{Claim, Dimension, Estimate, Measure, Point, Series, Verdict, unit};
use harness::statistics::{median, median_if_any, share};

use super::own::{no_system_call, remedies_hold, reported_resolution, residues_decide};
use super::published::{judge_increments, judge_steps, no_identifier, two_threads};
use super::*;
use crate::clocks::NS;
use crate::quantities::{
    CORES, COUNTER_STEP, DUPLICATE_IDENTIFIERS, DUPLICATE_TIMESTAMPS, PINNED_COLLIDING, PINNED_STEP,
    ROUNDS_THAT_COLLIDE, SYSTEM_CALL, TWO_THREADS_COLLIDING, TWO_THREADS_COUNTED_ONCE, add_residues,
};

/// What was found, by name.
fn found<const N: usize>(named: [(&str, Option<Estimate>); N]) -> Found {
    let mut found = Found::default();
    named.into_iter().for_each(|(name, measured)| found.add(name, Quantity::new(unit::RATIO, measured)));
    found
}

fn about_two_percent(rounds: &[f64]) -> Claim {
    two_threads(&found([(TWO_THREADS_COUNTED_ONCE, median_if_any(rounds)), (TWO_THREADS_COLLIDING, None)]))
}

#[test]
fn a_share_that_belongs_to_the_machine_depends_on_it() {
    for rounds in [[0.018, 0.021, 0.02], [0.038, 0.041, 0.04], [0.0, 0.0, 0.021]] {
        assert_eq!(about_two_percent(&rounds).verdict, Verdict::Depends);
    }
    let claim = about_two_percent(&[0.0, 0.021, 0.02]);
    let why = "Rounds with fresh threads range from 0.0% to 2.1%: the share depends on the machine, and varies from round to round.";
    assert_eq!(claim.why, why);
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
    let judge = |equal, smallest| judge_increments([share_of(equal), nanoseconds(smallest)]).verdict;
    assert_eq!(judge(0.0, 22.0), Verdict::Reproduced);
    assert_eq!(judge(0.0, 10.0), Verdict::Reproduced, "how long a read takes is the machine's own");
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

fn of_residues(step_ns: Option<f64>, rounds: &[(f64, f64)]) -> Claim {
    let step = step_ns.map(|step| Estimate::certain(1, step * NS));
    let mut found = found([(PINNED_COLLIDING, None), (PINNED_STEP, step)]);
    // Fewer than six of a kind have no interval of 95%.
    add_residues(&mut found, &rounds.repeat(6), 2.6);
    residues_decide(&found)
}

#[test]
fn residues_decide_where_near_ones_collide_more_than_twice_as_often() {
    let verdict = |step, rounds: &[_]| of_residues(step, rounds).verdict;
    let step = Some(10.015);
    assert_eq!(verdict(step, &[(0.0, 0.5), (3.0, 0.0), (2.0, 0.4)]), Verdict::Holds);
    assert_eq!(verdict(step, &[(0.0, 0.2), (3.0, 0.3)]), Verdict::DoesNotHold);
    let claim = of_residues(step, &[(0.0, 0.5), (0.0, 0.1), (3.0, 0.2), (3.0, 0.3)]);
    assert_eq!(claim.verdict, Verdict::Undecided);
    assert!(
        claim.why.contains("Not decided, because the intervals of") && claim.why.ends_with("overlap."),
        "{}",
        claim.why
    );
    assert_eq!(verdict(step, &[(0.0, 0.5), (2.0, 0.1)]), Verdict::NotTested);
    assert_eq!(verdict(step, &[]), Verdict::NotTested);
    assert_eq!(verdict(None, &[(0.0, 0.5), (3.0, 0.0)]), Verdict::NotTested);
}

#[test]
fn residues_hide_behind_a_step_of_the_clock_s_unit() {
    let claim = of_residues(Some(0.999_98), &[(0.0, 0.03), (1.0, 0.03)]);
    assert_eq!(claim.verdict, Verdict::NotTested);
    assert!(claim.why.starts_with("This machine's counter advances by 1.0 ns at a time"), "{}", claim.why);
}

/// A read and the emptiest system call, in nanoseconds; and so many duplicates of so many identifiers.
fn reading(read: [f64; 3], call: [f64; 3]) -> Claim {
    let times = |values: [f64; 3]| median(&values.map(|value| value * NS).repeat(2));
    let point = Point::new([("clock", Clock::Realtime.name().into())]).value("read_cost_seconds", times(read));
    let clocks = Series::new("clocks", "")
        .dimensions([Dimension::new("clock", "", None)])
        .measures([Measure::new("read_cost_seconds", "", "s", "", "")])
        .points([point]);
    let mut found = Found::of(vec![clocks]);
    found.add(SYSTEM_CALL, Quantity::new("s", times(call)));
    no_system_call(&found)
}

#[test]
fn a_read_without_a_system_call_takes_less_than_one() {
    let call = [130.0, 140.0, 150.0];
    assert_eq!(reading([25.0, 26.0, 28.0], call).verdict, Verdict::Holds);
    assert_eq!(reading([25.0, 26.0, 135.0], call).verdict, Verdict::Undecided);
    assert_eq!(reading([200.0, 210.0, 220.0], call).verdict, Verdict::DoesNotHold);
}

/// What the system reports, and by how much the counter advances, in nanoseconds.
fn reporting(reported: f64, step: Option<f64>) -> Claim {
    let estimate = |ns: f64| Estimate::certain(1, ns * NS);
    let points = [Clock::Realtime, Clock::RealtimeCoarse].map(|clock| {
        Point::new([("clock", clock.name().into())])
            .value("resolution_reported_seconds", estimate(reported))
            .value("resolution_observed_seconds", estimate(20.0))
    });
    let measure = |name| Measure::new(name, "", "s", "", "");
    let clocks = Series::new("clocks", "")
        .dimensions([Dimension::new("clock", "", None)])
        .measures([measure("resolution_reported_seconds"), measure("resolution_observed_seconds")])
        .points(points);
    let mut found = Found::of(vec![clocks]);
    found.add(COUNTER_STEP, Quantity::new("s", step.map(estimate)));
    reported_resolution(&found)
}

#[test]
fn a_counter_that_advances_by_the_reported_resolution_tells_nothing_of_what_it_is() {
    assert_eq!(reporting(1.0, Some(10.0)).verdict, Verdict::Holds);
    for (reported, step) in [(1.0, Some(0.95)), (1_000.0, Some(41.7)), (1.0, None)] {
        assert_eq!(reporting(reported, step).verdict, Verdict::NotTested, "{reported} {step:?}");
    }
}

#[test]
fn one_duplicate_is_one_too_many() {
    let judge = |duplicates, of| {
        let shares = [(DUPLICATE_IDENTIFIERS, Some(share(duplicates, of))), (DUPLICATE_TIMESTAMPS, None)];
        remedies_hold(&found(shares))
    };
    assert_eq!(judge(0, 1_000_000).verdict, Verdict::Holds);
    assert_eq!(judge(0, 10).verdict, Verdict::Undecided);
    let claim = judge(1, 1_000_000);
    assert_eq!((claim.verdict, &*claim.why), (Verdict::DoesNotHold, "There were 1 duplicates."));
}

#[test]
fn one_collision_makes_a_timestamp_no_identifier() {
    let judge = |with, rounds, cores| {
        let cores = Estimate::certain(1, f64::from(cores));
        no_identifier(&found([(ROUNDS_THAT_COLLIDE, Some(share(with, rounds))), (CORES, Some(cores))])).verdict
    };
    assert_eq!(judge(1, 78, 2), Verdict::Reproduced);
    assert_eq!(judge(0, 78, 2), Verdict::Differs);
    assert_eq!(judge(0, 9, 2), Verdict::Undecided);
    assert_eq!(judge(0, 9, 1), Verdict::NotTested);
}

#[test]
fn what_is_skipped_says_what_it_needs() {
    let skipped = skipped(cores::usable().len());
    assert!(skipped.iter().all(|skipped| !skipped.why.is_empty() && !skipped.needs.is_empty()));
    assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("macOS")), !cfg!(target_os = "macos"));
    assert_eq!(skipped.iter().any(|skipped| skipped.what.contains("pinned")), !cores::CAN_PIN);
}
