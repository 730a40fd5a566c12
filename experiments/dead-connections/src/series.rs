//! The rows as the record's series.

mod fates;
mod long;
mod means;
mod paths;
mod wire;

use harness::record::{Estimate, Series, Setting};

use crate::client::Noticed;
use crate::measured::Row;

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

/// How long it took, of those trials in which it was noticed.
pub(crate) fn seconds(row: &Row) -> Vec<f64> {
    row.seen.iter().filter_map(|seen| seen.noticed.as_ref()).map(|noticed| noticed.after.as_secs_f64()).collect()
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

/// A value that was set.
fn exactly(value: f64, n: usize) -> Estimate {
    Estimate { n: n as u64, value, low: value, high: value, min: None, max: None }
}
