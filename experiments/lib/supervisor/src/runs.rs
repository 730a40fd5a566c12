//! The runs of an experiment, by the names of what they make.

use std::env;
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use harness::{Failure, own_files};

use crate::folders::folders_in;
use crate::names::{Maker, prefix_of_this_process};
use crate::{end_what_works_for, remove};

/// The runs of an experiment, whose folders lie in the system's temporary one; and how they end beyond what all have in common.
#[derive(Debug, Clone, Copy)]
pub struct Runs {
    experiment: &'static str,
    fits: fn(&Path) -> Result<(), &'static str>,
    ask_to_end: fn(&Path),
    clear: fn(&Path),
}

impl Runs {
    /// The runs of the experiment of this name.
    pub const fn new(experiment: &'static str) -> Self {
        Self { experiment, fits: |_| Ok(()), ask_to_end: |_| (), clear: |_| () }
    }

    /// Adds a test of folders: `fits` says why a run cannot use one.
    pub const fn fitting(self, fits: fn(&Path) -> Result<(), &'static str>) -> Self {
        Self { fits, ..self }
    }

    /// Adds a request to programs that have something to give back: they end before whatever works for a run's folder is killed.
    pub const fn asked_to_end(self, ask_to_end: fn(&Path)) -> Self {
        Self { ask_to_end, ..self }
    }

    /// Adds the removal of files outside a run's folder, after all that works for the run has ended and before the folder goes.
    pub const fn cleared(self, clear: fn(&Path)) -> Self {
        Self { clear, ..self }
    }

    /// The experiment's name.
    pub(crate) fn experiment(self) -> &'static str {
        self.experiment
    }

    /// Makes a fresh folder that only this user may enter.
    ///
    /// # Errors
    /// The folder cannot be made, or does not fit.
    pub fn make_folder(self) -> Result<PathBuf, Failure> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("{}{}", prefix_of_this_process(self.experiment)?, MADE.fetch_add(1, Ordering::Relaxed));
        let folder = env::temp_dir().join(name);
        let fits = (self.fits)(&folder).map_err(str::to_owned);
        let made = fits.and_then(|()| create(&folder).map_err(|error| error.to_string()));
        let failed = |why| Failure::Unexpected(format!("cannot make a temporary folder: {}: {why}", folder.display()));
        made.map_err(failed)?;
        Ok(folder)
    }

    /// Asks the programs of the run of a folder to end, where they have something to give back.
    pub(crate) fn ask_to_end(self, folder: &Path) {
        (self.ask_to_end)(folder);
    }

    /// Ends whatever works for the run of a folder, and removes what it had and the folder.
    pub fn end_and_remove(self, folder: &Path) {
        self.ask_to_end(folder);
        end_what_works_for(folder);
        (self.clear)(folder);
        remove(folder);
    }

    /// Ends and removes the same for all runs that are no more.
    pub fn clear_abandoned(self) {
        self.abandoned_folders().for_each(|folder| self.end_and_remove(&folder));
    }

    /// True if a run of this user made this folder; [`own_files::remove`] may then remove it.
    pub(crate) fn made(self, folder: &Path) -> bool {
        own_files::claim_run(folder, |name| Maker::from_name(self.experiment, name).is_some()).is_ok()
    }

    /// The run that made the file of this path, by its name; `None` if no run did.
    fn maker_of(self, path: &Path) -> Option<Maker> {
        Maker::from_name(self.experiment, path.file_name()?.to_str()?)
    }

    /// True if the file of this path is named after a run that is no more.
    pub fn is_abandoned(self, path: &Path) -> bool {
        self.maker_of(path).is_some_and(|maker| !maker.is_alive())
    }

    /// The folders of runs that are no more.
    fn abandoned_folders(self) -> impl Iterator<Item = PathBuf> {
        folders_in(&env::temp_dir()).filter(move |folder| self.is_abandoned(folder) && self.made(folder))
    }
}

/// Makes a folder that only this user may enter.
fn create(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(folder)?;
    own_files::claim(folder)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, symlink};
    use std::process;

    use super::*;

    const RUNS: Runs = Runs::new("supervisor");

    #[test]
    fn only_folders_of_runs_are_a_runs() {
        let made = RUNS.make_folder().unwrap();
        assert!(RUNS.made(&made));
        assert_eq!(fs::metadata(&made).unwrap().mode() & 0o777, 0o700);
        remove(&made);
        assert!(!made.exists() && !RUNS.made(&made));
        let id = process::id();
        let made = |name: &str, make: fn(&Path) -> io::Result<()>| {
            let path = env::temp_dir().join(format!("{name}{id}"));
            make(&path).unwrap();
            let is_a_runs = RUNS.made(&path);
            own_files::remove_empty(&path).or_else(|_| own_files::remove_known(&path, |_| true)).unwrap();
            is_a_runs
        };
        assert!(made("supervisor-1-2-", |path| fs::create_dir(path)));
        for name in ["supervisor-1-", "supervisor-x-1-0-", "other-1-2-"] {
            assert!(!made(name, |path| fs::create_dir(path)), "{name}");
        }
        assert!(!made("supervisor-1-2-file", |path| fs::write(path, "")));
        assert!(!made("supervisor-1-2-link", |path| symlink("/", path)));
        let elsewhere = tempfile::tempdir().unwrap();
        let path = elsewhere.path().join("supervisor-1-2-0");
        fs::create_dir(&path).unwrap();
        assert!(!RUNS.made(&path), "it lies elsewhere");
    }

    #[test]
    fn a_folder_that_does_not_fit_is_not_made_and_it_is_said_why() {
        let said = RUNS.fitting(|_| Err("not there")).make_folder().unwrap_err().to_string();
        let folder =
            said.strip_prefix("cannot make a temporary folder: ").and_then(|it| it.strip_suffix(": not there"));
        assert!(!Path::new(folder.unwrap()).exists());
    }

    #[test]
    fn what_a_killed_run_left_is_found_and_nothing_else() {
        // No process has a number as large as this (`PID_MAX_LIMIT`).
        let left = env::temp_dir().join("supervisor-4194305-77-0");
        let foreign = tempfile::Builder::new().prefix("supervisor-like").tempdir().unwrap();
        let file = env::temp_dir().join("supervisor-4194305-77-1");
        fs::create_dir_all(left.join("deeper")).unwrap();
        fs::write(&file, "").unwrap();
        own_files::claim(&file).unwrap();
        let own = RUNS.make_folder().unwrap();
        assert!(RUNS.is_abandoned(&left) && !RUNS.is_abandoned(&own) && !RUNS.is_abandoned(foreign.path()));
        let found: Vec<_> = RUNS.abandoned_folders().collect();
        assert!(found.contains(&left));
        assert!([own.as_path(), &file, foreign.path()].iter().all(|&path| !found.iter().any(|it| it == path)));
        remove(&left);
        assert!(!RUNS.abandoned_folders().any(|folder| folder == left));
        remove(&own);
        own_files::remove(&file).unwrap();
    }
}
