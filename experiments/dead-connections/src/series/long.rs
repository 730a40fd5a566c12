//! What was predicted only.

use std::collections::BTreeMap;

use harness::record::{Dimension, Measure, Point, Series};

use super::{LATEST, NOTICED, text};
use crate::condition::Condition;
use crate::conditions;
use crate::predicted::predict;

pub(super) fn long_ones() -> Series {
    Series {
        id: "predicted-only".to_owned(),
        title: "What takes minutes or hours: predicted, not waited for".to_owned(),
        dimensions: vec![
            Dimension::new("scenario", "What happens", None),
            Dimension::new("pattern", "What the program does", None),
            Dimension::new("settings", "What is set", None),
            Dimension::new("predicted_call", "Call, predicted", None),
            Dimension::new("predicted_errno", "Error, predicted", None),
        ],
        measures: vec![
            Measure::new(NOTICED, "Noticed after", "s", "none", "none"),
            Measure::new(LATEST, "Latest, with late timers", "s", "none", "none"),
        ],
        published_source: None,
        points: conditions::long_ones().iter().map(point).collect(),
    }
}

fn point(condition: &Condition) -> Point {
    let predicted = predict(condition);
    let ends = predicted.noticed().zip(predicted.latest());
    Point {
        at: BTreeMap::from([
            text("scenario", condition.scenario.name()),
            text("pattern", &condition.pattern_text()),
            text("settings", &condition.settings_text()),
            text("predicted_call", predicted.call(condition)),
            text("predicted_errno", predicted.sign(condition)),
        ]),
        predicted: ends.map_or_else(BTreeMap::new, |(noticed, latest)| {
            BTreeMap::from([(NOTICED.to_owned(), noticed.as_secs_f64()), (LATEST.to_owned(), latest.as_secs_f64())])
        }),
        ..Point::default()
    }
}
