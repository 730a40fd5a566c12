//! The record's series: declared without a run, and filled from its rows.

pub(crate) mod costs;
pub(crate) mod libraries;
mod placement;

use harness::found::figures;
use harness::record::{Dimension, Estimate, Interval, Measure, Point, Series, Setting, unit};
use harness::statistics::share;

use crate::condition::{Condition, Library, Writer};
use crate::conditions::Cell;
use crate::go::GoCondition;
use crate::measured::{Row, Rows};
use crate::runtimes::RuntimeCondition;
use crate::survival::{Step, curve, thinned};
use crate::tally::{FAILED, HUNG, Tally, WRONG_ANSWER, lives, median_to_failure};

/// Labels of the languages.
const LANGUAGES: [(&str, &str); 2] = [("c", "C"), ("rust", "Rust")];
/// Labels of the ways to read.
const READERS: [(&str, &str); 5] = [
    ("getenv", "getenv"),
    ("localtime", "localtime"),
    ("getaddrinfo", "getaddrinfo"),
    ("rust-env-var", "std::env::var"),
    ("none", "nothing reads"),
];
/// Labels of the fixes.
const FIXES: [(&str, &str); 2] = [("none", "without a lock"), ("lock", "with a lock")];
/// Labels of the ways that Go reads.
const ACCESSES: [(&str, &str); 3] =
    [("cgo-getenv", "C’s getenv"), ("os-getenv", "os.Getenv"), ("resolver", "the resolver")];
/// Labels of the ways to build Go.
const CGO: [(&str, &str); 2] = [("with", "with cgo"), ("without", "without cgo")];

/// Labels of the other languages, with what sets variables there.
const RUNTIMES: [(&str, &str); 3] = [
    ("python", "Python, sets by os.environ"),
    ("node", "Node.js, sets by process.env"),
    ("java", "Java, a library in C sets"),
];
/// Labels of the ways that these read.
const RUNTIME_READERS: [(&str, &str); 3] =
    [("c-getenv", "C’s getenv"), ("own", "the language’s own"), ("resolver", "the resolver")];

const CELLS: &str = "cells";
const GO: &str = "go";
const OTHERS: &str = "runtimes";

/// Steps of one survival curve that the record holds.
const STEPS: usize = 40;

/// Where survival curves begin: sooner than any child has failed.
const FROM_SECONDS: f64 = 1e-5;

/// Every series, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![
        cells(),
        survival(),
        go(),
        runtimes(),
        libraries::leak_rates(),
        libraries::moves(),
        libraries::versions(),
        placement::placement(),
        costs::costs(),
        figures(),
    ]
}

/// The series with a run's points.
pub(crate) fn all(rows: &Rows) -> Vec<Series> {
    vec![
        cells().points(cell_points(CELLS, &rows.cells)),
        survival().points(survival_points(&rows.cells)),
        go().points(cell_points(GO, &rows.cells)),
        runtimes().points(cell_points(OTHERS, &rows.cells)),
        libraries::leak_rates().points(rows.leaks.iter().map(libraries::leak_point)),
        libraries::moves().points(rows.moves.iter().map(libraries::moves_point)),
        libraries::versions().points(libraries::version_points(rows)),
        placement::placement().points(rows.placed.iter().map(placement::point)),
        costs::costs().points(costs::points(&rows.costs)),
    ]
}

/// The series in which a cell has its point, and the point's settings.
pub(crate) fn place_of(cell: &Cell) -> (&'static str, Vec<(&'static str, Setting)>) {
    match cell {
        Cell::Threads(Condition { library, language, reader, writer, fix }) => {
            let settings = [
                ("library", library.name()),
                ("language", language.name()),
                ("reader", reader.name()),
                ("writer", writer.name()),
                ("fix", fix.name()),
            ];
            (CELLS, settings.map(|(name, setting)| (name, setting.into())).into())
        }
        Cell::Go(GoCondition { access, cgo }) => {
            (GO, vec![("access", access.name().into()), ("cgo", cgo.name().into())])
        }
        Cell::Runtime(RuntimeCondition { runtime, reader }) => {
            (OTHERS, vec![("language", runtime.name().into()), ("reader", reader.name().into())])
        }
    }
}

/// The C library, of those that a series has.
fn library(all: impl IntoIterator<Item = Library>) -> Dimension {
    Dimension::new("library", "C library", None)
        .words(all.into_iter().map(|library| (library.name(), title_of(library))))
}

/// Label of a C library.
fn title_of(library: Library) -> &'static str {
    match library {
        Library::Glibc => "the machine’s glibc",
        Library::GlibcNewer => "newer glibc",
        Library::GlibcCurrent => "current glibc",
        Library::Musl => "musl",
        Library::MuslCurrent => "current musl",
    }
}

