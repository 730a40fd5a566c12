use super::*;

fn warnings(conditions: &[&[f64]]) -> Vec<Warning> {
    let names = ["a", "b", "c"];
    Warning::of_samples(conditions.iter().zip(names).map(|(samples, name)| (name.to_owned(), *samples)))
}

const QUIET: &[f64] = &[1.0, 1.01, 0.99, 1.0, 1.02, 0.98, 1.0, 1.01];

fn found(found: usize, conditions: usize, worst: &str) -> Conditions {
    Conditions { found, conditions, worst: worst.to_owned() }
}

#[test]
fn quiet_samples_give_no_warning() {
    assert_eq!(warnings(&[QUIET, QUIET]), []);
    assert_eq!(warnings(&[]), []);
}

#[test]
fn lone_far_samples_are_outliers_and_the_condition_with_most_is_named() {
    let one: &[f64] = &[1.0, 1.01, 0.99, 1.0, 1.02, 0.98, 1.0, 1.01, 9.0];
    let two: &[f64] = &[1.0, 1.01, 0.99, 1.0, 1.02, 0.98, 1.0, 1.01, 1.0, 0.99, 9.0, 8.0];
    assert_eq!(warnings(&[one, QUIET, two]), [Warning::Outliers(found(2, 3, "c: 2 of 12"))]);
}

#[test]
fn scattered_samples_are_noise_and_the_widest_interval_is_named() {
    let wide: &[f64] = &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    let wider: &[f64] = &[1.0, 2.0, 3.0, 4.0, 5.0, 16.0, 17.0, 18.0];
    assert_eq!(warnings(&[wide, wider, QUIET]), [Warning::Noisy(found(2, 3, "b: ±189%"))]);
}

#[test]
fn five_samples_are_too_few() {
    assert_eq!(warnings(&[&[1.0; 5], &[1.0; 6], &[1.0; 4]]), [Warning::FewSamples(found(2, 3, "c: 4"))]);
}

#[test]
fn of_many_conditions_there_is_one_warning_of_a_kind() {
    let bad: &[f64] = &[1.0, 1.0, 9.0, 1.01, 1.2];
    let names = (0..500).map(|number| (number.to_string(), bad));
    assert_eq!(Warning::of_samples(names).len(), 3);
}

#[test]
fn repeats_that_lie_apart_are_counted_and_the_worst_named() {
    let close: &[f64] = &[1.0, 1.5, 1.2];
    assert_eq!(Warning::of_repeats([("a".to_owned(), close)]), None);
    assert_eq!(Warning::of_repeats([]), None);
    let conditions = [("a".to_owned(), close), ("b".to_owned(), &[1.0, 4.0]), ("c".to_owned(), &[2.0, 1.0])];
    assert_eq!(
        Warning::of_repeats(conditions),
        Some(Warning::RepeatsApart { apart: 2, conditions: 3, what: "b".to_owned(), factor: 4.0 })
    );
}

#[test]
fn load_counts_by_core() {
    assert_eq!(Warning::of_load(Some(0.5), 2), None);
    assert_eq!(Warning::of_load(Some(0.6), 2), Some(Warning::Loaded { load: 0.6, cores: 2 }));
    assert_eq!(Warning::of_load(Some(0.6), 8), None);
    assert_eq!(Warning::of_load(None, 8), None);
}

#[test]
fn a_machine_that_was_busy_with_others_is_warned_of_once_with_every_cause() {
    let time = |others_share, stolen_share| Some(ProcessorTime { others_share, stolen_share });
    assert_eq!(Warning::of_machine(None, None), None);
    assert_eq!(Warning::of_machine(time(0.05, 0.02), None), None);
    let busy = Warning::of_machine(time(0.314, 0.01), None).unwrap();
    assert_eq!(busy.in_brief(), "a machine that was not quiet (other programs took 31% of its processors' time)");
    assert_eq!(
        Warning::of_machine(time(0.314, 0.04), Some(("copying memory", 1.774))).unwrap().to_string(),
        "the machine was not quiet during the run, which disturbs times: other programs took 31% of its processors' time, \
         its hypervisor took 4% for others, copying memory took 1.77 times as long at one moment as at another; end other \
         programs and run again"
    );
}

#[test]
fn every_warning_advises() {
    let warning = Warning::Loaded { load: 1.234, cores: 2 };
    assert_eq!(
        warning.to_string(),
        "the machine was busy before the run (load 1.23 on 2 cores), which disturbs times: \
         end other programs and run again"
    );
    let warning = Warning::Noisy(found(4, 12, "generate rsa-4096: ±39%"));
    assert_eq!(
        warning.to_string(),
        "the intervals of 4 of 12 conditions are wider than ±5% (generate rsa-4096: ±39%): run again on a quieter machine \
         or, after a quick run, with --profile full"
    );
    assert_eq!(warning.in_brief(), "wide intervals in 4 of 12 conditions");
}

#[test]
fn one_is_said_as_one() {
    let lone = Warning::FewSamples(found(1, 1, "a: 4"));
    assert_eq!(lone.in_brief(), "few samples in 1 of 1 condition");
    assert!(lone.to_string().starts_with("1 of 1 condition has fewer than "), "{lone}");
    assert_eq!(Warning::Loaded { load: 0.6, cores: 1 }.in_brief(), "a busy machine (load 0.60 on 1 core)");
}
