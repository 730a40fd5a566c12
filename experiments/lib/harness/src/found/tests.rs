use super::*;
use crate::record::{Dimension, Measure, Point};

fn found() -> Quantities {
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
    Quantities::of(vec![series])
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
    let optional = ["interval", "probes"].map(|name| Dimension::new(name, name, None).optional());
    let series = Series::new("waits", "Waits")
        .dimensions([Dimension::new("idle", "Idle", None)].into_iter().chain(optional))
        .measures([Measure::of_model("seconds", "Time", "s")])
        .points([
            point(&[("idle", 1.0), ("interval", 1.0)], 2.0),
            point(&[("idle", 1.0)], 1.0),
            point(&[("idle", 1.0), ("interval", 1.0), ("probes", 3.0)], 4.0),
        ]);
    let found = Quantities::of(vec![series]);
    let exact = |settings: &[(&str, Setting)]| found.at("waits", settings, "seconds").exact;
    assert_eq!(exact(&[("idle", 1.0.into())]), Some(1.0));
    assert_eq!(exact(&[("interval", 1.0.into()), ("idle", 1.0.into())]), Some(2.0));
    assert_eq!(exact(&[("probes", 3.0.into())]), Some(4.0));
}

#[test]
#[should_panic(expected = "several points")]
fn settings_that_several_points_have_are_a_mistake() {
    found().at("waits", &[("kind", "a".into())], "seconds");
}

#[test]
fn a_named_figure_is_found_by_its_name() {
    let mut found = found();
    found.add("mean", Quantity::new("items", Estimate::certain(1, 77.0)).predicted(76.0));
    assert_eq!(found.named("mean").predicted, Some(76.0));
}

#[test]
#[should_panic(expected = "no quantity named median")]
fn a_name_that_nothing_has_is_a_mistake() {
    found().named("median");
}

#[test]
#[should_panic(expected = "two quantities named mean")]
fn no_two_figures_have_one_name() {
    let mut found = found();
    found.add("mean", Quantity::default());
    found.add("mean", Quantity::default());
}
