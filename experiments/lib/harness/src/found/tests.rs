use super::*;
use crate::record::{Dimension, Measure, Point};

fn found() -> Found {
    let estimate = |value| Estimate::certain(3, value);
    let series = Series::new("waits", "Waits")
        .dimensions([Dimension::new("items", "Items", Some("items")), Dimension::new("kind", "Kind", None)])
        .measures([Measure::median("seconds", "Time", "s")])
        .points([
            Point::new([("items", 1000u64.into()), ("kind", "a".into())])
                .value("seconds", estimate(4.0))
                .exact("seconds", 5.0),
            Point::new([("items", 2000u64.into()), ("kind", "a".into())]),
        ]);
    Found::new(vec![series])
}

#[test]
fn a_figure_of_a_series_is_found_by_its_settings() {
    let seconds = found().at("waits", &[("items", 1000u64.into())], "seconds");
    assert_eq!(seconds, Quantity::new("s", Estimate::certain(3, 4.0)).exact(5.0));
}

#[test]
fn what_was_not_measured_is_missing() {
    let found = found();
    assert_eq!(found.at("waits", &[("items", 2000u64.into())], "seconds"), Quantity::new("s", None));
    assert_eq!(found.at("waits", &[("items", 9u64.into())], "seconds").measured, None);
    assert_eq!(found.at("proxy", &[], "ratio").measured, None);
}

#[test]
#[should_panic(expected = "no measure hours")]
fn a_measure_that_the_series_does_not_have_is_a_mistake() {
    found().at("waits", &[], "hours");
}

#[test]
fn of_points_that_differ_in_what_is_optional_the_one_without_is_found() {
    let point = |at: &[(&'static str, f64)], value| {
        Point::new(at.iter().map(|&(name, setting)| (name, setting.into()))).exact("seconds", value)
    };
    let optional = ["interval", "probes"].map(|name| Dimension::new(name, name, None));
    let series = Series::new("waits", "Waits")
        .dimensions([Dimension::new("idle", "Idle", None)].into_iter().chain(optional))
        .measures([Measure::of_model("seconds", "Time", "s")])
        .points([
            point(&[("idle", 1.0), ("interval", 1.0)], 2.0),
            point(&[("idle", 1.0)], 1.0),
            point(&[("idle", 1.0), ("interval", 1.0), ("probes", 3.0)], 4.0),
        ]);
    let found = Found::new(vec![series]);
    let exact = |settings: &[(&str, Setting)]| found.at("waits", settings, "seconds").exact;
    assert_eq!(exact(&[("idle", 1.0.into())]), Some(1.0));
    assert_eq!(exact(&[("interval", 1.0.into()), ("idle", 1.0.into())]), Some(2.0));
    assert_eq!(exact(&[("probes", 3.0.into())]), Some(4.0));
}

#[test]
fn settings_that_several_points_have_name_none() {
    assert_eq!(found().at("waits", &[("kind", "a".into())], "seconds"), Quantity::new("s", None));
}

#[test]
fn a_dimension_that_says_others_is_not_counted_among_settings() {
    let series = Series::new("waits", "Waits")
        .dimensions([
            Dimension::new("settings", "Settings", None).in_place_of(["idle"]),
            Dimension::new("idle", "Idle", None),
            Dimension::new("probes", "Probes", None),
        ])
        .measures([Measure::of_model("seconds", "Time", "s")])
        .points([
            Point::new([("settings", "idle 1".into()), ("idle", 1.0.into())]).exact("seconds", 1.0),
            Point::new([("settings", "idle 1, 3 probes".into()), ("idle", 1.0.into()), ("probes", 3.0.into())]),
        ]);
    assert_eq!(Found::new(vec![series]).at("waits", &[("idle", 1.0.into())], "seconds").exact, Some(1.0));
}

#[test]
fn a_named_figure_is_found_by_its_name() {
    let mut found = found();
    found.add("mean", Quantity::new("items", Estimate::certain(1, 77.0)).predicted(76.0));
    assert_eq!(found.named("mean").predicted, Some(76.0));
}

#[test]
fn a_name_that_nothing_has_was_not_measured() {
    assert_eq!(found().named("median"), Quantity::default());
}

#[test]
#[should_panic(expected = "two figures named mean")]
fn no_two_figures_have_one_name() {
    let mut found = found();
    found.add("mean", Quantity::default());
    found.add("mean", Quantity::default());
}

fn declared(method: u32) -> Vec<Series> {
    let waits = Series { points: Vec::new(), ..found().series.remove(0) };
    vec![waits.method(method), figures()]
}

/// The numbers that a record keeps of some figures.
fn numbers() -> Vec<Numbers> {
    let mut found = found();
    found.add("mean", Quantity::new("items", Estimate::certain(1, 77.0)).predicted(76.0));
    found.add("unmeasured", Quantity::new("share", None));
    found.into_series(&declared(1)).unwrap().into_iter().map(Series::into_numbers).collect()
}

#[test]
fn a_record_gives_back_what_was_found() {
    let read = Found::from_record(&numbers(), declared(1));
    assert_eq!(read.series, found().series);
    assert_eq!(read.named("mean"), Quantity::new("items", Estimate::certain(1, 77.0)).predicted(76.0));
    assert_eq!(read.named("unmeasured"), Quantity::new("share", None));
}

#[test]
fn figures_of_an_older_method_are_not_known_and_say_why() {
    let older = Found::from_record(&numbers(), declared(2)).at("waits", &[("items", 1000u64.into())], "seconds");
    assert_eq!(older.measured, None);
    assert_eq!(older.absent.as_deref(), Some("measured in an older way (method 1; today's is 2)"));
}

#[test]
fn keys_that_are_no_longer_known_say_nothing() {
    let read = Found::from_record(&numbers(), vec![figures()]);
    assert!(read.series.is_empty() && read.has("mean"));
}

#[test]
fn a_rule_can_ask_for_the_system() {
    let on = |kernel: &str| found().on(Machine { kernel: kernel.to_owned(), ..crate::machine::describe(None) });
    assert!(on("Linux 6.18.44").is_of_linux() && !on("Linux 6.18.44").is_of_macos());
    assert!(on("Darwin 25.0").is_of_macos() && !found().is_of_linux());
}

#[test]
fn the_version_of_a_program_is_known_where_the_run_told_it() {
    let found = found().of_programs([("Coq".to_owned(), "8.16.1".to_owned())].into());
    assert_eq!([found.version_of("Coq"), found.version_of("Lean")], [Some("8.16.1"), None]);
}
