//! Measured times that somebody pastes: two columns, the size and what it took or achieved.
//!
//! ```text
//! # comments, empty lines and a line of headings are passed over
//! buffer, time (ns)
//! 1KiB,   190
//! 64 KiB; 1.6 us
//! 1M      9000 MiB/s
//! ```
//!
//! Columns are parted by tabs, semicolons, commas or spaces. `k`, `M` and `G` are thousands, `Ki`, `Mi` and `Gi` are 1024s.

use std::fmt;

use super::fit::{MAX_POINTS, Observation};
use super::law::{MAX_BYTES, MAX_SECONDS};
use super::units::{Unit, split, unit, unit_of_heading};
use limits::{ArgumentError, Quoted, Shown};

/// What the second column holds where neither the cell nor its heading has a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// How long a call takes, in seconds.
    SecondsPerCall,
    /// What calls achieve, in bytes per second.
    BytesPerSecond,
}

impl Column {
    /// All meanings.
    pub const ALL: [Self; 2] = [Self::SecondsPerCall, Self::BytesPerSecond];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::SecondsPerCall => "seconds-per-call",
            Self::BytesPerSecond => "bytes-per-second",
        }
    }

    /// The meaning of a name.
    pub fn parse(name: &str) -> Result<Self, ArgumentError> {
        let found = Self::ALL.into_iter().find(|column| column.name() == name);
        let names = &["seconds-per-call", "bytes-per-second"];
        found.ok_or_else(|| ArgumentError::Name { field: "column", given: name.to_owned(), names })
    }

    fn unit(self) -> Unit {
        match self {
            Self::SecondsPerCall => Unit::Seconds(1.0),
            Self::BytesPerSecond => Unit::BytesPerSecond(1.0),
        }
    }
}

/// One line's point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Which line of the text, from 1.
    pub line: usize,
    /// Bytes of a call.
    pub bytes: f64,
    /// Seconds of a call.
    pub seconds: f64,
}

impl From<Row> for Observation {
    fn from(row: Row) -> Self {
        Self::new(row.bytes, row.seconds)
    }
}

/// What a text holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parsed {
    /// The points of the lines that are right.
    pub rows: Vec<Row>,
    /// What is wrong with others; the first [`MAX_ERRORS`].
    pub errors: Vec<ParseError>,
}

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// After so many errors the text is something else.
pub const MAX_ERRORS: usize = 20;

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq)]
pub struct ParseError {
    /// Which line of the text, from 1.
    pub line: usize,
    /// What it is.
    pub problem: Problem,
}

/// What can be wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// The text is longer than [`MAX_TEXT`].
    TooLong,
    /// There is no line with numbers.
    NoRows,
    /// There are more than [`MAX_POINTS`] lines with numbers.
    TooManyRows,
    /// The line doesn't have two columns.
    Columns(usize),
    /// A cell doesn't start with a number.
    Number(String),
    /// The number's unit is unknown.
    Unit(String),
    /// The unit measures something else than the column.
    Kind {
        /// The unit.
        unit: String,
        /// What the column measures.
        measures: &'static str,
    },
    /// The size is 0, negative or too large.
    Bytes(f64),
    /// The time or the throughput makes a call of no time, of negative or too long a time.
    Seconds(f64),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the text is too long; it must be at most {MAX_TEXT} bytes"),
            Self::NoRows => f.write_str("no numbers are there; it must be two columns, such as: 4096, 390 ns"),
            Self::TooManyRows => {
                write!(f, "the lines with numbers are too many; it must be at most {MAX_POINTS} of them")
            }
            Self::Columns(1) => f.write_str("there is one column; it must be two, such as: 4096, 390 ns"),
            Self::Columns(n) => write!(f, "there are {n} columns; it must be two, such as: 4096, 390 ns"),
            Self::Number(cell) => {
                write!(f, "{} is no number; it must be one, with a point for the decimals", Quoted(cell))
            }
            Self::Unit(unit) => write!(
                f,
                "the unit {} is unknown; it must be one such as KiB, k, MiB, ns, us, ms, s, MiB/s, GB/s, Gbit/s",
                Quoted(unit)
            ),
            Self::Kind { unit, measures } => {
                write!(f, "the unit {} is out of place; it must be one of {measures}", Quoted(unit))
            }
            Self::Bytes(bytes) => {
                write!(f, "the size is {}; it must be above 0 and at most {} bytes", Shown(*bytes), Shown(MAX_BYTES))
            }
            Self::Seconds(seconds) => {
                write!(f, "a call takes {} s; it must be above 0 and at most {} s", Shown(*seconds), Shown(MAX_SECONDS))
            }
        }
    }
}

impl std::error::Error for ParseError {}

