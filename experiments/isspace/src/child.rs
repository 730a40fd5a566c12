//! Programs of others, run with a limit on their time and on what they say.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use harness::Failure;
use rustix::process::{Pid, Signal, kill_process_group};
use supervisor::{ends_within, listen};

use crate::answer::Garbled;
use crate::build_directory::BuildDirectory;

/// The most that is read of a program's output and of its complaints, in bytes; whoever says more, babbles.
const MOST_SAID: u64 = 1 << 20;
/// How long its output may take to end after the program has: what it started may still hold it open.
const LINGER: Duration = Duration::from_secs(1);

/// Whether the run is to end.
pub(crate) type Check<'a> = &'a (dyn Fn() -> Result<(), Failure> + Sync);

/// What to run.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    program: OsString,
    arguments: Vec<OsString>,
    environment: Vec<(&'static str, OsString)>,
    input: Option<String>,
    limit: Duration,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Said {
    pub status: ExitStatus,
    pub output: String,
    pub complaints: String,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// There is no such program.
    Absent(String),
    /// The system did not let us start it or hear it.
    System(String, io::Error),
    /// It took too long.
    TimedOut(String, Duration),
    /// It said too much, or what is no text.
    Babbled(String),
    /// It ended badly.
    Failed(String, ExitStatus),
    /// It said what cannot be.
    Garbled(String, Garbled),
    /// Not its fault: the run is to end, or our own files cannot be written.
    Ours(Failure),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent(program) => write!(f, "there is no `{program}` here"),
            Self::System(program, error) => write!(f, "`{program}` cannot be run: {error}"),
            Self::TimedOut(program, limit) => write!(f, "`{program}` took more than {} s", limit.as_secs()),
            Self::Babbled(program) => write!(f, "`{program}` said too much, or what is no text"),
            Self::Failed(program, status) => write!(f, "`{program}` ended with {status}"),
            Self::Garbled(program, why) => write!(f, "`{program}`: {why}"),
            Self::Ours(failure) => failure.fmt(f),
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Ours(failure)
    }
}

impl Job {
    /// A program with its arguments. It may take 10 s.
    pub(crate) fn new<A: AsRef<OsStr>>(program: impl AsRef<OsStr>, arguments: impl IntoIterator<Item = A>) -> Self {
        Self {
            program: program.as_ref().to_owned(),
            arguments: arguments.into_iter().map(|argument| argument.as_ref().to_owned()).collect(),
            environment: Vec::new(),
            input: None,
            limit: Duration::from_secs(10),
        }
    }

    /// It may take so long.
    pub(crate) fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// A variable of its environment.
    pub(crate) fn variable(mut self, name: &'static str, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name, value.as_ref().to_owned()));
        self
    }

    /// What its standard input holds.
    pub(crate) fn input(mut self, text: String) -> Self {
        self.input = Some(text);
        self
    }

    /// Its name, without the folder, for messages.
    fn name(&self) -> String {
        let path = std::path::Path::new(&self.program);
        path.file_name().unwrap_or(&self.program).to_string_lossy().into_owned()
    }

    /// Runs it in the build directory, whatever its exit status.
    pub(crate) fn run(&self, directory: &BuildDirectory, check: Check<'_>) -> Result<Said, Trouble> {
        check()?;
        let system = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Trouble::Absent(self.name()),
            _ => Trouble::System(self.name(), error),
        };
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(directory.folder()).process_group(0);
        quiet(&mut command, directory).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(self.stdin().map_err(system)?).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(system)?;
        directory.tell('+', child.id());
        let output = listen(child.stdout.take(), MOST_SAID);
        let complaints = listen(child.stderr.take(), MOST_SAID);
        let waited = ends_within(&child, self.limit, check);
        // What it started goes with it.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        let status = child.wait().map_err(system);
        directory.tell('-', child.id());
        if !waited? {
            return Err(Trouble::TimedOut(self.name(), self.limit));
        }
        let status = status?;
        let hear = |voice: Receiver<Option<String>>| voice.recv_timeout(LINGER).ok().flatten();
        match (hear(output), hear(complaints)) {
            (Some(output), Some(complaints)) => Ok(Said { status, output, complaints }),
            _ => Err(Trouble::Babbled(self.name())),
        }
    }

    /// Runs it; it has to succeed.
    pub(crate) fn succeed(&self, directory: &BuildDirectory, check: Check<'_>) -> Result<Said, Trouble> {
        let said = self.run(directory, check)?;
        if said.status.success() {
            return Ok(said);
        }
        Err(Trouble::Failed(self.name(), said.status))
    }

    /// Its answer.
    pub(crate) fn answer(
        &self,
        directory: &BuildDirectory,
        check: Check<'_>,
    ) -> Result<crate::answer::Answer, Trouble> {
        let said = self.succeed(directory, check)?;
        crate::answer::Answer::parse(&said.output).map_err(|why| self.garbled(why))
    }

    /// It answered, but not what it was asked.
    pub(crate) fn garbled(&self, why: Garbled) -> Trouble {
        Trouble::Garbled(self.name(), why)
    }

    fn stdin(&self) -> io::Result<Stdio> {
        let Some(text) = &self.input else { return Ok(Stdio::null()) };
        let mut file = tempfile::tempfile()?;
        io::Write::write_all(&mut file, text.as_bytes())?;
        io::Seek::rewind(&mut file)?;
        Ok(Stdio::from(file as File))
    }
}

/// The user's own settings are no part of the experiment, and nothing is written into the user's folders.
fn quiet<'a>(command: &'a mut Command, directory: &BuildDirectory) -> &'a mut Command {
    let folder = directory.folder();
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.env_clear().env("PATH", path).env("LC_ALL", "C").env("HOME", folder).env("TMPDIR", folder)
}
