//! Programs that answer: how they are started, and how their answers are read.

use std::ffi::OsStr;
use std::process::Command;
use std::time::Duration;

use supervisor::{ProgramError, Workplace};

use crate::answer::Answer;

/// Limit of a program that does next to nothing.
pub(crate) const SHORT: Duration = Duration::from_secs(10);

/// A command in the C locale: whoever answers picks others itself.
pub(crate) fn asked(place: &Workplace<'_>, program: impl AsRef<OsStr>) -> Command {
    let mut command = place.command(program);
    command.env("LC_ALL", "C");
    command
}

/// The answer of a program.
pub(crate) fn ask(place: &Workplace<'_>, command: &mut Command, limit: Duration) -> Result<Answer, ProgramError> {
    Ok(Answer::parse(&place.succeed(command, limit)?.stdout)?)
}
