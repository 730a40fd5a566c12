use std::fs;

use harness::record::{Claim, Dimension, Estimate, Machine, Measure, Point, Record, Series, Verdict, unit};
use harness::statistics::{median, median_if_any, share};
use harness::{Found, Quantity};

use super::own::{no_system_call, remedies_hold, reported_resolution, residues_decide};
use super::published::{eight_hardware_threads, judge_increments, judge_steps, no_identifier};
use super::two_threads::two_threads;
use super::*;
use crate::clocks::NS;
use crate::quantities::{
    CORES, COUNTER_STEP, DUPLICATE_IDENTIFIERS, DUPLICATE_TIMESTAMPS, EIGHT_THREADS_COUNTED_ONCE, PINNED_COLLIDING,
    PINNED_STEP, ROUNDS_THAT_COLLIDE, SYSTEM_CALL, TWO_THREADS_COUNTED_ONCE, add_residues,
};
use crate::series::{self, COINCIDENCES, MANNERS, MANNERS_OF_TWO_CLOCKS, RESIDUES};

/// Figures by name.
fn found<const N: usize>(named: [(&str, Option<Estimate>); N]) -> Found {
    let mut found = Found::new(Vec::new());
    named.into_iter().for_each(|(name, measured)| found.add(name, Quantity::new(unit::RATIO, measured)));
    found
}

/// Shares of two threads, each coincidence counted once, by how many clocks they read and the difference of their cores' residues in
/// ticks, six times each: fewer have no interval of 95%.
fn two_threads_with(one_clock: &[(f64, f64)], two_clocks: &[(f64, f64)]) -> Claim {
    let once: Vec<f64> = one_clock.repeat(6).iter().map(|&(_, share)| share).collect();
    let residues = series::declared().into_iter().find(|series| series.words.id == RESIDUES).unwrap();
    let step = Point::new([("clock", Clock::Realtime.name().into()), ("counter_step", 26.0.into())]);
    let manners = series::declared().into_iter().find(|series| series.words.id == MANNERS).unwrap();
    let rounds = two_clocks.repeat(6).into_iter().zip(0_u32..).map(|((difference, share), round)| {
        let manner = MANNERS_OF_TWO_CLOCKS[round as usize % 2];
        Point::new([("manner", manner.into()), ("round", round.into()), ("residue_difference", difference.into())])
            .value(COINCIDENCES, Estimate::certain(1, share))
    });
    let mut found = Found::new(vec![residues.points([step]), manners.points(rounds)]);
    let mut add = |name, estimate| found.add(name, Quantity::new(unit::RATIO, estimate));
    add(TWO_THREADS_COUNTED_ONCE, median_if_any(&once));
    add(CORES, Some(Estimate::certain(1, 2.0)));
    add(PINNED_STEP, Some(Estimate::certain(1, 10.0 * NS)));
    let colliding: Vec<(f64, f64)> =
        one_clock.repeat(6).into_iter().map(|(difference, share)| (difference, 2.0 * share)).collect();
    add_residues(&mut found, &colliding, 2.6);
    two_threads(&found)
}

#[test]
fn two_threads_are_shown_by_their_residues_and_by_the_clocks_that_they_read_and_are_not_judged() {
    let claim = two_threads_with(&[(0.0, 0.2), (3.0, 0.0)], &[(2.0, 0.1)]);
    let why = "With residues within a nanosecond of each other the median is 20% where threads read one clock and 10% where threads \
               read two clocks; with residues further apart the median is 0.0% where threads read one clock; rounds with fresh \
               threads range from 0.0% to 20%.";
    assert_eq!((claim.verdict, &*claim.why), (Verdict::NotTested, why));
}

#[test]
fn two_threads_are_shown_by_all_rounds_where_no_residue_is_known() {
    let claim = two_threads(&found([(TWO_THREADS_COUNTED_ONCE, median_if_any(&[0.018, 0.021]))]));
    assert_eq!(claim.verdict, Verdict::NotTested);
    assert_eq!(claim.why, "Rounds with fresh threads range from 1.8% to 2.1%.");
}

/// Why eight threads on so many cores are not judged.
fn eight_threads(rounds: &[f64], cores: f64) -> String {
    let measured = median_if_any(&rounds.repeat(6));
    let claim = eight_hardware_threads(&found([
        (EIGHT_THREADS_COUNTED_ONCE, measured),
        (CORES, Some(Estimate::certain(1, cores))),
    ]));
    assert_eq!(claim.verdict, Verdict::NotTested);
    claim.why
}

#[test]
fn eight_threads_are_shown_and_not_judged() {
    let why = "Rounds with fresh threads range from 5.4% to 5.5% on eight processors; which of them share a core, as the published ones \
               did, is not known.";
    assert_eq!(eight_threads(&[0.054, 0.055], 16.0), why);
    assert_eq!(eight_threads(&[], 2.0), "This machine has too few processors to run as many threads at once.");
    assert!(eight_threads(&[], 8.0).starts_with("This run did not measure: "));
}

