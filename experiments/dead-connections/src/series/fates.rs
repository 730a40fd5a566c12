//! Every row: when the lost peer was noticed, by which call and error, and what the model had said.

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting};
use harness::statistics::share;

use super::{LATEST, NOTICED, NOTICED_SHARE, brief, outcomes, predicted_point};
use crate::condition::{self, Condition, Role, path_dimensions, program_dimension};
use crate::measured::{Row, pairs_by_means};
use crate::signs;
use crate::trial::Seen;

/// The rows, and those with a round trip time that is to be felt.
pub(crate) const FATES: &str = "fates";
pub(crate) const ROUND_TRIPS: &str = "round-trips";
/// The series of the rows that were lost in several ways.
pub(crate) const DROPS: &str = "drops";
pub(crate) const EARLIEST: &str = "earliest_after_seconds";
const WATCHED: &str = "watched_seconds";
pub(crate) const AGREES: &str = "agrees_share";

/// What a reader sees for what a row is there for.
const ROLES: [(&str, &str); 4] = [
    ("known", "known when the model was made"),
    ("held-out", "held out while the model was made"),
    ("other-means", "dropped by other means"),
    ("own-end", "dropped on our own machine"),
];

/// The rows that are in no series of their own: the usual means, and no round trip that is to be felt.
pub(super) fn fates() -> Series {
    series(FATES, "How a lost peer is noticed, and when").outcomes(outcomes(signs::of_tcp().chain(signs::of_grpc())))
}

pub(super) fn fates_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    let is_plain = |row: &&Row| {
        !matches!(row.condition.role, Role::OtherMeans | Role::OwnEnd) && row.condition.round_trip().is_none()
    };
    rows.iter().filter(is_plain).map(point)
}

/// The rows that were lost by several means, or in several places, each followed by the others of the same.
pub(super) fn drops() -> Series {
    series(DROPS, "Packets dropped by a firewall, by routing, and on our own machine")
        .outcomes(outcomes(signs::of_tcp()))
}

pub(super) fn drops_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    let again = [Role::OtherMeans, Role::OwnEnd].map(|role| pairs_by_means(rows, role)).concat();
    let mut side_by_side: Vec<&Row> = Vec::new();
    for row in rows {
        let others = again.iter().filter(|(usual, _)| usual.condition == row.condition).map(|&(_, other)| other);
        let mut others = others.peekable();
        side_by_side.extend(others.peek().map(|_| row));
        side_by_side.extend(others);
    }
    side_by_side.into_iter().map(point)
}

/// The rows with a round trip time that is to be felt.
pub(super) fn round_trips() -> Series {
    series(ROUND_TRIPS, "How a lost peer is noticed where packets take their time")
        .dimensions(dimensions().chain(path_dimensions()))
        .outcomes(outcomes(signs::of_tcp()))
}

pub(super) fn round_trips_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    let rows = rows.iter().filter(|row| row.condition.round_trip().is_some());
    rows.map(|row| point(row).and_at(row.condition.at_path()))
}

/// A series of rows, which may end in ways of their own.
fn series(id: &str, title: &str) -> Series {
    Series::new(id, title).dimensions(dimensions()).measures(measures())
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

fn point(row: &Row) -> Point {
    let Row { condition, predicted, seen } = row;
    let (noticed, trials) = (row.seconds().len(), seen.len() as u64);
    // A row that was always noticed does not tell how long it was watched.
    let watched = (noticed < seen.len()).then(|| Estimate::certain(trials, condition.watched.as_secs_f64()));
    predicted_point(condition, predicted)
        .and_at(beside(condition))
        .and_at([("fault", condition.fault_text().into())])
        .value(NOTICED_SHARE, brief(row.noticed_share()))
        .value(AGREES, brief(share(row.agreeing(), trials)))
        .value(WATCHED, watched)
        .value(NOTICED, row.noticed().filter(|_| noticed == seen.len()).map(brief))
        .predicted(EARLIEST, predicted.noticed().and(predicted.earliest()).map(|time| time.as_secs_f64()))
        .ended("call", seen.iter().map(Seen::call))
        .ended("errno", seen.iter().map(Seen::sign))
}

/// The settings of a row beside those of [`Condition::at`], but for what did it, which differs from machine to machine.
fn beside(condition: &Condition) -> impl Iterator<Item = (&'static str, Setting)> {
    let delay = condition.delay().map(|delay| ("delay_seconds", delay.as_secs_f64().into()));
    [("program", condition.program.name().into()), ("role", condition.role.name().into())].into_iter().chain(delay)
}

/// The settings by which a row is found in its series, whatever dropped its packets.
pub(crate) fn at_row(condition: &Condition) -> Vec<(&'static str, Setting)> {
    let path = condition.round_trip().map(|_| condition.at_path()).unwrap_or_default();
    condition.at().into_iter().chain(beside(condition)).chain(path).collect()
}
