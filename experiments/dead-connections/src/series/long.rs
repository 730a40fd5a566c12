//! What was predicted, and where a run waited for it, measured as well.

use harness::record::{Measure, Series};

use super::{LATEST, NOTICED, NOTICED_SHARE, brief, outcomes, predicted_point};
use crate::condition::{Condition, dimensions, set_label};
use crate::measured::Row;
use crate::predicted::{Predicted, predict};
use crate::trial::Seen;

pub(crate) const PREDICTED_ONLY: &str = "predicted-only";

pub(super) fn predicted_only(rows: &[Condition], waited: &[Row]) -> Series {
    let rows: Vec<(&Condition, Predicted)> = rows.iter().map(|condition| (condition, predict(condition))).collect();
    let seen = waited.iter().flat_map(|row| row.seen.iter().map(Seen::sign));
    let errors = rows.iter().map(|(condition, predicted)| predicted.sign(condition)).chain(seen);
    Series::new(PREDICTED_ONLY, "What takes minutes or hours: predicted, and measured where a run waited for it")
        .dimensions(dimensions())
        .label(set_label())
        .measures([
            Measure::median(NOTICED, "Noticed after", "s"),
            Measure::of_model(LATEST, "Latest, with late timers", "s"),
            Measure::share(NOTICED_SHARE, "Share of trials in which it was noticed"),
        ])
        .outcomes(outcomes(errors))
        .points(rows.iter().map(|(condition, predicted)| {
            let point = predicted_point(condition, predicted);
            match waited.iter().find(|row| row.condition.is_as(condition)) {
                Some(row) => point
                    .value(NOTICED, row.noticed().filter(|_| row.seconds().len() == row.seen.len()).map(brief))
                    .value(NOTICED_SHARE, brief(row.noticed_share()))
                    .ended("call", row.seen.iter().map(Seen::call))
                    .ended("errno", row.seen.iter().map(Seen::sign)),
                None => point,
            }
        }))
}
