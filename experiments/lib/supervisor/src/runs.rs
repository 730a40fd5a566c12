//! The runs of an experiment, by the names of what they make.

use std::env;
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use harness::{Failure, own_files};

use crate::{Maker, folders_in, kill, prefix_of_this_process, processes};

/// The runs of an experiment, whose folders lie in the system's temporary one.
#[derive(Debug, Clone, Copy)]
pub struct Runs(&'static str);

impl Runs {
    /// Those of the experiment of this name.
    pub const fn of(experiment: &'static str) -> Self {
        Self(experiment)
    }

    /// Makes a fresh folder that only this user may enter; `check` says why it cannot lie there, if so.
    ///
    /// # Errors
    /// It cannot lie there, or cannot be made.
    pub fn make_folder(self, check: impl FnOnce(&Path) -> Result<(), &'static str>) -> Result<PathBuf, Failure> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("{}{}", prefix_of_this_process(self.0)?, MADE.fetch_add(1, Ordering::Relaxed));
        let folder = env::temp_dir().join(name);
        let made =
            check(&folder).map_err(str::to_owned).and_then(|()| create(&folder).map_err(|error| error.to_string()));
        let failed = |why| Failure::Unexpected(format!("cannot make a temporary folder: {}: {why}", folder.display()));
        made.map_err(failed)?;
        Ok(folder)
    }

    /// Whether a run made this folder, of this user's. Then [`own_files::remove`] knows it.
    pub fn made(self, folder: &Path) -> bool {
        own_files::claim_run(folder, |name| Maker::of(self.0, name).is_some()).is_ok()
    }

    /// The run that made what has this path, if one did, by its name.
    pub fn maker_of(self, path: &Path) -> Option<Maker> {
        Maker::of(self.0, path.file_name()?.to_str()?)
    }

    /// Whether what has this path is named after a run that is no more.
    pub fn left(self, path: &Path) -> bool {
        self.maker_of(path).is_some_and(|maker| !maker.is_alive())
    }

    /// Removes the folders of runs that are no more, and before each kills whatever process still works for it.
    pub fn remove_left(self, works_for: impl Fn(u32, &Path) -> bool, remove: impl Fn(&Path)) {
        for folder in self.left_folders() {
            for process in processes().filter(|process| works_for(process.id, &folder)) {
                kill(process.id);
            }
            remove(&folder);
        }
    }

    /// The folders of runs that are no more.
    pub fn left_folders(self) -> impl Iterator<Item = PathBuf> {
        folders_in(&env::temp_dir()).filter(move |folder| self.left(folder) && self.made(folder))
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
    use crate::remove;

    const RUNS: Runs = Runs::of("supervisor");

    #[test]
    fn only_folders_of_runs_are_a_runs() {
        let made = RUNS.make_folder(|_| Ok(())).unwrap();
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
    fn a_folder_that_cannot_lie_there_is_not_made_and_it_is_said_why() {
        let mut asked = None;
        let refused = RUNS.make_folder(|folder| {
            asked = Some(folder.to_owned());
            Err("not there")
        });
        let asked = asked.unwrap();
        let said = refused.unwrap_err().to_string();
        assert!(said.ends_with(&format!("{}: not there", asked.display())), "{said}");
        assert!(!asked.exists());
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
        let own = RUNS.make_folder(|_| Ok(())).unwrap();
        assert!(RUNS.left(&left) && !RUNS.left(&own) && !RUNS.left(foreign.path()));
        let found: Vec<_> = RUNS.left_folders().collect();
        assert!(found.contains(&left));
        assert!([own.as_path(), &file, foreign.path()].iter().all(|&path| !found.iter().any(|it| it == path)));
        remove(&left);
        assert!(!RUNS.left_folders().any(|folder| folder == left));
        remove(&own);
        own_files::remove(&file).unwrap();
    }
}
