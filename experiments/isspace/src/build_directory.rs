//! A temporary folder of this run's own, in which programs are made and run, and which goes however the run ends.
//!
//! A supervisor, a process of this very program, removes it (`supervise`); where that was killed with the run, the next run
//! does. That a folder is in use is told by a lock, on a Mac as well, which has no `/proc`.

mod supervise;

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use harness::Failure;
use supervisor::{Supervisor, folders_in, is_this_users_folder, remove};
use tempfile::TempDir;

pub(crate) use supervise::supervise;

/// How the folders' names begin.
const PREFIX: &str = concat!(env!("CARGO_PKG_NAME"), "-run-");
/// The run holds a lock on this file of its folder as long as it lives.
const LOCK: &str = "lock";

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
        let failed = |error: io::Error| Failure::Failed(format!("cannot make a temporary folder: {error}"));
        let only_ours = fs::Permissions::from_mode(0o700);
        let folder = tempfile::Builder::new().prefix(PREFIX).permissions(only_ours).tempdir().map_err(failed)?;
        let lock = lock(folder.path()).map_err(failed)?;
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
        fs::write(&path, text).map_err(|error| Failure::Failed(format!("cannot write {}: {error}", path.display())))?;
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

/// The lock gets its name only when it is held, so that nobody takes a folder that is being made for one that was left.
fn lock(folder: &Path) -> io::Result<File> {
    let unnamed = folder.join("new");
    let file = File::create_new(&unnamed)?;
    file.lock()?;
    fs::rename(unnamed, folder.join(LOCK))?;
    Ok(file)
}

/// Whether it is a folder that a run made, this user's.
pub(crate) fn is_a_runs(folder: &Path) -> bool {
    let is_named_so = folder.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with(PREFIX));
    is_named_so && is_this_users_folder(folder)
}

/// Removes the folders of runs that were killed with their supervisors: nobody holds their locks.
fn remove_what_others_left(folders: &Path) {
    for folder in folders_in(folders).filter(|folder| is_a_runs(folder)) {
        let lock = folder.join(LOCK);
        if !fs::symlink_metadata(&lock).is_ok_and(|metadata| metadata.is_file()) {
            continue;
        }
        let is_held = File::open(lock).map(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
        if matches!(is_held, Ok(false)) {
            remove(&folder);
        }
    }
}

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

    #[test]
    fn what_killed_runs_left_goes_and_nothing_else() {
        let folders = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let folder = folders.path().join(name);
            fs::create_dir(&folder).unwrap();
            folder
        };
        let left = make("isspace-run-left");
        drop(lock(&left).unwrap());
        let held = make("isspace-run-held");
        let _lock = lock(&held).unwrap();
        // One that is being made has no lock yet.
        let new = make("isspace-run-new");
        let foreign = make("isspace-like");
        fs::write(foreign.join(LOCK), "").unwrap();
        let elsewhere = make("elsewhere");
        fs::write(elsewhere.join(LOCK), "").unwrap();
        symlink(&elsewhere, folders.path().join("isspace-run-link")).unwrap();
        remove_what_others_left(folders.path());
        assert!(!left.exists());
        assert!([held, new, foreign, elsewhere].iter().all(|folder| folder.exists()));
    }
}
