//! Ends whatever a run starts, and removes its folder, whatever becomes of the run.
//!
//! All programs of a run are born into one process group, whose leader only waits and is the supervisor's child, so that
//! the group's number stays its own. At the end the supervisor kills the group and removes the folder. If it is killed itself, the next run does the rest.

mod folder;
mod privilege_separation;

use std::env;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use harness::Failure;
use rustix::process::{Pid, Signal, kill_process_group};
use supervisor::{Supervisor, SupervisorOptions, remove};

use folder::{RUNS, end_group, make_folder, remove_what_others_left};
use privilege_separation::Held;

/// The process group that everything of a run is started in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group(Pid);

impl Group {
    /// That of the tests themselves.
    #[cfg(test)]
    pub(crate) fn of_tests() -> Self {
        Self(rustix::process::getpgrp())
    }

    /// Lets a program be born into the group: not even a SIGKILL between its start and some later step leaves it alone.
    /// Ctrl-C, which goes to the terminal's group, does not reach it.
    pub(crate) fn receive(self, command: &mut Command) -> &mut Command {
        command.process_group(self.0.as_raw_pid())
    }
}

/// The temporary folder and the process group of a run, until dropped.
pub(crate) struct Supervised {
    supervisor: Supervisor,
    group: Group,
    folder: PathBuf,
}

impl Supervised {
    /// With a fresh folder that only this user may enter. What killed runs left is removed first.
    pub(crate) fn start() -> Result<Self, Failure> {
        remove_what_others_left();
        let folder = make_folder()?;
        let mut supervisor = Supervisor::over(&folder, &[])?;
        let group = supervisor.answer().inspect_err(|_| remove(&folder))?.parse().ok().and_then(Pid::from_raw);
        let group = group.ok_or_else(|| Failure::program("the supervisor", "it names no process group"))?;
        Ok(Self { supervisor, group: Group(group), folder })
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
        let shown = folder.display().to_string();
        let answer = self.supervisor.tell(&shown).and_then(|()| self.supervisor.answer());
        let why = match answer {
            Ok(answer) if answer == HELD => return Ok(()),
            Ok(answer) => answer,
            Err(gone) => gone.to_string(),
        };
        Err(Failure::Missing {
            what: format!("sshd lacks the folder {shown} ({why})"),
            needs: format!("`mkdir -p {shown}` as root, or that the system's sshd was started once"),
        })
    }
}

/// What the supervisor answers when the folder is there.
const HELD: &str = "held";

/// What the hidden command `supervisor` does: it waits until its standard input ends, and clears up.
pub(crate) fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(|folder| RUNS.made(folder))?;
    let failed = |error: io::Error| Failure::system("cannot start the leader of the run's programs", error);
    // Its own group, of which it is the leader; its standard input ends with this process.
    let mut leader = Command::new(env::current_exe().map_err(failed)?)
        .arg("group-leader")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let group = Pid::from_child(&leader);
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
    let _ = leader.wait();
    remove(folder);
    drop(held);
    Ok(())
}

/// What the hidden command `group-leader` does: it waits until its standard input ends.
pub(crate) fn lead_group() {
    let _ = io::stdin().read_to_end(&mut Vec::new());
}
