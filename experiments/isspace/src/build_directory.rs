//! A temporary folder of this run's own, in which programs are made and run, and which goes however the run ends.
//!
//! A supervisor, a process of this very program, removes it (`supervise`); where that was killed with the run, the next run
//! does, and before, where there is a `/proc`, it ends what still works there. That a folder is in use is told by a lock, on
//! a Mac as well, which has no `/proc`.

mod supervise;

use std::env;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use harness::{Failure, own_files};
// All that a run starts works in its folder.
#[cfg(target_os = "linux")]
use supervisor::end_what_works_in;
use supervisor::{Supervisor, folders_in, remove};
use tempfile::TempDir;

pub(crate) use supervise::supervise;

/// How the folders' names begin.
const PREFIX: &str = concat!(env!("CARGO_PKG_NAME"), "-run-");
/// The folder, and the supervisor that watches over it.
pub(crate) struct BuildDirectory {
    supervisor: Mutex<Supervisor>,
    /// Dropped after the supervisor has ended, and removed then where that could not.
    folder: TempDir,
    _lock: File,
}

impl BuildDirectory {
    /// Makes a folder that only this user may enter. What killed runs left is removed first.
    pub(crate) fn open() -> Result<Self, Failure> {
        remove_what_others_left(&env::temp_dir());
        let failed = |error: io::Error| Failure::system("cannot make a temporary folder", error);
        let only_ours = fs::Permissions::from_mode(0o700);
        let (folder, lock) = loop {
            let made = tempfile::Builder::new().prefix(PREFIX).permissions(only_ours.clone()).tempdir();
            let folder = made.map_err(failed)?;
            // Another run may have taken it for one that was left, before it was locked.
            if let Some(lock) = lock(folder.path()).map_err(failed)? {
                break (folder, lock);
            }
        };
        own_files::claim(folder.path()).map_err(failed)?;
        let supervisor = Supervisor::start(&mut supervisor_of(folder.path()).map_err(failed)?)?;
        Ok(Self { supervisor: Mutex::new(supervisor), folder, _lock: lock })
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file of the folder.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.folder().join(name);
        fs::write(&path, text).map_err(|error| Failure::system(format!("cannot write {}", path.display()), error))?;
        Ok(path)
    }

    /// Tells the supervisor of a group of processes that it is to end if we cannot, or (with `-`) that has ended.
    pub(crate) fn tell(&self, sign: char, group: u32) {
        let mut supervisor = self.supervisor.lock().expect("no thread fails while it tells");
        // A supervisor that is gone cannot be told, and then the next run removes the folder.
        let _ = supervisor.tell(&format!("{sign}{group}"));
    }
}

/// This program, as supervisor of the folder.
#[cfg(not(test))]
fn supervisor_of(folder: &Path) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("supervisor").arg(folder);
    Ok(command)
}

/// The program of these tests has no such command; something that reads what it is told does, as long as no run is killed.
#[cfg(test)]
fn supervisor_of(_: &Path) -> io::Result<Command> {
    Ok(Command::new("cat"))
}

/// Locks the folder itself, which the run does as long as it lives; `None` where somebody has locked or removed it meanwhile.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let is_gone = |error: io::Error| if error.kind() == io::ErrorKind::NotFound { Ok(None) } else { Err(error) };
    let lock = match File::open(folder) {
        Ok(lock) => lock,
        Err(error) => return is_gone(error),
    };
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
        Ok(()) => {}
    }
    let number = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match fs::symlink_metadata(folder) {
        Ok(there) => Ok((number(there) == number(lock.metadata()?)).then_some(lock)),
        Err(error) => is_gone(error),
    }
}

/// Whether it is a folder that a run made, this user's.
pub(crate) fn is_a_runs(folder: &Path) -> bool {
    own_files::claim_run(folder, |name| name.starts_with(PREFIX)).is_ok()
}

/// Removes the folders of runs that were killed with their supervisors: nobody has locked them.
fn remove_what_others_left(folders: &Path) {
    for folder in folders_in(folders).filter(|folder| is_a_runs(folder)) {
        if let Ok(Some(_lock)) = lock(&folder) {
            end_what_works_in(&folder);
            remove(&folder);
        }
    }
}

/// A Mac does not tell where others work.
#[cfg(not(target_os = "linux"))]
fn end_what_works_in(_: &Path) {}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn the_folder_is_ours_alone_and_goes_with_the_build_directory() {
        let directory = BuildDirectory::open().unwrap();
        let folder = directory.folder().to_owned();
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        directory.write("some.file", "text").unwrap();
        drop(directory);
        assert!(!folder.exists());
    }

    /// A folder like the system's for temporary files, in which all is ours.
    fn claimed() -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        own_files::claim(folder.path()).unwrap();
        folder
    }

    fn make(folders: &Path, name: &str) -> PathBuf {
        let folder = folders.join(name);
        fs::create_dir(&folder).unwrap();
        folder
    }

    #[test]
    fn what_killed_runs_left_goes_and_nothing_else() {
        let folders = claimed();
        let left = make(folders.path(), "isspace-run-left");
        fs::write(left.join("some.file"), "").unwrap();
        let held = make(folders.path(), "isspace-run-held");
        let _lock = lock(&held).unwrap().expect("nobody else has it");
        let foreign = make(folders.path(), "isspace-like");
        let elsewhere = make(folders.path(), "elsewhere");
        symlink(&elsewhere, folders.path().join("isspace-run-link")).unwrap();
        remove_what_others_left(folders.path());
        assert!(!left.exists());
        assert!([held, foreign, elsewhere].iter().all(|folder| folder.exists()));
    }

    #[test]
    fn a_folder_that_is_gone_or_another_by_now_is_not_locked() {
        let folders = claimed();
        let folder = make(folders.path(), "isspace-run-new");
        let opened = File::open(&folder).unwrap();
        assert!(lock(&folder).unwrap().is_some());
        own_files::remove_empty(&folder).unwrap();
        assert!(lock(&folder).unwrap().is_none());
        // Its number may be given again only when nobody has it open.
        make(folders.path(), "isspace-run-new");
        opened.try_lock().unwrap();
        assert!(lock(&folder).unwrap().is_some());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_still_works_in_a_left_folder_ends() {
        let folders = claimed();
        let [left, held] = ["isspace-run-left", "isspace-run-held"].map(|name| make(folders.path(), name));
        let _lock = lock(&held).unwrap().expect("nobody else has it");
        let sleeps = |folder: &Path| Command::new("sleep").arg("60").current_dir(folder).spawn().unwrap();
        let (mut theirs, mut ours) = (sleeps(&left), sleeps(&held));
        remove_what_others_left(folders.path());
        assert!(!theirs.wait().unwrap().success());
        assert!(!left.exists() && ours.try_wait().unwrap().is_none());
        ours.kill().unwrap();
        ours.wait().unwrap();
    }
}
