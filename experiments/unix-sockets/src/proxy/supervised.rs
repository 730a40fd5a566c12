//! Starts programs, and ends them and removes their folder whatever becomes of the run.
//!
//! The supervisor starts them: so everything that is started is its child, and what a started program starts in its turn
//! becomes its child at the latest when it is orphaned (it is a "subreaper"). When the experiment ends, it ends its children
//! until there are none. If it is killed itself, the system ends what it started (but not what that started), and the next
//! run does the rest.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use harness::Failure;
use supervisor::{Supervisor, SupervisorOptions, is_running, log_of, output_within, start_programs};

use super::folder::{RUNS, make_folder, remove, remove_what_others_left};

/// Whether the run is to end.
pub(super) type Check<'a> = &'a dyn Fn() -> Result<(), Failure>;

/// The temporary folder and the programs of a run, until dropped.
pub(crate) struct Supervised {
    supervisor: Supervisor,
    folder: PathBuf,
}

/// A program that was started.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    name: String,
    id: u32,
    log: PathBuf,
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
        let failed = |why: &str| Failure::Failed(format!("cannot start {name}: {why}"));
        let started = self.supervisor.start_program(name, words, environment);
        let id = started.map_err(|gone| failed(&gone.to_string()))?.map_err(|why| failed(&why))?;
        Ok(Program { name: name.to_owned(), id, log: log_of(&self.folder, name) })
    }
}

impl Program {
    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Tries until it succeeds: as long as the program runs, no longer than `timeout`, and until the run is to end.
    pub(crate) fn wait_for<T>(
        &self,
        timeout: Duration,
        check: Check,
        attempt: impl Fn() -> Result<T, String>,
    ) -> Result<T, Failure> {
        let started = Instant::now();
        loop {
            let why = match attempt() {
                Ok(value) => return Ok(value),
                Err(why) => why,
            };
            check()?;
            let name = &self.name;
            if !is_running(self.id) {
                return Err(Failure::Failed(format!("{name} ended at once{}", self.last_words())));
            }
            if started.elapsed() > timeout {
                let waited = timeout.as_secs();
                return Err(Failure::Failed(format!(
                    "{name} is not ready after {waited} s: {why}{}",
                    self.last_words()
                )));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// What it wrote last, behind a colon.
    fn last_words(&self) -> String {
        let log = fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        log.lines()
            .rev()
            .find(|line| !line.trim().is_empty())
            .map(|line| format!(": {}", line.trim()))
            .unwrap_or_default()
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
    let failed = |why: String| Failure::Failed(format!("{name}: {why}"));
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
