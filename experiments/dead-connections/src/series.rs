//! The rows as the record's series.

mod fates;
mod long;
mod wire;

use harness::record::{Estimate, Outcome, Point, Series};

use crate::condition::Condition;
use crate::measured::Row;
use crate::predicted::Predicted;

#[cfg(test)]
pub(crate) use fates::settings;
pub(crate) use long::PREDICTED_ONLY;

pub(crate) const NOTICED: &str = "noticed_after_seconds";
pub(crate) const NOTICED_SHARE: &str = "noticed_share";
const EARLIEST: &str = "earliest_after_seconds";
pub(crate) const LATEST: &str = "latest_after_seconds";

/// All series of the record; `long` is what the model alone was asked for, unless it is among `waited`.
pub(crate) fn all(rows: &[Row], waited: &[Row], long: &[Condition]) -> Vec<Series> {
    vec![
        fates::fates(rows),
        fates::drops(rows),
        fates::round_trips(rows),
        wire::wire(rows, waited),
        long::predicted_only(long, waited),
    ]
}

/// By which call and error a program learned of it: as often as trials did, and as predicted. `errors` are all that occur.
fn outcomes<'a>(errors: impl Iterator<Item = &'a str>) -> [Outcome; 2] {
    let words = |error: &'a str| match error {
        "none" => (error, "nothing"),
        "survives" => (error, "stays up"),
        other => (other, other),
    };
    [Outcome::new("call", "Call", []), Outcome::new("errno", "Error", errors.map(words))]
}

/// With as many digits as anything here has, so that the record stays small. Of so few trials, the smallest and largest are the
/// interval's ends.
pub(crate) fn brief(estimate: Estimate) -> Estimate {
    estimate.without_extremes().to_digits(6)
}

/// A row with what the model says of it.
fn predicted_point(condition: &Condition, predicted: &Predicted) -> Point {
    let ends = predicted.noticed().zip(predicted.latest());
    Point::new(condition.at())
        .labelled(condition.settings_text())
        .predicted(NOTICED, ends.map(|(noticed, _)| noticed.as_secs_f64()))
        .predicted(LATEST, ends.map(|(_, latest)| latest.as_secs_f64()))
        .predicted_to_end("call", predicted.call(condition))
        .predicted_to_end("errno", predicted.sign(condition))
}