/// Reads points; `column` says what bare numbers of the second column are.
pub fn parse(text: &str, column: Column) -> Parsed {
    let mut parsed = Parsed::default();
    if text.len() > MAX_TEXT {
        parsed.errors.push(ParseError { line: 1, problem: Problem::TooLong });
        return parsed;
    }
    let mut units = [Unit::Count(1.0), column.unit()];
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let lines = lines.map(|(line, text)| (line, cells(text))).filter(|(_, cells)| !cells.is_empty());
    for (position, (line, cells)) in lines.enumerate() {
        if position == 0 && is_heading(&cells) {
            units = headed(&cells, units);
            continue;
        }
        let problem = match row(line, &cells, units) {
            Ok(_) if parsed.rows.len() == MAX_POINTS => Problem::TooManyRows,
            Ok(row) => {
                parsed.rows.push(row);
                continue;
            }
            Err(problem) => problem,
        };
        let too_many = problem == Problem::TooManyRows;
        parsed.errors.push(ParseError { line, problem });
        if too_many || parsed.errors.len() == MAX_ERRORS {
            break;
        }
    }
    if parsed.rows.is_empty() && parsed.errors.is_empty() {
        parsed.errors.push(ParseError { line: 1, problem: Problem::NoRows });
    }
    parsed
}

/// The cells of a line, without its comment; none where nothing is left.
fn cells(line: &str) -> Vec<&str> {
    let line = line.split('#').next().unwrap_or_default().trim();
    let separator = ['\t', ';', ','].into_iter().find(|&separator| line.chars().any(|letter| letter == separator));
    match separator {
        _ if line.is_empty() => Vec::new(),
        Some(separator) => line.split(separator).map(|cell| cell.trim().trim_matches('"').trim()).collect(),
        None => spaced(line),
    }
}

/// Cells parted by spaces: each starts with a number, if any does, and a word after it is its unit.
fn spaced(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let starts_cell = |word: &str| split(word).is_some();
    if !words.iter().any(|word| starts_cell(word)) {
        return words;
    }
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let mut starts: Vec<usize> = words.iter().filter(|word| starts_cell(word)).map(|word| start(word)).collect();
    // A word before the first number is a cell of its own, and no number.
    if let Some(first) = words.first().filter(|word| !starts_cell(word)) {
        starts.insert(0, start(first));
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    starts.iter().zip(ends).filter_map(|(&start, end)| Some(line.get(start..end)?.trim())).collect()
}

/// A first line without a number in front of any cell.
fn is_heading(cells: &[&str]) -> bool {
    cells.iter().all(|cell| !cell.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')))
}

/// The units, where the headings have fitting ones.
fn headed(cells: &[&str], [size, result]: [Unit; 2]) -> [Unit; 2] {
    let of = |column: usize| cells.get(column).and_then(|heading| unit_of_heading(heading));
    let size = of(0).filter(|unit| matches!(unit, Unit::Count(_))).unwrap_or(size);
    [size, of(1).filter(|unit| !matches!(unit, Unit::Count(_))).unwrap_or(result)]
}

fn row(line: usize, cells: &[&str], [size, result]: [Unit; 2]) -> Result<Row, Problem> {
    let &[bytes, second] = cells else { return Err(Problem::Columns(cells.len())) };
    let Unit::Count(bytes) = quantity(bytes, size)? else {
        return Err(Problem::Kind {
            unit: short(split(bytes).map_or("", |(_, unit)| unit)),
            measures: "bytes, such as KiB",
        });
    };
    if !(bytes > 0.0 && bytes <= MAX_BYTES) {
        return Err(Problem::Bytes(bytes));
    }
    let seconds = match quantity(second, result)? {
        Unit::Seconds(seconds) => seconds,
        Unit::BytesPerSecond(rate) => bytes / rate,
        Unit::Count(_) => {
            let unit = short(split(second).map_or("", |(_, unit)| unit));
            return Err(Problem::Kind { unit, measures: "time or throughput, such as ns or MiB/s" });
        }
    };
    // Shorter than any clock tells, and a comparison with NaN is false.
    let sensible = seconds > SHORTEST && seconds <= MAX_SECONDS;
    if sensible { Ok(Row { line, bytes, seconds }) } else { Err(Problem::Seconds(seconds)) }
}

/// No call is shorter, in seconds: light moves a third of a nanometre.
const SHORTEST: f64 = 1e-18;

/// What a cell says, in bytes, seconds or bytes per second; without a unit of its own it has that of its column.
fn quantity(cell: &str, column: Unit) -> Result<Unit, Problem> {
    let (number, name) = split(cell).ok_or_else(|| Problem::Number(short(cell)))?;
    let own = if name.is_empty() { column } else { unit(name).ok_or_else(|| Problem::Unit(short(name)))? };
    // In a column of throughput, M alone is MB/s.
    let own = match (own, column) {
        (Unit::Count(factor), Unit::BytesPerSecond(_)) => Unit::BytesPerSecond(factor),
        _ => own,
    };
    Ok(match own {
        Unit::Count(factor) => Unit::Count(number * factor),
        Unit::Seconds(factor) => Unit::Seconds(number * factor),
        Unit::BytesPerSecond(factor) => Unit::BytesPerSecond(number * factor),
    })
}

/// What a message quotes of a cell.
fn short(cell: &str) -> String {
    const MOST: usize = 30;
    if cell.chars().count() <= MOST { cell.to_owned() } else { cell.chars().take(MOST).chain(['…']).collect() }
}
