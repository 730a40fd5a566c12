//! The rows as the record's series.

mod fates;
mod long;
mod wire;

use harness::found::figures;
use harness::record::{Estimate, Outcome, Point, Series};

use crate::condition::Condition;
use crate::measured::Row;
use crate::predicted::Predicted;

pub(crate) use fates::{AGREES, DROPS, EARLIEST, FATES, ROUND_TRIPS, at_row};
pub(crate) use long::PREDICTED_ONLY;

pub(crate) const NOTICED: &str = "noticed_after_seconds";
pub(crate) const NOTICED_SHARE: &str = "noticed_share";
pub(crate) const LATEST: &str = "latest_after_seconds";

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![fates::fates(), fates::drops(), fates::round_trips(), wire::wire(), long::predicted_only(), figures()]
}

/// What was measured; `long` is what the model alone was asked for, unless it is among `waited`.
pub(crate) fn all(rows: &[Row], waited: &[Row], long: &[Condition]) -> Vec<Series> {
    vec![
        fates::fates().points(fates::fates_points(rows)),
        fates::drops().points(fates::drops_points(rows)),
        fates::round_trips().points(fates::round_trips_points(rows)),
        wire::wire().points(wire::points(rows, waited)),
        long::predicted_only().points(long::points(long, waited)),
    ]
}

/// The call and the error by which a program learned of the loss: as often as trials did, and as predicted.
fn outcomes(signs: impl Iterator<Item = (&'static str, &'static str)>) -> [Outcome; 2] {
    [Outcome::new("call", "Call", []), Outcome::new("errno", "Error", signs)]
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
        .predicted(NOTICED, ends.map(|(noticed, _)| noticed.as_secs_f64()))
        .predicted(LATEST, ends.map(|(_, latest)| latest.as_secs_f64()))
        .predicted_to_end("call", predicted.call(condition))
        .predicted_to_end("errno", predicted.sign(condition))
}
