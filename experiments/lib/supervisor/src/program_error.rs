//! Errors of programs that a run starts.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use std::fmt::{self, Display, Formatter};

use harness::Failure;

/// Most characters that a message quotes of a last line, or of another text that a program wrote.
pub const MAX_QUOTED: usize = 200;

/// The name of a command's program without its folder, for messages.
pub(crate) fn name_of(command: &Command) -> String {
    Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reason why a program gave no answer.
#[derive(Debug)]
pub enum ProgramError {
    /// There is no program of this name.
    Absent(String),
    /// The system did not start the program of this name, or could not wait for it.
    System(String, io::Error),
    /// The program of this name took longer than it may.
    TimedOut(String, Duration),
    /// The program of this name wrote too much, or what is no text.
    InvalidOutput(String),
    /// A program ended badly.
    Failed {
        /// Its name.
        program: String,
        /// Its end.
        status: ExitStatus,
        /// The last line of its standard error, or nothing.
        last: String,
    },
    /// A program is of no use, for this reason (a whole sentence).
    Unusable(String),
    /// No program's fault: the run is to end, or its own files cannot be written.
    Run(Failure),
}

impl ProgramError {
    /// A failure as the program's; an interrupt stays the run's.
    pub fn of_program(failure: Failure) -> Self {
        match failure {
            Failure::Interrupted(_) => Self::Run(failure),
            failure => Self::Unusable(failure.to_string()),
        }
    }

    /// The failure of a run, or of a part of one, that can't do without the program.
    pub fn into_failure(self) -> Failure {
        self.into_reason().map_or_else(|failure| failure, Failure::Unexpected)
    }

    /// Reason, for a record, why it lacks what the program should have answered.
    ///
    /// # Errors
    /// The error is the run's own ([`Self::Run`]), and ends the run.
    pub fn into_reason(self) -> Result<String, Failure> {
        match self {
            Self::Run(failure) => Err(failure),
            error => Ok(error.to_string()),
        }
    }
}

impl Display for ProgramError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent(program) => write!(formatter, "there is no `{program}` here"),
            Self::System(program, error) => write!(formatter, "`{program}` cannot be run: {error}"),
            Self::TimedOut(program, limit) => write!(formatter, "`{program}` took more than {} s", limit.as_secs()),
            Self::InvalidOutput(program) => write!(formatter, "`{program}` said too much, or what is no text"),
            Self::Failed { program, status, last } if last.is_empty() => {
                write!(formatter, "`{program}` ended with {status}")
            }
            Self::Failed { program, status, last } => write!(formatter, "`{program}` ended with {status}: {last}"),
            Self::Unusable(why) => formatter.write_str(why),
            Self::Run(failure) => failure.fmt(formatter),
        }
    }
}

impl From<Failure> for ProgramError {
    fn from(failure: Failure) -> Self {
        Self::Run(failure)
    }
}

/// The end of a run, or of a part of it, that cannot do without the program.
impl From<ProgramError> for Failure {
    fn from(error: ProgramError) -> Self {
        error.into_reason().map_or_else(|failure| failure, Self::Unexpected)
    }
}

/// The last line of a text that says anything, [`MAX_QUOTED`] characters of it at most; without a run's folder, which is nobody's
/// business.
pub fn last_line(text: &str, folder: &Path) -> String {
    let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    last.replace(&format!("{}/", folder.display()), "").chars().take(MAX_QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_told_of_programs_and_a_run_that_is_to_end_ends() {
        assert_eq!(ProgramError::Absent("cc".to_owned()).into_reason().unwrap(), "there is no `cc` here");
        let interrupted = || Failure::Interrupted(String::new());
        assert_eq!(ProgramError::from(interrupted()).into_reason(), Err(interrupted()));
        assert_eq!(ProgramError::of_program(interrupted()).into_reason(), Err(interrupted()));
        assert_eq!(ProgramError::of_program(Failure::program("a", "b")).into_reason().unwrap(), "a: b");
    }

    #[test]
    fn the_last_line_is_told_in_part_and_without_the_runs_folder() {
        let last = |text: &str| last_line(text, Path::new("/tmp/run"));
        assert_eq!(last("first\n no /tmp/run/book \n\n"), "no book");
        assert_eq!(last("\n"), "");
        assert_eq!(last(&"\u{e9}".repeat(300)).chars().count(), MAX_QUOTED);
    }
}
