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
        .ended("errno", ["EOF", "ETIMEDOUT", "EOF"])
        .predicted_to_end("errno", "EOF");
    let series = declared().points([point]);
    let point = &series.points[0];
    assert!(point.values.is_empty());
    assert_eq!((point.exact["seconds"], point.predicted["seconds"]), (2.0, 3.0));
    assert_eq!((point.outcomes["errno"]["EOF"], point.outcomes["errno"]["ETIMEDOUT"]), (2, 1));
    assert_eq!(point.predicted_outcomes["errno"], "EOF");
}

#[test]
fn what_was_published_stands_with_the_words() {
    let at = |transport: &'static str| [("transport", transport.into())];
    let series = declared().published(at("tcp"), "seconds", 1.0).published(at("unix"), "seconds", 2.0);
    let values: Vec<f64> = series.words.published.iter().map(|point| point.values["seconds"]).collect();
    assert_eq!(values, [1.0, 2.0]);
    assert_eq!(series.words.published[0].at, Point::new(at("tcp")).at);
}

#[test]
fn what_does_not_fit_is_named() {
    let wrong = |point: Point| Series { points: vec![point], ..declared() }.check().unwrap_err();
    assert!(wrong(Point::new([("threads", 1.0.into())])).contains("no dimension threads"));
    assert!(wrong(Point::new([]).ended("call", ["so"])).contains("no outcome call"));
    assert!(wrong(Point::new([]).value("hours", Estimate::certain(1, 1.0))).contains("no measure hours"));
    let outcomes = [Outcome::new("errno", "Error", [("EOF", "the end")])];
    let worded = Series { points: vec![Point::new([]).ended("errno", ["EIO"])], ..declared().outcomes(outcomes) };
    assert!(worded.check().unwrap_err().contains("no words for EIO of errno"));
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
