//! The records that are published of an experiment, to hold a run against. Whatever is wrong with one is told in a line, and
//! the run goes on.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::record::{Record, SCHEMA_VERSION};

/// Where published records lie, from the top of a checkout.
pub(crate) const PUBLISHED: &str = "content/measurements";

/// The records of one experiment, by their files' names.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Published {
    /// Those that can be read.
    pub records: Vec<Record>,
    /// What there is to say of the others, a line each.
    pub notes: Vec<String>,
}

impl Published {
    /// What lies in an experiment's folder. None need be there.
    pub(crate) fn read(folder: &Path, experiment: &str) -> Self {
        let mut published = Self::default();
        for path in files_in(folder) {
            let name = path.file_name().unwrap_or_default().display();
            match read(&path, experiment) {
                Ok(record) => published.records.push(record),
                Err(why) => {
                    published.notes.push(format!("the published record {name} {why}: nothing is held against it"))
                }
            }
        }
        published
    }
}

/// The record that a file holds, or why it is none to hold this experiment's run against.
pub(crate) fn read(path: &Path, experiment: &str) -> Result<Record, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot be read ({error})"))?;
    record_in(&text, experiment)
}

/// Regular files, and what links lead to: reading a FIFO would wait for ever.
pub(crate) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension() == Some(OsStr::new("json")) && path.is_file()).collect();
    files.sort();
    files
}

fn record_in(text: &str, experiment: &str) -> Result<Record, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("is damaged ({error})"))?;
    match value.get("schema_version").and_then(Value::as_u64) {
        Some(version) if version != u64::from(SCHEMA_VERSION) => {
            return Err(format!("has the format {version}, and this program knows {SCHEMA_VERSION}"));
        }
        _ => {}
    }
    let record: Record = serde_json::from_value(value).map_err(|error| format!("is no record ({error})"))?;
    if record.experiment != experiment {
        return Err(format!("is one of {}", record.experiment));
    }
    Ok(record)
}

#[cfg(test)]
mod tests;
