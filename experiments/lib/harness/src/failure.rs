//! Why a command ended without its result.

use std::fmt;

/// Why a command ended without its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The command line asks for what cannot be: exit status 2.
    Usage(String),
    /// Something that was needed did not work: exit status 1.
    Failed(String),
    /// The user, or the system, ended it: exit status 130. What more there is to say of it.
    Interrupted(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Failed(message) => formatter.write_str(message),
            Self::Interrupted(more) => write!(formatter, "interrupted{more}"),
        }
    }
}

impl std::error::Error for Failure {}
