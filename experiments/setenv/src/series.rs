//! The record's series, from the rows.

mod libraries;

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::statistics::share;

use crate::condition::Condition;
use crate::conditions::Cell;
use crate::measured::{Row, Rows};
use crate::survival::{Step, curve, thinned};
use crate::tally::{Tally, lives, median_to_failure};

/// What a reader sees for each C library and language.
const LIBRARIES: [(&str, &str); 4] =
    [("glibc", "the machine’s glibc"), ("glibc-newer", "newer glibc"), ("musl", "musl"), ("go", "Go")];
/// What a reader sees for each language.
const LANGUAGES: [(&str, &str); 2] = [("c", "C"), ("rust", "Rust")];
/// What a reader sees for each way to read.
const READERS: [(&str, &str); 5] = [
    ("getenv", "getenv"),
    ("localtime", "localtime"),
    ("getaddrinfo", "getaddrinfo"),
    ("rust-env-var", "std::env::var"),
    ("none", "nothing reads"),
];
/// What a reader sees for each way to write.
const WRITERS: [(&str, &str); 4] = [
    ("new-names", "sets new names"),
    ("same-names", "sets and unsets the same eight names"),
    ("replaced-value", "replaces a value"),
    ("two-writers", "two threads set new names"),
];
/// What a reader sees for each fix.
const FIXES: [(&str, &str); 2] = [("none", "without a lock"), ("lock", "with a lock")];
/// What a reader sees for each way that Go reads.
const ACCESSES: [(&str, &str); 3] =
    [("cgo-getenv", "C’s getenv"), ("os-getenv", "os.Getenv"), ("resolver", "the resolver")];
/// What a reader sees for each way to build Go.
const CGO: [(&str, &str); 2] = [("with", "with cgo"), ("without", "without cgo")];

/// Steps of one survival curve that the record holds.
const STEPS: usize = 40;

/// Where survival curves begin: sooner than any child has failed.
const FROM_SECONDS: f64 = 1e-5;

/// All series.
pub(crate) fn all(rows: &Rows) -> Vec<Series> {
    vec![
        cells(&rows.cells),
        survival(&rows.cells),
        go(&rows.cells),
        libraries::leak(&rows.leaks),
        libraries::leak_rates(&rows.leaks),
        libraries::moves(&rows.moves),
        libraries::versions(rows),
    ]
}

fn text(value: &str) -> Setting {
    Setting::Text(value.to_owned())
}

fn at(settings: &[(&str, Setting)]) -> BTreeMap<String, Setting> {
    settings.iter().map(|(name, setting)| ((*name).to_owned(), setting.clone())).collect()
}

/// What was set and is known exactly.
fn exactly(value: f64) -> Estimate {
    Estimate { n: 1, value, low: value, high: value, min: None, max: None }
}

