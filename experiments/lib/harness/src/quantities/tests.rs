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
