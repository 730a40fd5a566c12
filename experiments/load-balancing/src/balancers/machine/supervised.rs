//! Starts programs, and ends them and removes their folder whatever becomes of the run.
//!
//! The supervisor starts them: so everything that is started is its child, and what a started program starts in its turn
//! becomes its child at the latest when it is orphaned (it is a "subreaper"). When the experiment ends, it ends its children
//! until there are none. If it is killed itself, the system ends what it started (but not what that started), and the next
//! run does the rest.

use std::path::{Path, PathBuf};

use harness::Failure;
use supervisor::{Program, Runs, Supervisor, SupervisorOptions, remove, start_programs, works_in};

/// Whose the folders are.
const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));

/// The temporary folder and the programs of a run, until dropped.
pub(super) struct Supervised {
    supervisor: Supervisor,
    folder: PathBuf,
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
        Program::start(&mut self.supervisor, &self.folder, name, words, &[])
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