fn settings_of(condition: &Condition) -> [(&'static str, Setting); 5] {
    let Condition { library, language, reader, writer, fix } = condition;
    [
        ("library", text(library.name())),
        ("language", text(language.name())),
        ("reader", text(reader.name())),
        ("writer", text(writer.name())),
        ("fix", text(fix.name())),
    ]
}

fn library() -> Dimension {
    Dimension::new("library", "C library", None).words(LIBRARIES)
}

fn writer(title: &str) -> Dimension {
    Dimension::new("writer", title, None).words(WRITERS)
}

fn cell_dimensions() -> Vec<Dimension> {
    vec![
        library(),
        Dimension::new("language", "Language", None).words(LANGUAGES),
        Dimension::new("reader", "One thread reads", None).words(READERS),
        writer("Another writes"),
        Dimension::new("fix", "Fix", None).words(FIXES),
    ]
}

fn cell_measures() -> Vec<Measure> {
    let share = |name, title| Measure::new(name, title, unit::SHARE, "share", "Wilson");
    vec![
        share("failed_share", "Children that failed"),
        share("sigsegv_share", "died by SIGSEGV"),
        share("sigabrt_share", "died by SIGABRT"),
        share("other_signal_share", "died by another signal"),
        share("wrong_answer_share", "were given a wrong answer"),
        share("hung_share", "hung"),
        Measure::new(
            "median_seconds_to_failure",
            "Time to failure",
            "s",
            "median of those that failed",
            "order statistics",
        ),
        Measure::new("limit_seconds", "Time limit", "s", "as set", "none"),
        Measure::new("children", "Children", "children", "count", "none"),
    ]
}

fn cell_values(row: &Row) -> BTreeMap<String, Estimate> {
    let tally = Tally::of(&row.outcomes);
    let shares = tally.shares().into_iter();
    let median = median_to_failure(&row.outcomes).map(|median| ("median_seconds_to_failure", median));
    let set = [("limit_seconds", exactly(row.limit.as_secs_f64())), ("children", exactly(tally.children as f64))];
    shares.chain(median).chain(set).map(|(name, estimate)| (name.to_owned(), estimate)).collect()
}

fn cells(rows: &[Row]) -> Series {
    let point = |row: &Row| match &row.cell {
        Cell::Threads(condition) => {
            Some(Point { at: at(&settings_of(condition)), values: cell_values(row), ..Point::default() })
        }
        Cell::Go(_) => None,
    };
    Series {
        id: "cells".to_owned(),
        title: "How children end whose threads share the environment".to_owned(),
        dimensions: cell_dimensions(),
        measures: cell_measures(),
        points: rows.iter().filter_map(point).collect(),
        ..Series::default()
    }
}

fn go(rows: &[Row]) -> Series {
    let point = |row: &Row| match &row.cell {
        Cell::Go(condition) => {
            let at = at(&[("access", text(condition.access.name())), ("cgo", text(condition.cgo.name()))]);
            Some(Point { at, values: cell_values(row), ..Point::default() })
        }
        Cell::Threads(_) => None,
    };
    Series {
        id: "go".to_owned(),
        title: "How children in Go end, beside os.Setenv".to_owned(),
        dimensions: vec![
            Dimension::new("access", "A goroutine reads by", None).words(ACCESSES),
            Dimension::new("cgo", "cgo", None).words(CGO),
        ],
        measures: cell_measures(),
        points: rows.iter().filter_map(point).collect(),
        ..Series::default()
    }
}

fn survival(rows: &[Row]) -> Series {
    let mut points = Vec::new();
    for row in rows {
        let Cell::Threads(condition) = &row.cell else { continue };
        for step in drawn(row) {
            let mut at = at(&settings_of(condition));
            at.insert("seconds".to_owned(), Setting::Number(step.seconds));
            let values = [("surviving_share".to_owned(), step.surviving)].into();
            points.push(Point { at, values, ..Point::default() });
        }
    }
    let mut dimensions = cell_dimensions();
    dimensions.push(Dimension::new("seconds", "Time since the threads started", Some("s")));
    Series {
        id: "survival".to_owned(),
        title: "The share of children that still live".to_owned(),
        dimensions,
        measures: vec![Measure::new(
            "surviving_share",
            "Surviving",
            unit::SHARE,
            "Kaplan-Meier",
            "Rothman (Wilson, Greenwood)",
        )],
        points,
        ..Series::default()
    }
}

/// The steps of a curve, from when all live to the limit: where nobody dies, the two ends alone.
fn drawn(row: &Row) -> Vec<Step> {
    let children = row.outcomes.len() as u64;
    let steps = thinned(curve(&lives(&row.outcomes, row.limit)), STEPS);
    let before = Step { seconds: FROM_SECONDS, surviving: share(children, children) };
    let limit = row.limit.as_secs_f64();
    let last = steps.last().unwrap_or(&before).surviving.clone();
    let after = Step { seconds: limit, surviving: last };
    let is_before = steps.first().is_none_or(|first| first.seconds > FROM_SECONDS);
    let is_after = steps.last().is_none_or(|last| last.seconds < limit);
    let ends = [is_before.then_some(before), is_after.then_some(after)];
    let [before, after] = ends.map(|end| end.into_iter().collect::<Vec<_>>());
    [before, steps, after].concat()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::conditions::matrix;
    use crate::outcome::{Kind, Outcome};

    fn row(after: &[(Kind, u64)]) -> Row {
        let outcome = |&(kind, microseconds)| Outcome { kind, after: Duration::from_micros(microseconds) };
        let limit = Duration::from_millis(60);
        Row { cell: Cell::Threads(matrix()[0]), limit, outcomes: after.iter().map(outcome).collect() }
    }

    fn steps(after: &[(Kind, u64)]) -> Vec<(f64, f64)> {
        drawn(&row(after)).iter().map(|step| (step.seconds, step.surviving.value)).collect()
    }

    #[test]
    fn a_curve_begins_where_all_live_and_ends_at_the_limit() {
        let curve = steps(&[(Kind::Torn, 2_000), (Kind::Survived, 60_100)]);
        assert_eq!(curve, [(FROM_SECONDS, 1.0), (0.002, 0.5), (0.06, 0.5)]);
    }

    #[test]
    fn where_nobody_dies_the_curve_has_its_two_ends() {
        assert_eq!(steps(&[(Kind::Survived, 60_100)]), [(FROM_SECONDS, 1.0), (0.06, 1.0)]);
    }

    #[test]
    fn times_never_go_back() {
        // Sooner than the beginning, and on a busy machine later than the limit.
        let curve = steps(&[(Kind::Torn, 5), (Kind::Torn, 90_000)]);
        assert_eq!(curve, [(5e-6, 0.5), (0.06, 0.5)]);
    }

    #[test]
    fn every_share_of_a_cell_has_all_its_children() {
        let values = cell_values(&row(&[(Kind::Torn, 2_000), (Kind::Survived, 60_100)]));
        assert_eq!(values["children"].value, 2.0);
        assert_eq!(values["median_seconds_to_failure"].value, 0.002);
        assert!(values.iter().filter(|(name, _)| name.ends_with("_share")).all(|(_, share)| share.n == 2));
        assert!(!cell_values(&row(&[(Kind::Survived, 60_100)])).contains_key("median_seconds_to_failure"));
    }
}
