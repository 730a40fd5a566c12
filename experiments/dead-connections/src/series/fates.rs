//! Every row: when the lost peer was noticed, by which call and error, and what the model had said.

use std::collections::BTreeMap;

use harness::record::{Dimension, Measure, Point, Series, Setting, unit};
use harness::statistics::{median, share};

use super::{AGREES, EARLIEST, LATEST, NOTICED, NOTICED_SHARE, SEGMENTS, WATCHED, exactly, said, seconds, text};
use crate::condition::Role;
use crate::measured::Row;

pub(super) fn fates(rows: &[Row]) -> Series {
    Series {
        id: "fates".to_owned(),
        title: "How a lost peer is noticed, and when".to_owned(),
        dimensions: dimensions(),
        measures: measures(),
        published_source: None,
        points: rows.iter().filter(|row| is_plain(row)).map(point).collect(),
    }
}

/// Whether a row is in no series of its own: the usual means, and no round trip that is to be felt.
fn is_plain(row: &Row) -> bool {
    row.condition.role != Role::OtherMeans && row.condition.round_trip().is_none()
}

pub(super) fn dimensions() -> Vec<Dimension> {
    vec![
        Dimension::new("program", "Program", None),
        Dimension::new("scenario", "What happens", None),
        Dimension::new("pattern", "What the program does", None),
        Dimension::new("settings", "What is set", None),
        Dimension::new("delay_seconds", "Time until the peer is back, or the firewall forgets", Some("s")),
        Dimension::new("fault", "Done by", None),
        Dimension::new("role", "Known when the model was made, or held out", None),
        Dimension::new("call", "Call", None),
        Dimension::new("errno", "Error", None),
        Dimension::new("predicted_call", "Call, predicted", None),
        Dimension::new("predicted_errno", "Error, predicted", None),
    ]
}

pub(super) fn measures() -> Vec<Measure> {
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
    let noticed = seconds(row);
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
        at: BTreeMap::from([
            text("program", condition.program.name()),
            text("scenario", condition.scenario.name()),
            text("pattern", &condition.pattern_text()),
            text("settings", &condition.settings_text()),
            ("delay_seconds".to_owned(), Setting::Number(condition.delay().as_secs_f64())),
            text("fault", &condition.fault_text()),
            text("role", condition.role.name()),
            text("call", &said(row, |noticed| noticed.call.name())),
            text("errno", &said(row, |noticed| &noticed.sign)),
            text("predicted_call", predicted.call(condition)),
            text("predicted_errno", predicted.sign(condition)),
        ]),
        values,
        predicted: figures,
        ..Point::default()
    }
}
