use super::*;
use crate::record::{Dimension, Label, Measure, Outcome};

fn series() -> Series {
    Series {
        id: "waits".to_owned(),
        title: "How long it takes".to_owned(),
        dimensions: vec![
            Dimension::new("transport", "Transport", None).words([("tcp", "TCP"), ("unix", "Unix sockets")]),
            Dimension::new("timeout_seconds", "Timeout", Some("s")).optional(),
        ],
        measures: vec![Measure::new("seconds", "Time", "s", "median", "order statistics")],
        outcomes: vec![Outcome::new("errno", "Error", [("none", "no error"), ("ETIMEDOUT", "ETIMEDOUT")])],
        points: vec![Point {
            at: [("transport".to_owned(), Setting::Text("tcp".to_owned()))].into(),
            outcomes: [("errno".to_owned(), [("none".to_owned(), 7)].into())].into(),
            ..Point::default()
        }],
        ..Series::default()
    }
}

fn wrong(change: impl Fn(&mut Series)) -> String {
    let mut series = series();
    change(&mut series);
    series.settle().expect_err("something is wrong")
}

#[test]
fn words_of_what_does_not_occur_are_left_out() {
    let mut series = series();
    series.settle().unwrap();
    assert_eq!(series.dimensions[0].words, [("tcp".to_owned(), "TCP".to_owned())].into());
    assert_eq!(series.outcomes[0].words, [("none".to_owned(), "no error".to_owned())].into());
}

#[test]
fn a_setting_or_an_outcome_without_words_is_named() {
    let text = |text: &str| Setting::Text(text.to_owned());
    let said = wrong(|series| drop(series.points[0].at.insert("transport".to_owned(), text("pipe"))));
    assert!(said.contains("no words for pipe of transport"), "{said}");
    let said = wrong(|series| drop(series.points[0].predicted_outcomes.insert("errno".to_owned(), "EOF".to_owned())));
    assert!(said.contains("no words for EOF of errno"), "{said}");
}

#[test]
fn without_any_words_the_settings_are_what_a_reader_sees() {
    let mut series = series();
    series.dimensions[0].words.clear();
    series.settle().unwrap();
}

#[test]
fn a_name_that_is_not_declared_is_wrong() {
    let number = Setting::Number(1.0);
    let said = wrong(|series| drop(series.points[0].at.insert("threads".to_owned(), number.clone())));
    assert!(said.contains("no dimension threads"), "{said}");
    let said = wrong(|series| series.points[0].exact.extend([("bytes".to_owned(), 1.0)]));
    assert!(said.contains("no measure bytes"), "{said}");
    let said = wrong(|series| drop(series.points[0].outcomes.insert("call".to_owned(), BTreeMap::new())));
    assert!(said.contains("no outcome call"), "{said}");
}

#[test]
fn a_setting_may_only_be_missing_where_it_is_optional() {
    assert!(series().settle().is_ok(), "there is no timeout");
    let said = wrong(|series| drop(series.points[0].at.remove("transport")));
    assert!(said.contains("no setting of transport"), "{said}");
}

#[test]
fn either_all_points_have_a_label_or_none() {
    let label = || Label { title: "What is set".to_owned(), dimensions: vec!["timeout_seconds".to_owned()] };
    let said = wrong(|series| series.label = Some(label()));
    assert!(said.contains("label"), "{said}");
    let mut labelled = series();
    labelled.label = Some(label());
    labelled.points[0].label = Some("nothing".to_owned());
    assert!(labelled.settle().is_ok());
}
