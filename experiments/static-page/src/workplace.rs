//! The run's temporary folder and the programs that work in it, one at a time; both go however the run ends.
//!
//! A supervisor, a process of this very program, ends whatever works in the folder and removes it; where that was killed with the
//! run, the next run does.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use rustix::process::{Pid, Signal, kill_process_group};
use supervisor::{Runs, Supervisor, SupervisorOptions, kill, persist, processes, remove};

use crate::xvfb;

/// Whose the folders are.
const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));
/// From look to look whether the run is to end.
const PAUSE: Duration = Duration::from_millis(20);

/// This program, even where it is compiled anew meanwhile (proc_pid_exe(5)).
pub(crate) const THIS_PROGRAM: &str = "/proc/self/exe";

/// The most characters of a program's last complaint that are told.
const MOST_SAID: usize = 200;

/// The folder of a run, until dropped.
pub(crate) struct Workplace {
    folder: PathBuf,
    _supervisor: Option<Supervisor>,
}

/// Why a program gave no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// What to tell of it.
    Told(String),
    /// The run is to end.
    Ours(Failure),
}

impl Workplace {
    /// Makes a folder that only this user may enter. What killed runs left is removed first.
    pub(crate) fn open() -> Result<Self, Failure> {
        RUNS.remove_left(works_in, clear);
        let folder = RUNS.make_folder(|_| Ok(()))?;
        // The program of unit tests has no command `supervisor`.
        let supervisor = if cfg!(test) { None } else { Some(Supervisor::over(&folder, &[])?) };
        Ok(Self { folder, _supervisor: supervisor })
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file of the folder.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, Failure> {
        let path = self.path(name);
        fs::write(&path, bytes)
            .map_err(|error| Failure::Failed(format!("cannot write {}: {error}", path.display())))?;
        Ok(path)
    }

    /// Runs a program in the folder, for `limit` at most, and gives what it wrote, if it ended well.
    pub(crate) fn run<A: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = A>,
        limit: Duration,
        check: &dyn Fn() -> Result<(), Failure>,
    ) -> Result<String, Trouble> {
        let name = name_of(program.as_ref());
        let child = self.spawn(program.as_ref(), arguments)?;
        let (sender, receiver) = channel();
        thread::spawn(move || sender.send(child.wait_with_output()));
        let started = Instant::now();
        let output: io::Result<Output> = loop {
            match receiver.recv_timeout(PAUSE) {
                Ok(output) => break output,
                Err(RecvTimeoutError::Disconnected) => break Err(io::Error::other("it was not heard")),
                Err(RecvTimeoutError::Timeout) => {
                    let told = check().map_err(Trouble::Ours);
                    let is_late = started.elapsed() > limit;
                    if told.is_err() || is_late {
                        end_what_works_in(&self.folder);
                        return Err(told
                            .err()
                            .unwrap_or_else(|| Trouble::Told(format!("{name} took more than {} s", limit.as_secs()))));
                    }
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

    /// Starts a program in the folder that goes on until it is dropped, with what it started. What it writes goes to `NAME.log`
    /// there.
    pub(crate) fn start<A: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = A>,
        environment: &[(&str, &str)],
    ) -> Result<Started, Trouble> {
        let program = program.as_ref();
        let log = File::create(self.path(&format!("{}.log", name_of(program))));
        let log = log.map_err(|error| Trouble::Told(format!("{}: {error}", name_of(program))))?;
        let mut command = self.command(program);
        command.args(arguments).envs(environment.iter().copied()).stdout(log).stderr(Stdio::null());
        let process = command.spawn().map_err(|error| not_started(program, &error))?;
        Ok(Started { process, folder: self.folder.clone() })
    }

    fn spawn<A: AsRef<OsStr>>(
        &self,
        program: &OsStr,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Child, Trouble> {
        let mut command = self.command(program);
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().map_err(|error| not_started(program, &error))
    }

    /// A program in the folder, in a group of its own.
    fn command(&self, program: &OsStr) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).process_group(0).stdin(Stdio::null());
        // Nothing of theirs is left elsewhere.
        command.env("TMPDIR", &self.folder).env("PYTHONDONTWRITEBYTECODE", "1").env_remove("PYTHONPATH");
        command.env("HOME", &self.folder).env("XDG_RUNTIME_DIR", &self.folder);
        for variable in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
            command.env_remove(variable);
        }
        command.env("MAVEN_OPTS", "-XX:-UsePerfData").env_remove("JAVA_TOOL_OPTIONS");
        command.env("MOZ_CRASHREPORTER_DISABLE", "1");
        command.env("npm_config_cache", self.path("npm")).env("npm_config_update_notifier", "false");
        for variable in ["CALIBRE_CONFIG_DIRECTORY", "CALIBRE_CACHE_DIRECTORY", "CALIBRE_TEMP_DIR"] {
            command.env(variable, &self.folder);
        }
        command
    }
}

fn name_of(program: &OsStr) -> String {
    Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn not_started(program: &OsStr, error: &io::Error) -> Trouble {
    let name = name_of(program);
    let is_absent = error.kind() == io::ErrorKind::NotFound;
    Trouble::Told(if is_absent { format!("there is no {name} here") } else { format!("{name}: {error}") })
}

/// A program that goes on until this is dropped.
pub(crate) struct Started {
    process: Child,
    folder: PathBuf,
}

impl Drop for Started {
    fn drop(&mut self) {
        // Parts of browsers leave the folder, and none leaves the group.
        if let Some(group) = Pid::from_raw(self.process.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.process.wait();
        end_what_works_in(&self.folder);
        xvfb::clear(&self.folder);
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        match self._supervisor.take() {
            // It waits until the folder is gone.
            Some(supervisor) => drop(supervisor),
            None => clear(&self.folder),
        }
    }
}

fn works_in(process: u32, folder: &Path) -> bool {
    fs::read_link(format!("/proc/{process}/cwd")).is_ok_and(|place| place.starts_with(folder))
}

/// Whether programs may be asked that take seconds: always, but in tests that have to be short.
#[cfg(not(test))]
pub(crate) fn may_take_long() -> bool {
    true
}

#[cfg(test)]
pub(crate) fn may_take_long() -> bool {
    testkit::runs_all()
}

/// Ends the programs that work in a folder, as all that a run starts do.
fn end_what_works_in(folder: &Path) {
    // Some may just have started others.
    persist(|| {
        let there: Vec<u32> = processes().map(|process| process.id).filter(|&id| works_in(id, folder)).collect();
        there.iter().for_each(|&id| kill(id));
        there.is_empty()
    });
}

/// Removes what a run had outside of its folder, and that. All that it started has ended.
fn clear(folder: &Path) {
    xvfb::clear(folder);
    remove(folder);
}

/// What the hidden command `supervisor` does: its standard input ends when the run does, after SIGKILL as well.
pub(crate) fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(|folder| RUNS.made(folder))?;
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    end_what_works_in(folder);
    clear(folder);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: &dyn Fn() -> Result<(), Failure> = &|| Ok(());

    #[test]
    fn a_program_is_heard_and_one_that_is_not_there_or_fails_is_told() {
        let place = Workplace::open().unwrap();
        let second = Duration::from_secs(30);
        assert_eq!(place.run("sh", ["-c", "echo out"], second, NEVER).unwrap(), "out\n");
        let told = |program: &str, script: &str| match place.run(program, ["-c", script], second, NEVER) {
            Err(Trouble::Told(told)) => told,
            other => panic!("{other:?}"),
        };
        assert_eq!(told("no-such-program", ""), "there is no no-such-program here");
        assert_eq!(told("sh", "exit 3"), "sh ended with exit status: 3");
        assert_eq!(told("sh", "echo no \"$PWD/book\" >&2; exit 1"), "sh ended with exit status: 1: no book");
    }

    #[test]
    fn a_program_that_hangs_ends_with_what_it_started_and_the_folder_goes() {
        let place = Workplace::open().unwrap();
        let folder = place.folder.clone();
        let started = Instant::now();
        let hangs = place.run("sh", ["-c", "sleep 60 & sleep 60; true"], Duration::from_millis(100), NEVER);
        assert!(matches!(hangs, Err(Trouble::Told(why)) if why.contains("took more than")));
        let interrupted = || Err(Failure::Interrupted(String::new()));
        let ended = place.run("sleep", ["60"], Duration::from_secs(60), &interrupted);
        assert!(matches!(ended, Err(Trouble::Ours(Failure::Interrupted(_)))));
        assert!(started.elapsed() < Duration::from_secs(30));
        assert_eq!(processes().filter(|process| works_in(process.id, &folder)).count(), 0);
        drop(place);
        assert!(!folder.exists());
    }
}
