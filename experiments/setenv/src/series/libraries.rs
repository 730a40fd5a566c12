//! Series of the C libraries themselves: the memory that calls leave, the moves of the array, and the versions.

use harness::Found;
use harness::record::{Dimension, Estimate, Interval, Measure, Point, Series, Setting, unit};
use harness::statistics::median;

use super::{library, title_of, writer};
use crate::build_directory::Tool;
use crate::command::{tool_for, tool_of};
use crate::condition::{Library, Writer};
use crate::conditions::{Cell, LEAKING};
use crate::leak::{LeakCondition, bytes_per_call};
use crate::measured::{LeakRow, Rows};
use crate::moves::{self, CALLS, Moves};

/// Labels of the operations.
const OPERATIONS: [(&str, &str); 4] = [
    ("replace-with-new-values", "a new value for one name"),
    ("replace-with-known-values", "one of eight values"),
    ("set-and-unset", "a new value, then unset"),
    ("new-names", "a new name"),
];

pub(crate) const LEAK_RATES: &str = "leak-rates";
pub(crate) const BYTES_PER_CALL: &str = "bytes_per_call";
pub(crate) const MOVES: &str = "moves";
pub(crate) const MOVING: &str = "moving_share";
const VERSIONS: &str = "versions";
const NAME: &str = "name";
const VERSION: &str = "version";

/// The settings of a condition of the leak.
pub(crate) fn leaking(condition: LeakCondition) -> [(&'static str, Setting); 2] {
    [("library", condition.library.name().into()), ("operation", condition.operation.name().into())]
}

/// The settings at which changes are looked at.
pub(crate) fn moving(library: Library, writer: Writer) -> [(&'static str, Setting); 2] {
    [("library", library.name().into()), ("writer", writer.name().into())]
}

pub(super) fn leak_rates() -> Series {
    Series::new(LEAK_RATES, "What a call leaves in memory")
        .dimensions([library(LEAKING), Dimension::new("operation", "Each call", None).words(OPERATIONS)])
        .measures([Measure::median(BYTES_PER_CALL, "Resident memory a call", "B")])
}

pub(super) fn leak_point(row: &LeakRow) -> Point {
    let rate = |resident: &[f64; 2]| bytes_per_call(row.condition.operation, resident);
    let each: Vec<f64> = row.resident.iter().map(rate).collect();
    Point::new(leaking(row.condition)).value(BYTES_PER_CALL, median(&each))
}

pub(super) fn moves() -> Series {
    Series::new(MOVES, "How often a change moves the array of variables, with one thread alone")
        .dimensions([library(Library::ALL), writer("The thread writes", moves::WRITERS)])
        .measures([Measure::new(MOVING, "Changes that moved the array", unit::SHARE, "share", Interval::None)])
}

pub(super) fn moves_point(row: &Moves) -> Point {
    // Counted, not sampled: the same child counts the same.
    let share = Estimate::certain(CALLS, row.moves as f64 / CALLS as f64);
    Point::new(moving(row.library, row.writer)).value(MOVING, share)
}

/// Names and titles of the languages that have a version besides the C libraries.
const LANGUAGES: [(&str, &str); 4] = [("go", "Go"), ("python", "Python"), ("node", "Node.js"), ("java", "Java")];

/// Which versions stand behind the names, and how many children each had.
pub(super) fn versions() -> Series {
    let names = Library::ALL.map(|library| (library.name(), title_of(library))).into_iter().chain(LANGUAGES);
    Series::new(VERSIONS, "The C libraries and languages behind the names")
        .dimensions([Dimension::new(NAME, "Name", None).words(names), Dimension::new(VERSION, "Version", None)])
        .measures([Measure::counted("children", "Children", "children")])
}

pub(super) fn version_points(rows: &Rows) -> impl Iterator<Item = Point> {
    rows.versions.iter().filter_map(|(tool, version)| {
        let (name, is_its): (&str, &dyn Fn(&Cell) -> bool) = match tool {
            Tool::Glibc => ("glibc", &|cell| is_of(cell, Tool::Glibc)),
            Tool::GlibcNewer => ("glibc-newer", &|cell| is_of(cell, Tool::GlibcNewer)),
            Tool::GlibcCurrent => ("glibc-current", &|cell| is_of(cell, Tool::GlibcCurrent)),
            Tool::Musl => ("musl", &|cell| is_of(cell, Tool::Musl)),
            Tool::MuslCurrent => ("musl-current", &|cell| is_of(cell, Tool::MuslCurrent)),
            Tool::GoWithCgo => ("go", &|cell| matches!(cell, Cell::Go(_))),
            // The same Go.
            Tool::GoWithoutCgo => return None,
            Tool::Python => ("python", &|cell| tool_for(cell) == Tool::Python),
            Tool::Node => ("node", &|cell| tool_for(cell) == Tool::Node),
            Tool::Java => ("java", &|cell| tool_for(cell) == Tool::Java),
        };
        let children: usize = rows.cells.iter().filter(|row| is_its(&row.cell)).map(|row| row.outcomes.len()).sum();
        let point = Point::new([(NAME, name.into()), (VERSION, version.as_str().into())]);
        Some(point.value("children", Estimate::certain(1, children as f64)))
    })
}

fn is_of(cell: &Cell, tool: Tool) -> bool {
    matches!(cell, Cell::Threads(condition) if tool_of(condition.library) == tool)
}

/// The version of a C library, as a run found it.
pub(crate) fn version_of(found: &Found, library: Library) -> Option<&str> {
    let versions = found.series.iter().find(|series| series.words.id == VERSIONS)?;
    let point = versions.points.iter().find(|point| point.at.get(NAME) == Some(&library.name().into()))?;
    match point.at.get(VERSION)? {
        Setting::Text(version) => Some(version),
        Setting::Number(_) => None,
    }
}
