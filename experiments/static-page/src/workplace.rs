//! The run's temporary folder and the programs that work in it, one at a time; both go however the run ends, by a supervisor.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use browsers::{Browser, Supervised, end_all};
use harness::Failure;
use supervisor::{Runs, fetched_once, kept};

/// Whose the folders are.
pub(crate) const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));
/// From look to look whether the run is to end.
const PAUSE: Duration = Duration::from_millis(20);

/// This program, even where it is compiled anew meanwhile (proc_pid_exe(5)).
pub(crate) const THIS_PROGRAM: &str = "/proc/self/exe";

/// The most characters of a program's last complaint that are told.
const MOST_SAID: usize = 200;

/// The folder of a run, until dropped.
pub(crate) struct Workplace<'a> {
    folder: PathBuf,
    check: &'a dyn Fn() -> Result<(), Failure>,
    /// None in unit tests, whose program has no command `supervisor`.
    _supervised: Option<Supervised>,
}

/// Why a program gave no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// What to tell of it.
    Told(String),
    /// The run is to end.
    Ours(Failure),
}

/// What has gone wrong with a program is told; a run that is to end is not.
impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Interrupted(_) => Self::Ours(failure),
            failure => Self::Told(failure.to_string()),
        }
    }
}

impl<'a> Workplace<'a> {
    /// Makes a folder that only this user may enter. What killed runs left is removed first. `check` says when the run is to end.
    pub(crate) fn open(check: &'a dyn Fn() -> Result<(), Failure>) -> Result<Self, Failure> {
        let supervised = Supervised::start(RUNS)?;
        Ok(Self { folder: supervised.folder().to_owned(), check, _supervised: Some(supervised) })
    }

    /// In a folder that somebody else sees to.
    #[cfg(test)]
    pub(crate) fn over(folder: &Path, check: &'a dyn Fn() -> Result<(), Failure>) -> Self {
        Self { folder: folder.to_owned(), check, _supervised: None }
    }

    /// Whether the run is to end.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        (self.check)()
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file of the folder.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, Failure> {
        let path = self.path(name);
        fs::write(&path, bytes).map_err(|error| Failure::system(format!("cannot write {}", path.display()), error))?;
        Ok(path)
    }

    /// What `fetch` puts into a folder, kept under this name among cargo's output for the next runs.
    pub(crate) fn kept(&self, name: &str, fetch: impl Fn(&Path) -> Result<(), Trouble>) -> Result<PathBuf, Trouble> {
        fetched_once(&kept(env!("CARGO_PKG_NAME"), &self.folder), name, Trouble::Told, fetch)
    }

    /// Runs a program in the folder, for `limit` at most, and gives what it wrote, if it ended well.
    pub(crate) fn run<A: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = A>,
        limit: Duration,
    ) -> Result<String, Trouble> {
        let name = Path::new(&program).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut command = self.command(program);
        let spawned =
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = spawned.map_err(|error| {
            let is_absent = error.kind() == io::ErrorKind::NotFound;
            Trouble::Told(if is_absent { format!("there is no {name} here") } else { format!("{name}: {error}") })
        })?;
        let (sender, receiver) = channel();
        thread::spawn(move || sender.send(child.wait_with_output()));
        let started = Instant::now();
        let output: io::Result<Output> = loop {
            match receiver.recv_timeout(PAUSE) {
                Ok(output) => break output,
                Err(RecvTimeoutError::Disconnected) => break Err(io::Error::other("it was not heard")),
                Err(RecvTimeoutError::Timeout) => {
                    let is_late = || Trouble::Told(format!("{name} took more than {} s", limit.as_secs()));
                    let late = if started.elapsed() > limit { Err(is_late()) } else { Ok(()) };
                    self.check().map_err(Trouble::Ours).and(late).inspect_err(|_| end_all(&self.folder))?;
                }
            }
        };
        let output = output.map_err(|error| Trouble::Told(format!("{name}: {error}")))?;
        if !output.status.success() {
            let complaints = String::from_utf8_lossy(&output.stderr);
            let last = complaints.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
            // The run's folder is nobody's business.
            let last = last.trim().replace(&format!("{}/", self.folder.display()), "");
            let last: String = last.chars().take(MOST_SAID).collect();
            let colon = if last.is_empty() { "" } else { ": " };
            return Err(Trouble::Told(format!("{name} ended with {}{colon}{last}", output.status)));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Opens a page in a browser, which ends when this is dropped.
    pub(crate) fn open_page(&self, browser: Browser, program: &str, address: &str) -> Result<Supervised, Trouble> {
        let mut supervised = Supervised::start(RUNS)?;
        supervised.open(browser, program, address, self.check)?;
        Ok(supervised)
    }

    /// A program in the folder, which is its home: by that the supervisor knows it. In a group of its own, so that Ctrl-C is the run's.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).process_group(0);
        // Nothing of theirs is left elsewhere.
        for variable in ["HOME", "TMPDIR", "XDG_RUNTIME_DIR"] {
            command.env(variable, &self.folder);
        }
        for variable in ["CALIBRE_CONFIG_DIRECTORY", "CALIBRE_CACHE_DIRECTORY", "CALIBRE_TEMP_DIR"] {
            command.env(variable, &self.folder);
        }
        for variable in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "PYTHONPATH", "JAVA_TOOL_OPTIONS"] {
            command.env_remove(variable);
        }
        command.env("PYTHONDONTWRITEBYTECODE", "1").env("MAVEN_OPTS", "-XX:-UsePerfData");
        command.env("npm_config_cache", self.path("npm")).env("npm_config_update_notifier", "false");
        command
    }
}

#[cfg(test)]
mod tests {
    use supervisor::processes;

    use super::*;

    const NEVER: &dyn Fn() -> Result<(), Failure> = &|| Ok(());

    #[test]
    fn a_program_is_heard_and_one_that_is_not_there_or_fails_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let place = Workplace::over(folder.path(), NEVER);
        let limit = Duration::from_secs(30);
        assert_eq!(place.run("sh", ["-c", "echo out"], limit).unwrap(), "out\n");
        let told = |program: &str, script: &str| match place.run(program, ["-c", script], limit) {
            Err(Trouble::Told(told)) => told,
            other => panic!("{other:?}"),
        };
        assert_eq!(told("no-such-program", ""), "there is no no-such-program here");
        assert_eq!(told("sh", "exit 3"), "sh ended with exit status: 3");
        assert_eq!(told("sh", "echo no \"$PWD/book\" >&2; exit 1"), "sh ended with exit status: 1: no book");
    }

    #[test]
    fn a_program_that_hangs_ends_with_what_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let started = Instant::now();
        let hangs = ["-c", "sleep 60 & sleep 60; true"];
        let late = Workplace::over(folder.path(), NEVER).run("sh", hangs, Duration::from_millis(100));
        assert!(matches!(late, Err(Trouble::Told(why)) if why.contains("took more than")));
        let interrupted = || Err(Failure::Interrupted(String::new()));
        let ended = Workplace::over(folder.path(), &interrupted).run("sh", hangs, Duration::from_secs(60));
        assert!(matches!(ended, Err(Trouble::Ours(Failure::Interrupted(_)))));
        assert!(started.elapsed() < Duration::from_secs(30));
        let works_there = |id| fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|place| place == folder.path());
        assert_eq!(processes().filter(|process| works_there(process.id)).count(), 0);
    }
}
