//! The rows as the record's series.

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting};
use harness::statistics::{median, share};

use crate::conditions::{self, Condition};
use crate::measured::Row;
use crate::predicted::predict;

const NOTICED: &str = "noticed_after_seconds";
const LATEST: &str = "latest_after_seconds";
const NOTICED_SHARE: &str = "noticed_share";
const SEGMENTS: &str = "segments_sent";
const WATCHED: &str = "watched_seconds";
const AGREES: &str = "agrees_share";

/// All series of the record.
pub(crate) fn all(rows: &[Row]) -> Vec<Series> {
    vec![fates(rows), long_ones()]
}

fn fates(rows: &[Row]) -> Series {
    Series {
        id: "fates".to_owned(),
        title: "How a lost peer is noticed, and when".to_owned(),
        dimensions: vec![
            dimension("program", "Program"),
            dimension("scenario", "What happens"),
            dimension("pattern", "What the program does"),
            dimension("settings", "What is set"),
            dimension("call", "Call"),
            dimension("errno", "Error"),
            dimension("predicted_call", "Call, predicted"),
            dimension("predicted_errno", "Error, predicted"),
        ],
        measures: vec![
            measure(NOTICED, "Noticed after", "s", "median", "order statistics"),
            measure(LATEST, "Latest, with late timers", "s", "none", "none"),
            measure(NOTICED_SHARE, "Share of trials in which it was noticed", "1", "share", "Wilson"),
            measure(SEGMENTS, "Segments sent", "segments", "median", "order statistics"),
            measure(AGREES, "Share of trials that agree with the prediction", "1", "share", "Wilson"),
            measure(WATCHED, "Watched for", "s", "set", "none"),
        ],
        published_source: None,
        points: rows.iter().map(point).collect(),
    }
}

/// What was predicted only.
fn long_ones() -> Series {
    let point = |condition: &Condition| {
        let predicted = predict(condition);
        let ends = predicted.noticed().zip(predicted.latest());
        Point {
            at: BTreeMap::from([
                text("scenario", condition.scenario.name()),
                text("pattern", &condition.pattern_text()),
                text("settings", &condition.settings_text()),
                text("predicted_call", predicted.call(condition)),
                text("predicted_errno", predicted.sign(condition)),
            ]),
            values: BTreeMap::new(),
            exact: BTreeMap::new(),
            predicted: ends.map_or_else(BTreeMap::new, |(noticed, latest)| {
                BTreeMap::from([(NOTICED.to_owned(), noticed.as_secs_f64()), (LATEST.to_owned(), latest.as_secs_f64())])
            }),
            published: BTreeMap::new(),
        }
    };
    Series {
        id: "predicted-only".to_owned(),
        title: "What takes minutes or hours: predicted, not waited for".to_owned(),
        dimensions: vec![
            dimension("scenario", "What happens"),
            dimension("pattern", "What the program does"),
            dimension("settings", "What is set"),
            dimension("predicted_call", "Call, predicted"),
            dimension("predicted_errno", "Error, predicted"),
        ],
        measures: vec![
            measure(NOTICED, "Noticed after", "s", "none", "none"),
            measure(LATEST, "Latest, with late timers", "s", "none", "none"),
        ],
        published_source: None,
        points: conditions::long_ones().iter().map(point).collect(),
    }
}

fn text(name: &str, value: &str) -> (String, Setting) {
    (name.to_owned(), Setting::Text(value.to_owned()))
}

fn point(row: &Row) -> Point {
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
    if let (Some(noticed), Some(latest)) = (predicted.noticed(), predicted.latest()) {
        figures.insert(NOTICED.to_owned(), noticed.as_secs_f64());
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
            text("call", &said(row, |noticed| noticed.call.name())),
            text("errno", &said(row, |noticed| &noticed.sign)),
            text("predicted_call", predicted.call(condition)),
            text("predicted_errno", predicted.sign(condition)),
        ]),
        values,
        exact: BTreeMap::new(),
        predicted: figures,
        published: BTreeMap::new(),
    }
}

/// How long it took, of those trials in which it was noticed.
pub(crate) fn seconds(row: &Row) -> Vec<f64> {
    row.seen.iter().filter_map(|seen| seen.noticed.as_ref()).map(|noticed| noticed.after.as_secs_f64()).collect()
}

/// What the trials said, each different word once.
pub(crate) fn said<'a>(row: &'a Row, word: impl Fn(&'a crate::client::Noticed) -> &'a str) -> String {
    let mut words: Vec<&str> = row.seen.iter().map(|seen| seen.noticed.as_ref().map_or("none", &word)).collect();
    words.sort_unstable();
    words.dedup();
    words.join(" or ")
}

/// A value that was set.
fn exactly(value: f64, n: usize) -> Estimate {
    Estimate { n: n as u64, value, low: value, high: value, min: None, max: None }
}

fn dimension(name: &str, title: &str) -> Dimension {
    Dimension { name: name.to_owned(), title: title.to_owned(), unit: None }
}

fn measure(name: &str, title: &str, unit: &str, statistic: &str, interval: &str) -> Measure {
    Measure {
        name: name.to_owned(),
        title: title.to_owned(),
        unit: unit.to_owned(),
        statistic: statistic.to_owned(),
        interval: interval.to_owned(),
    }
}
