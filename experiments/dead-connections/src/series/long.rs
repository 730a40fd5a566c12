//! What was predicted, and where a run waited for it, measured as well.

use harness::record::{Measure, Point, Series};

use super::{LATEST, NOTICED, NOTICED_SHARE, brief, outcomes, predicted_point};
use crate::condition::{Condition, dimensions};
use crate::measured::Row;
use crate::predicted::predict;
use crate::signs;
use crate::trial::Seen;

pub(crate) const PREDICTED_ONLY: &str = "predicted-only";

pub(super) fn predicted_only() -> Series {
    Series::new(PREDICTED_ONLY, "What takes minutes or hours: predicted, and measured where a run waited for it")
        .dimensions(dimensions())
        .measures([
            Measure::median(NOTICED, "Noticed after", "s"),
            Measure::of_model(LATEST, "Latest, with late timers", "s"),
            Measure::share(NOTICED_SHARE, "Share of trials in which it was noticed"),
        ])
        .outcomes(outcomes(signs::of_tcp().chain(signs::of_models_grpc())))
}

pub(super) fn points(rows: &[Condition], waited: &[Row]) -> impl Iterator<Item = Point> {
    rows.iter().map(|condition| {
        let point = predicted_point(condition, &predict(condition));
        match waited.iter().find(|row| row.condition.is_as(condition)) {
            Some(row) => point
                .value(NOTICED, row.noticed().filter(|_| row.seconds().len() == row.seen.len()).map(brief))
                .value(NOTICED_SHARE, brief(row.noticed_share()))
                .ended("call", row.seen.iter().map(Seen::call))
                .ended("errno", row.seen.iter().map(Seen::sign)),
            None => point,
        }
    })
}
