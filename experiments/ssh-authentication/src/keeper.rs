//! Ends whatever a run starts, and removes its folder, whatever becomes of the run.
//!
//! The keeper is a process of this very program, whose standard input ends when the experiment does: after success,
//! failure, Ctrl-C and SIGKILL alike. All programs of a run are born into one process group, whose leader (the "anchor")
//! only waits and is the keeper's child, so that the group's number stays its own. At the end the keeper kills the group
//! and removes the folder. If it is killed itself, the next run does the rest.

mod leavings;
mod privilege_separation;

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use ::supervisor::{remove, this_program};
use clap::Args;
use harness::Failure;
use rustix::process::{Pid, Signal, kill_process_group};

use self::leavings::{RUNS, end_group, make_folder, remove_what_others_left};
use privilege_separation::Held;

/// The keeper's command line.
#[derive(Debug, Args)]
pub(crate) struct KeeperOptions {
    /// The run's folder
    folder: PathBuf,
}

/// The process group that everything of a run is started in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group(Pid);

impl Group {
    /// Lets a program be born into the group: not even a SIGKILL between its start and some later step leaves it alone.
    /// Ctrl-C, which goes to the terminal's group, does not reach it.
    pub(crate) fn receive(self, command: &mut Command) -> &mut Command {
        command.process_group(self.0.as_raw_pid())
    }
}

/// Keeps the programs of a run, and a temporary folder of its own, until dropped.
pub(crate) struct Keeper {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    group: Group,
    folder: PathBuf,
}

impl Keeper {
    /// With a fresh folder that only this user may enter. What killed runs left is removed first.
    pub(crate) fn start() -> Result<Self, Failure> {
        remove_what_others_left();
        let folder = make_folder()?;
        Self::over(folder.clone()).inspect_err(|_| _ = fs::remove_dir_all(folder))
    }

    fn over(folder: PathBuf) -> Result<Self, Failure> {
        let failed = |why: String| Failure::Failed(format!("cannot start the keeper: {why}"));
        let mut process = Command::new(this_program()?)
            .arg("keeper")
            .arg(&folder)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let requests = process.stdin.take();
        let mut answers = BufReader::new(process.stdout.take().expect("it is piped"));
        let group = line(&mut answers).and_then(|line| line.parse().ok()).and_then(Pid::from_raw);
        let group = Group(group.ok_or_else(|| failed("it does not answer".to_owned()))?);
        Ok(Self { process, requests, answers, group, folder })
    }

    /// This run's own folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where its programs belong.
    pub(crate) fn group(&self) -> Group {
        self.group
    }

    /// Makes the folder that sshd, run by root, shuts its network child into, where it is missing, and keeps it until the
    /// last run that needs it ends.
    pub(crate) fn hold_privilege_separation(&mut self, folder: &Path) -> Result<(), Failure> {
        let advice = || {
            format!(
                "sshd needs the folder {0}: make it (`mkdir -p {0}` as root) or start the system's sshd once",
                folder.display()
            )
        };
        let requests = self.requests.as_mut().expect("it is there until dropped");
        let asked = writeln!(requests, "{}", folder.display());
        match asked.ok().and_then(|()| line(&mut self.answers)) {
            Some(answer) if answer == HELD => Ok(()),
            answer => Err(Failure::Failed(format!(
                "{} ({})",
                advice(),
                answer.unwrap_or_else(|| "the keeper is gone".to_owned())
            ))),
        }
    }
}

/// What the keeper answers when the folder is there.
const HELD: &str = "held";

fn line(from: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    (from.read_line(&mut line).ok()? > 0).then(|| line.trim_end().to_owned())
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.requests.take());
        let _ = self.process.wait();
    }
}

/// What the hidden command `keeper` does: it waits until its standard input ends, and clears up.
pub(crate) fn keep(options: &KeeperOptions) -> Result<(), Failure> {
    let folder = &options.folder;
    if !RUNS.made(folder) {
        return Err(Failure::Usage(format!("{}: no run of this experiment made this folder", folder.display())));
    }
    let failed = |error: io::Error| Failure::Failed(format!("keeper: {error}"));
    // Its own group, of which it is the leader; its standard input ends with this process.
    let mut anchor = Command::new(env::current_exe().map_err(failed)?)
        .arg("anchor")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let group = Pid::from_child(&anchor);
    let mut answers = io::stdout();
    let mut answer = |text: &str| writeln!(answers, "{text}").and_then(|()| answers.flush());
    let mut held: Vec<Held> = Vec::new();
    // A failing answer means that nobody is there any more, as the end of the requests does.
    let mut listening = answer(&group.to_string()).is_ok();
    let mut requests = io::stdin().lines();
    while listening && let Some(Ok(request)) = requests.next() {
        let outcome = Held::hold(Path::new(&request)).map(|more| held.extend(more));
        listening = answer(&outcome.map_or_else(|error| error.to_string(), |()| HELD.to_owned())).is_ok();
    }
    end_group(group, || kill_process_group(group, Signal::KILL).is_ok());
    let _ = anchor.wait();
    remove(folder);
    drop(held);
    Ok(())
}

/// What the hidden command `anchor` does: it waits until its standard input ends.
pub(crate) fn be_anchor() {
    let _ = io::stdin().read_to_end(&mut Vec::new());
}
