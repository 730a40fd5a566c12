//! Errors of merging parts.

use std::fmt;
use std::path::PathBuf;

/// Reasons why parts do not merge: each message is a line that names the file and the remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartError {
    /// A file cannot be read, or is no experiment's record.
    Unreadable {
        /// Its file.
        file: PathBuf,
        /// The problem.
        why: String,
    },
    /// A record that is no part of one.
    NotAPart {
        /// Its file.
        file: PathBuf,
        /// The problem.
        why: String,
    },
    /// A part of another experiment.
    OtherExperiment {
        /// Its file.
        file: PathBuf,
        /// The other experiment.
        experiment: String,
    },
    /// A part that code of another commit made.
    OtherCode {
        /// Its file.
        file: PathBuf,
        /// Its commit, as far as known.
        commit: String,
    },
    /// A part of sources that differed from their commit, so that nobody can tell what they were.
    Unclean {
        /// Its file.
        file: PathBuf,
    },
    /// Two parts of different runs.
    OtherRun {
        /// The part that differs from the first.
        file: PathBuf,
        /// The first part.
        first: PathBuf,
        /// Each difference, with both values, such as `seed 2, not 1`.
        differs: String,
    },
    /// A part that occurs twice.
    Twice {
        /// The part, such as `3/16`.
        part: String,
        /// Both files.
        files: [PathBuf; 2],
    },
    /// Missing parts.
    Lost {
        /// Their numbers, from 1.
        parts: Vec<u32>,
        /// Number of parts.
        of: u32,
    },
}

impl fmt::Display for PartError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { file, why } => write!(formatter, "{}: {why}", file.display()),
            Self::NotAPart { file, why } => {
                write!(formatter, "{} is no part of a run: {why}; run that part again", file.display())
            }
            Self::OtherExperiment { file, experiment } => {
                write!(formatter, "{} is of another experiment, {}: leave it out", file.display(), quoted(experiment))
            }
            Self::OtherCode { file, commit } => write!(
                formatter,
                "{} was made by other code than this program’s (commit {}): run that part again, or merge by the \
                 program that made all parts",
                file.display(),
                quoted(commit)
            ),
            Self::Unclean { file } => write!(
                formatter,
                "{} was made by a build whose sources differed from its commit: commit them, build and run again, or merge by \
                 --unclean what is not to be published",
                file.display()
            ),
            Self::OtherRun { file, first, differs } => {
                let [file, first] = [file, first].map(|path| path.display());
                write!(formatter, "{file} and {first} are of different runs: {differs}; merge parts of one run")
            }
            Self::Twice { part, files: [one, other] } => {
                let [one, other] = [one, other].map(|path| path.display());
                write!(formatter, "part {part} is there twice, as {one} and {other}: leave one out")
            }
            Self::Lost { parts, of } => {
                let (is, noun) = if parts.len() == 1 { ("is", "part") } else { ("are", "parts") };
                write!(formatter, "{noun} {} of {of} {is} missing: run `run --shard I/{of} --out PART`", listed(parts))
            }
        }
    }
}

impl std::error::Error for PartError {}

/// The longest quotation of a part, in characters.
const LONGEST_QUOTATION: usize = 160;

/// A part's words as a message has them, in a line and not too long: the file may hold any.
pub(crate) fn quoted(words: &str) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let ends = words.chars().nth(LONGEST_QUOTATION).map(|_| '…');
    words.chars().take(LONGEST_QUOTATION).map(printable).chain(ends).collect()
}

/// Numbers in words, with ranges: `2, 5 to 9`.
fn listed(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let words = ranges.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