fn nanoseconds(value: f64) -> Quantity {
    Quantity::new("s", Estimate::certain(9, value * NS))
}

fn share_of(value: f64) -> Quantity {
    Quantity::new(unit::SHARE, Estimate::certain(9, value))
}

/// The record of one machine, as it was measured.
fn record() -> Record {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../content/measurements/timestamp-collisions/intel-06-cf-2-core-vm.json"
    );
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn increasing(equal: Quantity, smallest_ns: f64, clock_source: &str) -> Claim {
    let machine = Machine {
        clock_source: Some(clock_source.to_owned()),
        virtualisation: Some("container in kvm".to_owned()),
        ..record().provenance.machine
    };
    judge_increments([equal, nanoseconds(smallest_ns)], nanoseconds(10.015), Some(&machine))
}

#[test]
fn increments_are_judged_by_equal_neighbours_and_then_by_the_smallest() {
    let verdict = |equal, smallest| increasing(share_of(equal), smallest, "tsc").verdict;
    assert_eq!(verdict(0.0, 22.0), Verdict::Reproduced);
    assert_eq!(verdict(0.0, 10.0), Verdict::Reproduced, "how long a read takes is the machine's own");
    assert_eq!(verdict(0.001, 0.0), Verdict::Differs);
    assert_eq!(verdict(0.0, -7.0), Verdict::Differs);
}

#[test]
fn increments_over_another_clock_source_are_shown_and_not_judged() {
    let claim = increasing(share_of(0.53), 0.0, "hyperv_clocksource_tsc_page");
    let why = "53% of neighbours were equal. The clock source is hyperv_clocksource_tsc_page (container in kvm).";
    assert_eq!((claim.verdict, &*claim.why), (Verdict::NotTested, why));
}

#[test]
fn that_no_neighbours_were_equal_is_said_with_its_bound_and_with_the_counter() {
    let equal = Quantity::new(unit::SHARE, share(0, 1_000));
    let why = "No neighbours were equal (0 of 1,000, so rarer than 0.383%), and none stepped back, over a counter that advances by \
               10 ns at a time. The clock source is tsc (container in kvm).";
    assert_eq!(increasing(equal, 22.0, "tsc").why, why);
}

#[test]
fn steps_are_judged_by_both_clocks_and_by_equal_neighbours() {
    let judge = |wall, monotonic, equal| {
        judge_steps([nanoseconds(wall), nanoseconds(monotonic)], [share_of(equal), share_of(0.2)], true).verdict
    };
    assert_eq!(judge(1_000.0, 41.0, 0.9), Verdict::Reproduced);
    for (wall, monotonic, equal) in [(1_001.0, 41.0, 0.9), (1_000.0, 43.0, 0.9), (1_000.0, 41.0, 0.5)] {
        assert_eq!(judge(wall, monotonic, equal), Verdict::Differs, "{wall} {monotonic} {equal}");
    }
}

#[test]
fn claims_about_a_system_are_judged_by_what_the_record_says_of_its_machine() {
    let mut record = record();
    let judged = |record: &Record| {
        let claims = harness::judged::<crate::TimestampCollisions>(record).claims;
        ["always-increases", "smallest-increment", "microsecond-steps-on-macos"].map(|id| {
            let claim = claims.iter().find(|claim| claim.id == id).unwrap();
            (claim.verdict, claim.why.contains("this machine runs another system"))
        })
    };
    assert!(record.provenance.machine.kernel.starts_with("Linux "));
    let [increases, smallest, macos] = judged(&record);
    assert_eq!([increases, smallest], [(Verdict::Reproduced, false), (Verdict::NotTested, false)]);
    assert_eq!(macos, (Verdict::NotTested, true));
    record.provenance.machine.kernel = "Darwin 24.0.0".to_owned();
    let [increases, smallest, macos] = judged(&record);
    assert_eq!([increases, smallest], [(Verdict::NotTested, true); 2]);
    assert_eq!(macos, (Verdict::Differs, false));
}

fn of_residues(step_ns: Option<f64>, rounds: &[(f64, f64)]) -> Claim {
    let step = step_ns.map(|step| Estimate::certain(1, step * NS));
    let mut found = found([(PINNED_COLLIDING, None), (PINNED_STEP, step)]);
    // Fewer than six of a kind have no interval of 95%.
    add_residues(&mut found, &rounds.repeat(6), 2.6);
    residues_decide(&found)
}

#[test]
fn residues_decide_where_near_ones_collide_more_often() {
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
    let mut found = Found::new(vec![clocks]);
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

/// Claim on a reported resolution and a step of the counter, in nanoseconds.
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
    let mut found = Found::new(vec![clocks]);
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
    assert_eq!(judge(0, 1_000).why, "Duplicates: 0 of 1,000, so rarer than 0.383%.");
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
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::TimestampCollisions>("timestamp-collisions");
}
