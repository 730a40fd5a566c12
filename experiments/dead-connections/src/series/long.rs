//! What was predicted only.

use std::collections::BTreeMap;

use harness::record::{Measure, Point, Series};

use super::{LATEST, NOTICED, at, outcomes, predicted_outcomes};
use crate::condition::{self, Condition, set_label};
use crate::conditions;
use crate::predicted::{Predicted, predict};

pub(super) fn long_ones() -> Series {
    let rows: Vec<(Condition, Predicted)> =
        conditions::long_ones().into_iter().map(|condition| (condition, predict(&condition))).collect();
    Series {
        id: "predicted-only".to_owned(),
        title: "What takes minutes or hours: predicted, not waited for".to_owned(),
        dimensions: condition::dimensions(),
        label: Some(set_label()),
        measures: vec![
            Measure::new(NOTICED, "Noticed after", "s", "none", "none"),
            Measure::new(LATEST, "Latest, with late timers", "s", "none", "none"),
        ],
        outcomes: outcomes(rows.iter().map(|(condition, predicted)| predicted.sign(condition))),
        points: rows.iter().map(|(condition, predicted)| point(condition, predicted)).collect(),
        ..Series::default()
    }
}

fn point(condition: &Condition, predicted: &Predicted) -> Point {
    let ends = predicted.noticed().zip(predicted.latest());
    Point {
        at: at(condition.at()),
        label: Some(condition.settings_text()),
        predicted: ends.map_or_else(BTreeMap::new, |(noticed, latest)| {
            BTreeMap::from([(NOTICED.to_owned(), noticed.as_secs_f64()), (LATEST.to_owned(), latest.as_secs_f64())])
        }),
        predicted_outcomes: predicted_outcomes(predicted, condition),
        ..Point::default()
    }
}
