//! What is told of the C libraries themselves: the memory that calls leave, the moves of the array, and the versions.

use harness::record::{Dimension, Estimate, Interval, Measure, Point, Series, Setting, unit};
use harness::statistics::median;

use super::{LIBRARIES, library, writer};
use crate::build_directory::Tool;
use crate::command::{tool_for, tool_of};
use crate::condition::{Library, Writer};
use crate::conditions::Cell;
use crate::leak::{LeakCondition, bytes_per_call};
use crate::measured::{LeakRow, Rows};
use crate::moves::{CALLS, Moves};

/// What a reader sees for each operation.
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
pub(crate) const VERSIONS: &str = "versions";

/// The settings of a condition of the leak.
pub(crate) fn leaking(condition: LeakCondition) -> [(&'static str, Setting); 2] {
    [("library", condition.library.name().into()), ("operation", condition.operation.name().into())]
}

/// The settings at which changes are looked at.
pub(crate) fn moving(library: Library, writer: Writer) -> [(&'static str, Setting); 2] {
    [("library", library.name().into()), ("writer", writer.name().into())]
}

pub(super) fn leak_rates(rows: &[LeakRow]) -> Series {
    let point = |row: &LeakRow| {
        let rate = |resident: &[f64; 2]| bytes_per_call(row.condition.operation, resident);
        let each: Vec<f64> = row.resident.iter().map(rate).collect();
        Point::new(leaking(row.condition)).value(BYTES_PER_CALL, median(&each))
    };
    Series::new(LEAK_RATES, "What a call leaves in memory")
        .dimensions([library(), Dimension::new("operation", "Each call", None).words(OPERATIONS)])
        .measures([Measure::median(BYTES_PER_CALL, "Resident memory a call", "B")])
        .points(rows.iter().map(point))
}

pub(super) fn moves(rows: &[Moves]) -> Series {
    // Counted, not sampled: the same child counts the same.
    let share = |row: &Moves| Estimate::certain(CALLS, row.moves as f64 / CALLS as f64);
    Series::new(MOVES, "How often a change moves the array of variables, with one thread alone")
        .dimensions([library(), writer("The thread writes")])
        .measures([Measure::new(MOVING, "Changes that moved the array", unit::SHARE, "share", Interval::None)])
        .points(rows.iter().map(|row| Point::new(moving(row.library, row.writer)).value(MOVING, share(row))))
}

/// Which versions stand behind the names, and how many children each had.
pub(super) fn versions(rows: &Rows) -> Series {
    let children = |is_its: &dyn Fn(&Cell) -> bool| -> f64 {
        rows.cells.iter().filter(|row| is_its(&row.cell)).map(|row| row.outcomes.len() as f64).sum()
    };
    let point = |(tool, version): &(Tool, String)| {
        let (name, count) = match tool {
            Tool::Glibc => ("glibc", children(&|cell| is_of(cell, Tool::Glibc))),
            Tool::GlibcNewer => ("glibc-newer", children(&|cell| is_of(cell, Tool::GlibcNewer))),
            Tool::Musl => ("musl", children(&|cell| is_of(cell, Tool::Musl))),
            Tool::GoWithCgo => ("go", children(&|cell| matches!(cell, Cell::Go(_)))),
            // The same Go.
            Tool::GoWithoutCgo => return None,
            Tool::Python => ("python", children(&|cell| tool_for(cell) == Tool::Python)),
            Tool::Node => ("node", children(&|cell| tool_for(cell) == Tool::Node)),
            Tool::Java => ("java", children(&|cell| tool_for(cell) == Tool::Java)),
        };
        let point = Point::new([("name", name.into()), ("version", version.as_str().into())]);
        Some(point.value("children", Estimate::certain(1, count)))
    };
    Series::new(VERSIONS, "The C libraries and languages behind the names")
        .dimensions([Dimension::new("name", "Name", None).words(LIBRARIES), Dimension::new("version", "Version", None)])
        .measures([Measure::counted("children", "Children", "children")])
        .points(rows.versions.iter().filter_map(point))
}

fn is_of(cell: &Cell, tool: Tool) -> bool {
    matches!(cell, Cell::Threads(condition) if tool_of(condition.library) == tool)
}
