use super::*;

fn declared() -> Series {
    Series::new("waits", "Waits")
        .dimensions([Dimension::new("transport", "Transport", None).words([("tcp", "TCP"), ("unix", "Unix socket")])])
        .measures([Measure::median("seconds", "Time", "s")])
        .outcomes([Outcome::new("errno", "Error", [])])
}

#[test]
fn a_point_has_what_is_known_of_it_and_nothing_else() {
    let point = Point::new([("transport", "tcp".into())])
        .value("seconds", None)
        .exact("seconds", 2.0)
        .predicted("seconds", Some(3.0))
        .published("seconds", None)
        .ended("errno", ["EOF", "ETIMEDOUT", "EOF"])
        .predicted_to_end("errno", "EOF");
    let series = declared().points([point]);
    let point = &series.points[0];
    assert!(point.values.is_empty() && point.published.is_empty());
    assert_eq!((point.exact["seconds"], point.predicted["seconds"]), (2.0, 3.0));
    assert_eq!((point.outcomes["errno"]["EOF"], point.outcomes["errno"]["ETIMEDOUT"]), (2, 1));
    assert_eq!(point.predicted_outcomes["errno"], "EOF");
    assert_eq!(series.dimensions[0].words.len(), 1, "only what occurs has words");
}

#[test]
#[should_panic(expected = "no measure hours")]
fn a_point_with_an_undeclared_measure_is_a_mistake() {
    declared().points([Point::new([("transport", "tcp".into())]).exact("hours", 1.0)]);
}

#[test]
#[should_panic(expected = "no words for pipe")]
fn a_setting_without_words_is_a_mistake() {
    declared().points([Point::new([("transport", "pipe".into())])]);
}

#[test]
fn estimates_are_mapped_and_rounded_with_their_ends() {
    let estimate = Estimate { min: Some(11_111.0), ..Estimate::between(7, 12_345.0, [12_000.0, 13_000.0]) };
    let rounded = estimate.clone().to_digits(3);
    assert_eq!((rounded.n, rounded.value, rounded.low, rounded.min), (7, 12_300.0, 12_000.0, Some(11_100.0)));
    assert_eq!([0.123_456_789, 0.0, 2.345e-8].map(|value| to_digits(value, 6)), [0.123_457, 0.0, 2.345e-8]);
    assert_eq!(estimate.clone().map(|value| value / 2.0).high, 6500.0);
    assert_eq!(estimate.without_extremes().min, None);
    assert_eq!(Estimate::certain(4, 0.5), Estimate::between(4, 0.5, [0.5, 0.5]));
}
