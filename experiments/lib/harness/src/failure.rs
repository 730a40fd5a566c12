//! Reasons why a command ended without its result.

use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

use crate::published::Unreadable;

/// Reason why a command ended without its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The command line asks for what cannot be: exit status 2.
    Usage(String),
    /// The user, or the system, ended it: exit status 130. The text is appended to `interrupted`.
    Interrupted(String),
    /// The system refused something: a file, a socket, a process.
    System {
        /// The refused task: `cannot read /etc/hosts`.
        doing: String,
        /// The error's kind.
        kind: io::ErrorKind,
        /// The error in words.
        said: String,
    },
    /// A program, of others or of our own, did not do its part.
    Program {
        /// Its name.
        name: String,
        /// Its action instead, or its own message.
        why: String,
    },
    /// This machine lacks what it takes.
    Missing {
        /// The task that cannot be done, and why.
        what: String,
        /// The missing requirement.
        needs: String,
    },
    /// A record is none that can be read.
    Record {
        /// Its file.
        path: PathBuf,
        /// The reason why it cannot be read.
        problem: Unreadable,
    },
    /// Files that are generated are not what the code of today makes of the records.
    Outdated {
        /// The files.
        paths: Vec<PathBuf>,
        /// The command that writes them.
        mend: String,
    },
    /// A result that cannot be; a message in whole.
    Unexpected(String),
}

impl Failure {
    /// The system refused to do something.
    pub fn system(doing: impl Into<String>, error: io::Error) -> Self {
        Self::System { doing: doing.into(), kind: error.kind(), said: error.to_string() }
    }

    /// A program did not do its part.
    pub fn program(name: impl Into<String>, why: impl Display) -> Self {
        Self::Program { name: name.into(), why: why.to_string() }
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Unexpected(message) => formatter.write_str(message),
            Self::Interrupted(more) => write!(formatter, "interrupted{more}"),
            Self::System { doing, said, .. } => write!(formatter, "{doing}: {said}"),
            Self::Program { name, why } => write!(formatter, "{name}: {why}"),
            Self::Missing { what, needs } => write!(formatter, "{what}; it needs {needs}"),
            Self::Record { path, problem } => write!(formatter, "{} {problem}", path.display()),
            Self::Outdated { paths, mend } => {
                let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
                write!(formatter, "not what today's code makes of the records: {}: run `{mend}`", paths.join(", "))
            }
        }
    }
}

impl std::error::Error for Failure {}