/// The way to write, of those that a series has.
fn writer(title: &str, all: impl IntoIterator<Item = Writer>) -> Dimension {
    let words = |writer: Writer| match writer {
        Writer::NewNames => "sets new names",
        Writer::SameNames => "sets and unsets the same eight names",
        Writer::ReplacedValue => "replaces a value",
        Writer::TwoWriters => "two threads set new names",
    };
    Dimension::new("writer", title, None).words(all.into_iter().map(|writer| (writer.name(), words(writer))))
}

fn cell_dimensions() -> [Dimension; 5] {
    [
        library(Library::ALL),
        Dimension::new("language", "Language", None).words(LANGUAGES),
        Dimension::new("reader", "One thread reads", None).words(READERS),
        writer("Another writes", Writer::ALL),
        Dimension::new("fix", "Fix", None).words(FIXES),
    ]
}

fn cell_measures() -> [Measure; 9] {
    [
        Measure::share(FAILED, "Children that failed"),
        Measure::share("sigsegv_share", "died by SIGSEGV"),
        Measure::share("sigabrt_share", "died by SIGABRT"),
        Measure::share("other_signal_share", "died by another signal"),
        Measure::share(WRONG_ANSWER, "were given a wrong answer"),
        Measure::share(HUNG, "hung"),
        Measure::new(
            "median_seconds_to_failure",
            "Time to failure",
            "s",
            "median of those that failed",
            "order statistics",
        ),
        Measure::new("limit_seconds", "Time limit", "s", "as set", Interval::None),
        Measure::counted("children", "Children", "children"),
    ]
}

/// The points of the rows that this series has.
fn cell_points(series: &str, rows: &[Row]) -> Vec<Point> {
    let places = rows.iter().map(|row| (place_of(&row.cell), row));
    places.filter(|((place, _), _)| *place == series).map(|((_, settings), row)| cell_point(settings, row)).collect()
}

fn cell_point(settings: Vec<(&'static str, Setting)>, row: &Row) -> Point {
    let tally = Tally::of(&row.outcomes);
    let shares = tally.shares().into_iter();
    shares
        .fold(Point::new(settings), |point, (name, share)| point.value(name, share))
        .value("median_seconds_to_failure", median_to_failure(&row.outcomes))
        .value("limit_seconds", Estimate::certain(1, row.limit.as_secs_f64()))
        .value("children", Estimate::certain(1, tally.children as f64))
}

fn cells() -> Series {
    Series::new(CELLS, "How children end whose threads share the environment")
        .dimensions(cell_dimensions())
        .measures(cell_measures())
}

fn go() -> Series {
    Series::new(GO, "How children in Go end, beside os.Setenv")
        .dimensions([
            Dimension::new("access", "A goroutine reads by", None).words(ACCESSES),
            Dimension::new("cgo", "cgo", None).words(CGO),
        ])
        .measures(cell_measures())
}

fn runtimes() -> Series {
    Series::new(OTHERS, "How children in Python, Node.js and Java end, beside a thread that sets ever new names")
        .dimensions([
            Dimension::new("language", "Language", None).words(RUNTIMES),
            Dimension::new("reader", "Another thread reads by", None).words(RUNTIME_READERS),
        ])
        .measures(cell_measures())
}

fn survival() -> Series {
    let seconds = Dimension::new("seconds", "Time since the threads started", Some("s"));
    Series::new("survival", "Share of children still alive")
        .dimensions(cell_dimensions().into_iter().chain([seconds]))
        .measures([Measure::new(
            "surviving_share",
            "Surviving",
            unit::SHARE,
            "Kaplan-Meier",
            "Rothman (Wilson, Greenwood)",
        )])
}

/// The curves of programs in C and Rust.
fn survival_points(rows: &[Row]) -> impl Iterator<Item = Point> {
    let threads = rows.iter().filter(|row| matches!(row.cell, Cell::Threads(_)));
    threads.flat_map(|row| {
        drawn(row).into_iter().map(|Step { seconds, surviving }| {
            let (_, settings) = place_of(&row.cell);
            Point::new(settings).and_at([("seconds", seconds.into())]).value("surviving_share", surviving)
        })
    })
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
        let values = |row: &Row| cell_point(Vec::new(), row).values;
        let survivors = values(&row(&[(Kind::Survived, 60_100)]));
        let values = values(&row(&[(Kind::Torn, 2_000), (Kind::Survived, 60_100)]));
        assert_eq!(values["children"].value, 2.0);
        assert_eq!(values["median_seconds_to_failure"].value, 0.002);
        assert!(values.iter().filter(|(name, _)| name.ends_with("_share")).all(|(_, share)| share.n == 2));
        assert!(!survivors.contains_key("median_seconds_to_failure"));
    }
}
