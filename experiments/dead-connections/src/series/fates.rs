//! Every row: when the lost peer was noticed, by which call and error, and what the model had said.

use harness::record::{Dimension, Estimate, Measure, Outcome, Point, Series, Setting};
use harness::statistics::share;

use super::{EARLIEST, LATEST, NOTICED, NOTICED_SHARE, brief, outcomes, predicted_point};
use crate::condition::{self, Condition, Role, path_dimensions, program_dimension, set_label};
use crate::measured::{Row, pairs_by_means};
use crate::trial::Seen;

const WATCHED: &str = "watched_seconds";
const AGREES: &str = "agrees_share";

/// What a reader sees for what a row is there for.
const ROLES: [(&str, &str); 4] = [
    ("known", "known when the model was made"),
    ("held-out", "held out while the model was made"),
    ("other-means", "dropped by other means"),
    ("own-end", "dropped on our own machine"),
];

/// The rows that are in no series of their own: the usual means, and no round trip that is to be felt.
pub(super) fn fates(rows: &[Row]) -> Series {
    let is_plain = |row: &&Row| {
        !matches!(row.condition.role, Role::OtherMeans | Role::OwnEnd) && row.condition.round_trip().is_none()
    };
    let rows = rows.iter().filter(is_plain);
    series("fates", "How a lost peer is noticed, and when", rows.clone()).points(rows.map(point))
}

/// The rows that were lost by several means, or in several places, each followed by the others of the same.
pub(super) fn drops(rows: &[Row]) -> Series {
    let again = [Role::OtherMeans, Role::OwnEnd].map(|role| pairs_by_means(rows, role)).concat();
    let mut side_by_side: Vec<&Row> = Vec::new();
    for row in rows {
        let others = again.iter().filter(|(usual, _)| usual.condition == row.condition).map(|&(_, other)| other);
        let mut others = others.peekable();
        side_by_side.extend(others.peek().map(|_| row));
        side_by_side.extend(others);
    }
    let title = "Packets dropped by a firewall, by routing, and on our own machine";
    series("drops", title, side_by_side.iter().copied()).points(side_by_side.iter().copied().map(point))
}

/// The rows with a round trip time that is to be felt.
pub(super) fn round_trips(rows: &[Row]) -> Series {
    let rows = rows.iter().filter(|row| row.condition.round_trip().is_some());
    series("round-trips", "How a lost peer is noticed where packets take their time", rows.clone())
        .dimensions(dimensions().chain(path_dimensions()))
        .points(rows.map(|row| point(row).and_at(row.condition.at_path())))
}

/// A series of rows like these, still without them.
fn series<'a>(id: &str, title: &str, rows: impl Iterator<Item = &'a Row> + Clone) -> Series {
    Series::new(id, title).dimensions(dimensions()).label(set_label()).measures(measures()).outcomes(outcomes_of(rows))
}

fn dimensions() -> impl Iterator<Item = Dimension> {
    [program_dimension()].into_iter().chain(condition::dimensions()).chain([
        Dimension::new("delay_seconds", "Time until the peer is back, or the firewall forgets", Some("s")),
        Dimension::new("fault", "Done by", None),
        Dimension::new("role", "Known when the model was made, or held out", None).words(ROLES),
    ])
}

fn measures() -> [Measure; 6] {
    [
        Measure::median(NOTICED, "Noticed after", "s"),
        // A late timer or a longer round trip can save a retransmission, or cost one more.
        Measure::of_model(EARLIEST, "Earliest that the model allows", "s"),
        Measure::of_model(LATEST, "Latest that the model allows", "s"),
        Measure::share(NOTICED_SHARE, "Share of trials in which it was noticed"),
        Measure::share(AGREES, "Share of trials within the model's bounds"),
        Measure::set(WATCHED, "Watched for", "s"),
    ]
}

/// How a trial may end, as far as the rows know.
fn outcomes_of<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> [Outcome; 2] {
    let seen = rows.clone().flat_map(|row| row.seen.iter().map(Seen::sign));
    outcomes(seen.chain(rows.map(|row| row.predicted.sign(&row.condition))))
}

fn point(row: &Row) -> Point {
    let Row { condition, predicted, seen } = row;
    let (noticed, trials) = (row.seconds().len(), seen.len() as u64);
    // Of what was always noticed it says nothing.
    let watched = (noticed < seen.len()).then(|| Estimate::certain(trials, condition.watched.as_secs_f64()));
    predicted_point(condition, predicted)
        .and_at(beside(condition))
        .value(NOTICED_SHARE, brief(row.noticed_share()))
        .value(AGREES, brief(share(row.agreeing(), trials)))
        .value(WATCHED, watched)
        .value(NOTICED, row.noticed().filter(|_| noticed == seen.len()).map(brief))
        .predicted(EARLIEST, predicted.noticed().and(predicted.earliest()).map(|time| time.as_secs_f64()))
        .ended("call", seen.iter().map(Seen::call))
        .ended("errno", seen.iter().map(Seen::sign))
}

/// The settings of a row beside those of [`Condition::at`].
fn beside(condition: &Condition) -> impl Iterator<Item = (&'static str, Setting)> {
    let delay = condition.delay().map(|delay| ("delay_seconds", delay.as_secs_f64().into()));
    [
        ("program", condition.program.name().into()),
        ("fault", condition.fault_text().into()),
        ("role", condition.role.name().into()),
    ]
    .into_iter()
    .chain(delay)
}

/// The settings of a row.
#[cfg(test)]
pub(crate) fn settings(condition: &Condition) -> std::collections::BTreeMap<String, Setting> {
    Point::new(condition.at()).and_at(beside(condition)).at
}
