//! The supervisor: a process of an experiment's own program that outlives the run, just long enough to end what it started
//! and to remove what it made.

use std::io::{BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use clap::Args;
use harness::Failure;

use crate::{remove, this_program};

/// The supervisor as the run has it: it clears up after success, failure, Ctrl-C and SIGKILL alike, for its standard input
/// ends when the run does. Dropping it waits until it has.
#[derive(Debug)]
pub(crate) struct Supervisor {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Supervisor {
    /// Starts a supervisor by the command line of this program that does its work.
    ///
    /// # Errors
    /// The process cannot be started.
    pub(crate) fn start(command: &mut Command) -> Result<Self, Failure> {
        let started = command
            // A group of its own: Ctrl-C is sent to the whole group of the terminal's program.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut process = started.map_err(|error| Failure::system("cannot start the supervisor", error))?;
        let requests = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        Ok(Self { process, requests, answers })
    }

    /// Starts a supervisor over a run's fresh folder, by the hidden command `supervisor FOLDER`; removes the folder where that fails.
    ///
    /// # Errors
    /// The process cannot be started.
    pub(crate) fn over(folder: &Path) -> Result<Self, Failure> {
        this_program()
            .and_then(|program| Self::start(Command::new(program).arg("supervisor").arg(folder)))
            .inspect_err(|_| remove(folder))
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The supervisor is gone.
    pub(crate) fn tell(&mut self, request: &str) -> Result<(), Failure> {
        let requests = self.requests.as_mut().expect("it is there until dropped");
        writeln!(requests, "{request}").map_err(|_| gone())
    }

    /// The next line of the answers, without its end.
    ///
    /// # Errors
    /// The supervisor is gone.
    pub(crate) fn answer(&mut self) -> Result<String, Failure> {
        harness::line(&mut self.answers).ok().filter(|line| !line.is_empty()).ok_or_else(gone)
    }
}

fn gone() -> Failure {
    Failure::program("the supervisor", "this process of our program is gone")
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        drop(self.requests.take());
        let _ = self.process.wait();
    }
}

/// The command line of a supervisor over a folder.
#[derive(Debug, Args)]
pub struct SupervisorOptions {
    /// The run's folder
    folder: PathBuf,
}

impl SupervisorOptions {
    /// The folder, if it is a run's: nothing else can be asked to be removed.
    ///
    /// # Errors
    /// No run of this experiment made it.
    pub(crate) fn folder(&self, is_a_runs: impl Fn(&Path) -> bool) -> Result<&Path, Failure> {
        let folder = self.folder.as_path();
        let why = || Failure::Usage(format!("{}: no run of this experiment made this folder", folder.display()));
        if is_a_runs(folder) { Ok(folder) } else { Err(why()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Supervisor {
        Supervisor::start(Command::new("sh").args(["-c", script])).unwrap()
    }

    #[test]
    fn it_answers_until_it_is_gone() {
        let mut supervisor = shell("read line; echo \"$line!\"");
        supervisor.tell("one").unwrap();
        assert_eq!(supervisor.answer().unwrap(), "one!");
        assert!(supervisor.answer().unwrap_err().to_string().contains("is gone"));
    }

    #[test]
    fn one_that_babbles_is_as_good_as_gone() {
        let mut supervisor = shell("exec tr '\\0' a </dev/zero");
        let answer = supervisor.answer();
        supervisor.process.kill().unwrap();
        assert!(answer.unwrap_err().to_string().contains("is gone"));
    }

    #[test]
    fn dropping_it_waits_until_it_has_cleared_up() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("made");
        std::fs::write(&file, "").unwrap();
        drop(shell(&format!("cat; sleep 0.1; rm {}", file.display())));
        assert!(!file.exists());
    }

    #[test]
    fn no_folder_but_a_runs_is_taken() {
        let options = SupervisorOptions { folder: "/tmp".into() };
        assert_eq!(options.folder(|folder| folder == Path::new("/tmp")).unwrap(), Path::new("/tmp"));
        assert!(matches!(options.folder(|_| false), Err(Failure::Usage(_))));
    }
}
