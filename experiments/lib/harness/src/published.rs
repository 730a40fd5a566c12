//! Reading of records from files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use serde_json::Value;

use crate::record::{Record, SCHEMA_VERSION, Series};

/// Folder of published records, from the top of a checkout.
pub(crate) const PUBLISHED: &str = "content/measurements";

/// Reasons why a file is no record of an experiment that this program reads; each message is the end of a sentence that begins with the
/// file's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// The file cannot be read, or is no JSON.
    Damaged(String),
    /// A record of another version of the format.
    Version(u64),
    /// JSON, but no record.
    NoRecord(String),
    /// A record of another experiment.
    OtherExperiment(String),
    /// A series was measured by a newer method than this program knows.
    Method {
        /// The series.
        series: String,
        /// Its method.
        method: u32,
        /// The newest method that this program knows.
        known: u32,
    },
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(why) => write!(formatter, "is damaged ({why}): measure again"),
            Self::Version(version) if *version < u64::from(SCHEMA_VERSION) => {
                write!(formatter, "has the format {version}, and this program reads {SCHEMA_VERSION}: measure again")
            }
            Self::Version(version) => {
                write!(
                    formatter,
                    "has the format {version}, and this program reads {SCHEMA_VERSION}: take the newer program"
                )
            }
            Self::NoRecord(why) => write!(formatter, "is no record ({why})"),
            Self::OtherExperiment(experiment) => write!(formatter, "is a record of {experiment}"),
            Self::Method { series, method, known } => write!(
                formatter,
                "has the series {series} by method {method}, and this program knows {known}: take the newer program"
            ),
        }
    }
}

/// The records of one experiment, by their files' names.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Published {
    /// Valid records.
    pub records: Vec<Record>,
    /// A line on each of the other files.
    pub notes: Vec<String>,
}

impl Published {
    /// Reads an experiment's folder, which need not exist. Each unreadable file becomes a note, and the run goes on.
    pub(crate) fn read(folder: &Path, experiment: &str, declared: &[Series]) -> Self {
        let mut published = Self::default();
        for path in files_in(folder) {
            let name = path.file_name().unwrap_or_default().display();
            match read(&path, experiment, declared) {
                Ok(record) => published.records.push(record),
                Err(why) => {
                    published.notes.push(format!("the published record {name} {why}; nothing is held against it"));
                }
            }
        }
        published
    }
}

/// Reads a record of this experiment from a file.
pub(crate) fn read(path: &Path, experiment: &str, declared: &[Series]) -> Result<Record, Unreadable> {
    let text = fs::read_to_string(path).map_err(|error| Unreadable::Damaged(error.to_string()))?;
    record_in(&text, experiment, declared)
}

/// Regular files, and targets of links: reading a FIFO would block for ever.
pub(crate) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension() == Some(OsStr::new("json")) && path.is_file()).collect();
    files.sort();
    files
}

fn record_in(text: &str, experiment: &str, declared: &[Series]) -> Result<Record, Unreadable> {
    let value: Value = serde_json::from_str(text).map_err(|error| Unreadable::Damaged(error.to_string()))?;
    match value.get("schema_version").and_then(Value::as_u64) {
        Some(version) if version != u64::from(SCHEMA_VERSION) => return Err(Unreadable::Version(version)),
        _ => {}
    }
    let record: Record = serde_json::from_value(value).map_err(|error| Unreadable::NoRecord(error.to_string()))?;
    if record.experiment != experiment {
        return Err(Unreadable::OtherExperiment(record.experiment));
    }
    for numbers in &record.series {
        let known = declared.iter().find(|series| series.words.id == numbers.id).map(|series| series.words.method);
        if let Some(known) = known
            && numbers.method > known
        {
            return Err(Unreadable::Method { series: numbers.id.clone(), method: numbers.method, known });
        }
    }
    Ok(record)
}

#[cfg(test)]
mod tests;
