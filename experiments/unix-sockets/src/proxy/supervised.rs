//! Starts programs, and ends them and removes their folder whatever becomes of the run.
//!
//! The supervisor starts them: so everything that is started is its child, and what a started program starts in its turn
//! becomes its child at the latest when it is orphaned (it is a "subreaper"). When the experiment ends, it ends its children
//! until there are none. If it is killed itself, the system ends what it started (but not what that started), and the next
//! run does the rest.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use harness::Failure;
use supervisor::{Program, Supervisor, SupervisorOptions, output_within, start_programs};

use super::folder::{RUNS, make_folder, remove, remove_what_others_left};

/// Whether the run is to end.
pub(super) type Check<'a> = &'a dyn Fn() -> Result<(), Failure>;

/// The temporary folder and the programs of a run, until dropped.
pub(crate) struct Supervised {
    supervisor: Supervisor,
    folder: PathBuf,
}

impl Supervised {
    /// With a fresh folder that only this user may enter. What killed runs left is removed first.
    pub(crate) fn start() -> Result<Self, Failure> {
        remove_what_others_left();
        let folder = make_folder()?;
        Ok(Self { supervisor: Supervisor::over(&folder, &[])?, folder })
    }

    /// This run's own folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts a program in the run's folder, with these variables on top of the usual ones. What it writes goes to
    /// `NAME.log` there.
    pub(crate) fn start_program(
        &mut self,
        name: &str,
        words: &[String],
        environment: &[(&str, String)],
    ) -> Result<Program, Failure> {
        Program::start(&mut self.supervisor, &self.folder, name, words, environment)
    }
}

/// What the hidden command `supervisor` does: it starts what it is asked for, until its standard input ends.
pub(crate) fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(|folder| RUNS.made(folder))?;
    start_programs(folder, |command| {
        // The user's own settings are no part of the experiment.
        for name in ["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "GUNICORN_CMD_ARGS", "NGINX", "DOCKER_HOST"] {
            command.env_remove(name);
        }
    })?;
    remove(folder);
    Ok(())
}

/// Runs a program that has to succeed within `timeout`, and gives what it wrote.
pub(crate) fn output_of(command: &mut Command, name: &str, timeout: Duration) -> Result<String, Failure> {
    let failed = |why: String| Failure::program(name, why);
    let spawned = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = spawned.map_err(|error| failed(error.to_string()))?;
    let output = output_within(child, timeout).map_err(|error| failed(error.to_string()))?;
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(said(&output.stdout));
    }
    let words = said(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    Err(failed(if words.is_empty() { format!("it ended with {}", output.status) } else { words }))
}
