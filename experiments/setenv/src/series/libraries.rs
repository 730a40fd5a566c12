//! What is told of the C libraries themselves: the memory that calls leave, the moves of the array, and the versions.

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::statistics::median;

use super::{LIBRARIES, at, exactly, library, text, writer};
use crate::build_directory::Tool;
use crate::conditions::Cell;
use crate::leak::bytes_per_call;
use crate::measured::{LeakRow, Rows, tool_of};
use crate::moves::{CALLS, Moves};

/// What a reader sees for each operation.
const OPERATIONS: [(&str, &str); 4] = [
    ("replace-with-new-values", "a new value for one name"),
    ("replace-with-known-values", "one of eight values"),
    ("set-and-unset", "a new value, then unset"),
    ("new-names", "a new name"),
];

fn leak_settings(row: &LeakRow) -> Vec<(&'static str, Setting)> {
    let condition = row.condition;
    vec![("library", text(condition.library.name())), ("operation", text(condition.operation.name()))]
}

fn leak_dimensions() -> Vec<Dimension> {
    vec![library(), Dimension::new("operation", "Each call", None).words(OPERATIONS)]
}

pub(super) fn leak(rows: &[LeakRow]) -> Series {
    let points = rows.iter().flat_map(|row| {
        row.condition.operation.marks().iter().enumerate().map(move |(index, &mark)| {
            let each: Vec<f64> = row.resident.iter().map(|resident| resident[index]).collect();
            let calls = ("calls", Setting::Number(f64::from(mark)));
            Point {
                at: at(&[leak_settings(row), vec![calls]].concat()),
                values: [("resident_bytes".to_owned(), median(&each))].into(),
                ..Point::default()
            }
        })
    });
    let mut dimensions = leak_dimensions();
    dimensions.push(Dimension::new("calls", "Calls", None));
    Series {
        id: "leak".to_owned(),
        title: "The resident memory of a program that goes on calling setenv".to_owned(),
        dimensions,
        measures: vec![Measure::new("resident_bytes", "Resident memory", "B", "median", "order statistics")],
        points: points.collect(),
        ..Series::default()
    }
}

pub(super) fn leak_rates(rows: &[LeakRow]) -> Series {
    let point = |row: &LeakRow| {
        let rate = |resident: &Vec<f64>| bytes_per_call(row.condition.operation, resident);
        let each: Vec<f64> = row.resident.iter().map(rate).collect();
        let values = [("bytes_per_call".to_owned(), median(&each))].into();
        Point { at: at(&leak_settings(row)), values, ..Point::default() }
    };
    Series {
        id: "leak-rates".to_owned(),
        title: "What a call leaves in memory".to_owned(),
        dimensions: leak_dimensions(),
        measures: vec![Measure::new("bytes_per_call", "Resident memory a call", "B", "median", "order statistics")],
        points: rows.iter().map(point).collect(),
        ..Series::default()
    }
}

pub(super) fn moves(rows: &[Moves]) -> Series {
    let point = |row: &Moves| {
        // Counted, not sampled: the same child counts the same.
        let value = row.moves as f64 / CALLS as f64;
        let moving = Estimate { n: CALLS, value, low: value, high: value, min: None, max: None };
        let at = at(&[("library", text(row.library.name())), ("writer", text(row.writer.name()))]);
        Point { at, values: [("moving_share".to_owned(), moving)].into(), ..Point::default() }
    };
    Series {
        id: "moves".to_owned(),
        title: "How often a change moves the array of variables, with one thread alone".to_owned(),
        dimensions: vec![library(), writer("The thread writes")],
        measures: vec![Measure::new(
            "moving_share",
            "Changes that moved the array",
            unit::SHARE,
            "share",
            "none (counted)",
        )],
        points: rows.iter().map(point).collect(),
        ..Series::default()
    }
}

/// Which versions stand behind the names, and how many children each had.
pub(super) fn versions(rows: &Rows) -> Series {
    let children = |is_its: &dyn Fn(&Cell) -> bool| -> f64 {
        rows.cells.iter().filter(|row| is_its(&row.cell)).map(|row| row.outcomes.len() as f64).sum()
    };
    let mut points = Vec::new();
    for (tool, version) in &rows.versions {
        let (name, count) = match tool {
            Tool::Glibc => ("glibc", children(&|cell| is_of(cell, Tool::Glibc))),
            Tool::GlibcNewer => ("glibc-newer", children(&|cell| is_of(cell, Tool::GlibcNewer))),
            Tool::Musl => ("musl", children(&|cell| is_of(cell, Tool::Musl))),
            Tool::GoWithCgo => ("go", children(&|cell| matches!(cell, Cell::Go(_)))),
            // The same Go.
            Tool::GoWithoutCgo => continue,
        };
        let at = at(&[("name", text(name)), ("version", text(version))]);
        points.push(Point { at, values: [("children".to_owned(), exactly(count))].into(), ..Point::default() });
    }
    Series {
        id: "versions".to_owned(),
        title: "The C libraries and languages behind the names".to_owned(),
        dimensions: vec![
            Dimension::new("name", "Name", None).words(LIBRARIES),
            Dimension::new("version", "Version", None),
        ],
        measures: vec![Measure::new("children", "Children", "children", "count", "none")],
        points,
        ..Series::default()
    }
}

fn is_of(cell: &Cell, tool: Tool) -> bool {
    matches!(cell, Cell::Threads(condition) if tool_of(condition.library) == tool)
}
