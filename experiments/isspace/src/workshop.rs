//! A temporary folder of this run's own, in which programs are made and run, and which goes however the run ends.
//!
//! After success, failure and Ctrl-C it is removed when the workshop is dropped; a keeper, a process of this very program,
//! removes it when the run is killed (`keeper`); and where both were killed, the next run does.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use harness::Failure;
use supervisor::{folders_in, is_this_users_folder, remove};

/// How the folders' names begin.
const PREFIX: &str = concat!(env!("CARGO_PKG_NAME"), "-run-");
/// The run holds a lock on this file of its folder as long as it lives.
const LOCK: &str = "lock";

/// The folder, and the keeper that watches over it.
pub(crate) struct Workshop {
    folder: PathBuf,
    keeper: Mutex<Child>,
    _lock: File,
}

impl Workshop {
    /// Makes a folder that only this user may enter. What killed runs left is removed first.
    pub(crate) fn open() -> Result<Self, Failure> {
        remove_what_others_left(&env::temp_dir());
        let failed = |error: io::Error| Failure::Failed(format!("cannot make a temporary folder: {error}"));
        let only_ours = fs::Permissions::from_mode(0o700);
        let folder = tempfile::Builder::new().prefix(PREFIX).permissions(only_ours).tempdir().map_err(failed)?;
        let lock = lock(folder.path()).map_err(failed)?;
        let keeper = keeper_of(folder.path())
            .map_err(failed)?
            // A group of its own: Ctrl-C is sent to the whole group of the terminal's program.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| Failure::Failed(format!("cannot start the keeper of the temporary folder: {error}")))?;
        Ok(Self { folder: folder.keep(), keeper: Mutex::new(keeper), _lock: lock })
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a file of the folder.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        fs::write(&path, text).map_err(|error| Failure::Failed(format!("cannot write {}: {error}", path.display())))?;
        Ok(path)
    }

    /// Tells the keeper of a group of processes that it is to end if we cannot, or (with `-`) that has ended.
    pub(crate) fn tell(&self, sign: char, group: u32) {
        let mut keeper = self.keeper.lock().expect("no thread fails while it tells");
        // A keeper that is gone cannot be told, and then the next run removes the folder.
        let _ = keeper.stdin.as_mut().map(|stdin| writeln!(stdin, "{sign}{group}"));
    }
}

/// This program, as keeper of the folder.
#[cfg(not(test))]
fn keeper_of(folder: &Path) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("keeper").arg(folder);
    Ok(command)
}

/// The program of these tests has no such command; something that reads what it is told does, as long as no run is killed.
#[cfg(test)]
fn keeper_of(_: &Path) -> io::Result<Command> {
    Ok(Command::new("cat"))
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let keeper = self.keeper.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        drop(keeper.stdin.take());
        // The keeper removes the folder now.
        let _ = keeper.wait();
        remove(&self.folder);
    }
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

/// Removes the folders of runs that were killed with their keepers: nobody holds their locks.
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
    fn the_folder_is_ours_alone_and_goes_with_the_workshop() {
        let workshop = Workshop::open().unwrap();
        let folder = workshop.folder().to_owned();
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        workshop.write("some.file", "text").unwrap();
        drop(workshop);
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
