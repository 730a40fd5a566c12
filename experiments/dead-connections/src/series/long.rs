//! What was predicted only.

use harness::record::{Measure, Series};

use super::{LATEST, NOTICED, outcomes, predicted_point};
use crate::condition::{Condition, dimensions, set_label};
use crate::predicted::{Predicted, predict};

pub(crate) const PREDICTED_ONLY: &str = "predicted-only";

pub(super) fn predicted_only(rows: &[Condition]) -> Series {
    let rows: Vec<(&Condition, Predicted)> = rows.iter().map(|condition| (condition, predict(condition))).collect();
    Series::new(PREDICTED_ONLY, "What takes minutes or hours: predicted, not waited for")
        .dimensions(dimensions())
        .label(set_label())
        .measures([
            Measure::of_model(NOTICED, "Noticed after", "s"),
            Measure::of_model(LATEST, "Latest, with late timers", "s"),
        ])
        .outcomes(outcomes(rows.iter().map(|(condition, predicted)| predicted.sign(condition))))
        .points(rows.iter().map(|(condition, predicted)| predicted_point(condition, predicted)))
}
