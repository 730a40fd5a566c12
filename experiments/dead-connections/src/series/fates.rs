//! Every row: when the lost peer was noticed, by which call and error, and what the model had said.

use std::collections::BTreeMap;

use harness::record::{Dimension, Measure, Point, Series, Setting, unit};
use harness::statistics::{median, share};

use super::{
    AGREES, EARLIEST, LATEST, NOTICED, NOTICED_SHARE, SEGMENTS, WATCHED, at, call, counted, exactly, outcomes_of,
    predicted_outcomes, sign, text,
};
use crate::condition::{self, Condition, Role, program_dimension, set_label};
use crate::measured::Row;

/// What a reader sees for what a row is there for.
const ROLES: [(&str, &str); 3] = [
    ("known", "known when the model was made"),
    ("held-out", "held out while the model was made"),
    ("other-means", "dropped by other means"),
];

pub(super) fn fates(rows: &[Row]) -> Series {
    series("fates", "How a lost peer is noticed, and when", rows.iter().filter(|row| is_plain(row)))
}

/// Whether a row is in no series of its own: the usual means, and no round trip that is to be felt.
fn is_plain(row: &Row) -> bool {
    row.condition.role != Role::OtherMeans && row.condition.round_trip().is_none()
}

/// A series of rows like these.
pub(super) fn series<'a>(id: &str, title: &str, rows: impl Iterator<Item = &'a Row> + Clone) -> Series {
    Series {
        id: id.to_owned(),
        title: title.to_owned(),
        dimensions: dimensions(),
        label: Some(set_label()),
        measures: measures(),
        outcomes: outcomes_of(rows.clone()),
        points: rows.map(point).collect(),
        ..Series::default()
    }
}

fn dimensions() -> Vec<Dimension> {
    let mut dimensions = vec![program_dimension()];
    dimensions.extend(condition::dimensions());
    dimensions.extend([
        Dimension::new("delay_seconds", "Time until the peer is back, or the firewall forgets", Some("s")).optional(),
        Dimension::new("fault", "Done by", None),
        Dimension::new("role", "Known when the model was made, or held out", None).words(ROLES),
    ]);
    dimensions
}

fn measures() -> Vec<Measure> {
    vec![
        Measure::new(NOTICED, "Noticed after", "s", "median", "order statistics"),
        // A late timer or a longer round trip can save a retransmission, or cost one more.
        Measure::new(EARLIEST, "Earliest that the model allows", "s", "none", "none"),
        Measure::new(LATEST, "Latest that the model allows", "s", "none", "none"),
        Measure::new(NOTICED_SHARE, "Share of trials in which it was noticed", unit::SHARE, "share", "Wilson"),
        Measure::new(SEGMENTS, "Segments sent", "segments", "median", "order statistics"),
        Measure::new(AGREES, "Share of trials within the model's bounds", unit::SHARE, "share", "Wilson"),
        Measure::new(WATCHED, "Watched for", "s", "set", "none"),
    ]
}

pub(super) fn point(row: &Row) -> Point {
    let Row { condition, predicted, seen } = row;
    let noticed = row.seconds();
    let mut values = BTreeMap::from([
        (NOTICED_SHARE.to_owned(), share(noticed.len() as u64, seen.len() as u64)),
        (AGREES.to_owned(), share(row.agreeing(), seen.len() as u64)),
        (WATCHED.to_owned(), exactly(condition.watched.as_secs_f64(), seen.len())),
    ]);
    if noticed.len() == seen.len() {
        values.insert(NOTICED.to_owned(), median(&noticed));
    }
    let segments: Vec<f64> = seen.iter().filter_map(|seen| seen.segments).map(|count| count as f64).collect();
    if !segments.is_empty() {
        values.insert(SEGMENTS.to_owned(), median(&segments));
    }
    let mut figures = BTreeMap::new();
    if let (Some(noticed), Some(earliest), Some(latest)) =
        (predicted.noticed(), predicted.earliest(), predicted.latest())
    {
        figures.insert(NOTICED.to_owned(), noticed.as_secs_f64());
        figures.insert(EARLIEST.to_owned(), earliest.as_secs_f64());
        figures.insert(LATEST.to_owned(), latest.as_secs_f64());
        if !segments.is_empty() {
            figures.insert(SEGMENTS.to_owned(), predicted.punctual.segments_sent as f64);
        }
    }
    Point {
        at: settings(condition),
        label: Some(condition.settings_text()),
        outcomes: [("call".to_owned(), counted(row, call)), ("errno".to_owned(), counted(row, sign))].into(),
        predicted_outcomes: predicted_outcomes(predicted, condition),
        values,
        predicted: figures,
        ..Point::default()
    }
}

/// The settings of a row.
pub(crate) fn settings(condition: &Condition) -> BTreeMap<String, Setting> {
    let mut settings = at(condition.at());
    settings.extend([
        text("program", condition.program.name()),
        text("fault", &condition.fault_text()),
        text("role", condition.role.name()),
    ]);
    settings.extend(condition.delay().map(|delay| ("delay_seconds".to_owned(), Setting::Number(delay.as_secs_f64()))));
    settings
}
