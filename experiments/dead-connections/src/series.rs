//! The rows as the record's series.

mod fates;
mod long;
mod means;
mod paths;
mod wire;

use std::collections::BTreeMap;

use harness::record::{Estimate, Outcome, Series, Setting};

use crate::client::Noticed;
use crate::condition::Condition;
use crate::measured::Row;
use crate::predicted::Predicted;

#[cfg(test)]
pub(crate) use fates::settings;

const NOTICED: &str = "noticed_after_seconds";
const EARLIEST: &str = "earliest_after_seconds";
const LATEST: &str = "latest_after_seconds";
const NOTICED_SHARE: &str = "noticed_share";
const SEGMENTS: &str = "segments_sent";
const WATCHED: &str = "watched_seconds";
const AGREES: &str = "agrees_share";

/// All series of the record.
pub(crate) fn all(rows: &[Row]) -> Vec<Series> {
    vec![
        fates::fates(rows),
        means::means(rows),
        paths::round_trips(rows),
        wire::wire(rows),
        wire::wire_rows(rows),
        long::long_ones(),
    ]
}

/// What the trials said, each different word once.
pub(crate) fn said<'a>(row: &'a Row, word: impl Fn(&'a Noticed) -> &'a str) -> String {
    let mut words: Vec<&str> = row.seen.iter().map(|seen| seen.noticed.as_ref().map_or("none", &word)).collect();
    words.sort_unstable();
    words.dedup();
    words.join(" or ")
}

fn text(name: &str, value: &str) -> (String, Setting) {
    (name.to_owned(), Setting::Text(value.to_owned()))
}

/// Settings by dimension.
fn at(settings: Vec<(&'static str, Setting)>) -> BTreeMap<String, Setting> {
    settings.into_iter().map(|(name, setting)| (name.to_owned(), setting)).collect()
}

/// By which call and error a program learned of it: as often as trials did, and as predicted. `errors` are all that occur.
fn outcomes<'a>(errors: impl Iterator<Item = &'a str>) -> Vec<Outcome> {
    let words = |error: &'a str| match error {
        "none" => (error, "nothing"),
        "survives" => (error, "stays up"),
        other => (other, other),
    };
    vec![Outcome::new("call", "Call", []), Outcome::new("errno", "Error", errors.map(words))]
}

/// How a trial may end, as far as the rows know.
fn outcomes_of<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> Vec<Outcome> {
    let seen = rows.clone().flat_map(|row| row.seen.iter().map(|seen| sign(seen.noticed.as_ref())));
    outcomes(seen.chain(rows.map(|row| row.predicted.sign(&row.condition))))
}

/// What stands for a call, or an error, where nothing was noticed.
const NOTHING: &str = "none";

fn call(noticed: Option<&Noticed>) -> &str {
    noticed.map_or(NOTHING, |noticed| noticed.call.name())
}

fn sign(noticed: Option<&Noticed>) -> &str {
    noticed.map_or(NOTHING, |noticed| &noticed.sign)
}

/// How often trials said each word.
fn counted(row: &Row, word: impl Fn(Option<&Noticed>) -> &str) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for seen in &row.seen {
        *counts.entry(word(seen.noticed.as_ref()).to_owned()).or_default() += 1;
    }
    counts
}

/// What the model says, by outcome.
fn predicted_outcomes(predicted: &Predicted, condition: &Condition) -> BTreeMap<String, String> {
    [("call", predicted.call(condition)), ("errno", predicted.sign(condition))]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// A value that was set.
fn exactly(value: f64, n: usize) -> Estimate {
    Estimate { n: n as u64, value, low: value, high: value, min: None, max: None }
}
