//! Starts programs, and ends them and removes their folder whatever becomes of the run.
//!
//! The supervisor starts them: so everything that is started is its child, and what a started program starts in its turn
//! becomes its child at the latest when it is orphaned (it is a "subreaper"). When the experiment ends, it ends its children
//! until there are none. If it is killed itself, the system ends what it started (but not what that started), and the next
//! run does the rest.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use supervisor::{Runs, Supervisor, SupervisorOptions, is_running, log_of, remove, start_programs, works_in};

use super::Check;

/// Whose the folders are.
const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));

/// The temporary folder and the programs of a run, until dropped.
pub(super) struct Supervised {
    supervisor: Supervisor,
    folder: PathBuf,
}

/// A program that was started.
#[derive(Debug, Clone)]
pub(super) struct Program {
    name: String,
    id: u32,
    log: PathBuf,
}

impl Supervised {
    /// With a fresh folder that only this user may enter. What killed runs left is removed first.
    pub(super) fn start() -> Result<Self, Failure> {
        // All that a run starts works there.
        RUNS.remove_left(works_in, remove);
        let folder = RUNS.make_folder(|_| Ok(()))?;
        Ok(Self { supervisor: Supervisor::over(&folder, &[])?, folder })
    }

    /// This run's own folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts a program in the run's folder. What it writes goes to `NAME.log` there.
    pub(super) fn start_program(&mut self, name: &str, words: &[String]) -> Result<Program, Failure> {
        let failed = |why: &str| Failure::Failed(format!("cannot start {name}: {why}"));
        let started = self.supervisor.start_program(name, words, &[]);
        let id = started.map_err(|gone| failed(&gone.to_string()))?.map_err(|why| failed(&why))?;
        Ok(Program { name: name.to_owned(), id, log: log_of(&self.folder, name) })
    }
}

impl Program {
    /// The number of its process.
    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// Tries until it succeeds: as long as the program runs, no longer than `timeout`, and until the run is to end.
    pub(super) fn wait_for(
        &self,
        timeout: Duration,
        check: Check,
        attempt: impl Fn() -> Result<(), String>,
    ) -> Result<(), Failure> {
        let started = Instant::now();
        while let Err(why) = attempt() {
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
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// What it wrote last, behind a colon; without the run's folder, which is nobody's business.
    fn last_words(&self) -> String {
        let log = String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned();
        let folder = self.log.parent().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
        let last = log.lines().rev().find(|line| !line.trim().is_empty());
        last.map(|line| format!(": {}", line.trim().replace(&folder, ""))).unwrap_or_default()
    }
}

/// What the hidden command `supervisor` does: it starts what it is asked for, until its standard input ends.
pub(super) fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(|folder| RUNS.made(folder))?;
    start_programs(folder, |command| {
        // What programs keep for their user they keep in the run's folder.
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            command.env(name, folder);
        }
        // The user's own settings are no part of the experiment.
        for name in ["NGINX", "HAPROXY_LOCALPEER", "CADDY_ADMIN", "GOMAXPROCS", "GODEBUG", "GOGC", "GOMEMLIMIT"] {
            command.env_remove(name);
        }
    })?;
    remove(folder);
    Ok(())
}
