//! The folder that sshd, run by root, shuts the process into that speaks with the network before anybody is
//! authenticated. Where no sshd has been started as a service since the system's start, it is missing, and sshd refuses.
//!
//! A run makes it then, and the last run that needs it removes it. A file in it says that it is a run's; whoever needs the
//! folder holds a lock on that file, which ends with its holder, however that ends. Folder and file come and go together:
//! who makes, removes or looks at them locks the folder above meanwhile.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;

use harness::own_files::{remove_empty, remove_known};

/// The file that says so.
const MARK: &str = ".made-by-ssh-authentication";
/// The file in a run's folder that names the folder that the run holds.
const NOTE: &str = "privilege-separation";
/// Folders for what exists while the system runs: nothing is made elsewhere.
const PLACES: [&str; 2] = ["/run", "/var/run"];

fn is_fit(folder: &Path) -> bool {
    PLACES.iter().any(|place| folder.parent() == Some(Path::new(place)))
}

/// A folder that is kept while this lives, and until [`give_back`].
#[derive(Debug)]
pub(crate) struct Held {
    /// With the lock.
    _mark: File,
}

impl Held {
    /// Makes the folder if it is missing, and keeps it if a run made it. Nothing to keep where it is somebody else's. It is noted in
    /// the run's own folder.
    pub(crate) fn hold(folder: &Path, run: &Path) -> Result<Option<Self>> {
        if !is_fit(folder) {
            return Err(Error::new(ErrorKind::InvalidInput, "it lies elsewhere than what lasts until the next start"));
        }
        fs::write(run.join(NOTE), folder.as_os_str().as_encoded_bytes())?;
        Self::hold_anywhere(folder)
    }

    fn hold_anywhere(folder: &Path) -> Result<Option<Self>> {
        let _above = lock_above(folder)?;
        let path = folder.join(MARK);
        match DirBuilder::new().mode(0o755).create(folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Err(_) if !path.exists() => return Ok(None),
            _ => {}
        }
        let mark = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
        // Nobody has it alone while the folder above is locked by us.
        mark.lock_shared()?;
        Ok(Some(Self { _mark: mark }))
    }
}

/// Removes what a run has held that has ended, if no other run needs it.
pub(crate) fn give_back(run: &Path) {
    let noted = fs::read_to_string(run.join(NOTE)).unwrap_or_default();
    if is_fit(Path::new(&noted)) {
        // Somebody else's has no mark.
        let _ = remove_unless_held(Path::new(&noted));
    }
}

fn remove_unless_held(folder: &Path) -> Result<()> {
    let _above = lock_above(folder)?;
    let path = folder.join(MARK);
    let mark = File::open(&path)?;
    // The lock is had alone once nobody needs the folder.
    mark.try_lock()?;
    let is_locked =
        |there: &Metadata| mark.metadata().is_ok_and(|mark| (mark.dev(), mark.ino()) == (there.dev(), there.ino()));
    remove_known(&path, is_locked)?;
    // Not where somebody has put something into it.
    remove_empty(folder)
}

/// Keeps other runs from making, removing and looking at the folder until the result is dropped.
fn lock_above(folder: &Path) -> Result<File> {
    let above = File::open(folder.parent().ok_or(ErrorKind::InvalidInput)?)?;
    above.lock()?;
    Ok(above)
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn the_last_who_needs_it_removes_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("sshd");
        let first = Held::hold_anywhere(&folder).unwrap().expect("it was missing");
        let second = Held::hold_anywhere(&folder).unwrap().expect("a run made it");
        drop(first);
        remove_unless_held(&folder).unwrap_err();
        assert!(folder.join(MARK).exists());
        drop(second);
        remove_unless_held(&folder).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn runs_that_come_and_go_at_once_have_it_as_long_as_they_need_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("sshd");
        let kept = AtomicU32::new(0);
        let together = Barrier::new(3);
        let come_and_go = || {
            for _ in 0..3_000 {
                together.wait();
                // Never taken for somebody else's.
                let held = Held::hold_anywhere(&folder).ok().flatten();
                let was_there = held.is_some() && folder.exists();
                drop(held);
                let _ = remove_unless_held(&folder);
                kept.fetch_add(u32::from(was_there), Ordering::Relaxed);
            }
        };
        thread::scope(|scope| (0..3).for_each(|_| _ = scope.spawn(come_and_go)));
        assert_eq!(kept.into_inner(), 9_000);
        assert!(!folder.exists());
    }

    #[test]
    fn what_a_killed_run_left_is_taken_over() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("sshd");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(MARK), "").unwrap();
        drop(Held::hold_anywhere(&folder).unwrap().expect("a run made it"));
        remove_unless_held(&folder).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn somebody_else_s_stays() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("sshd");
        fs::create_dir(&folder).unwrap();
        assert!(Held::hold_anywhere(&folder).unwrap().is_none());
        remove_unless_held(&folder).unwrap_err();
        assert!(folder.exists());
    }

    #[test]
    fn nothing_is_made_where_it_would_stay() {
        let place = tempfile::tempdir().unwrap();
        assert!(Held::hold(&place.path().join("sshd"), place.path()).is_err());
        assert!(!place.path().join("sshd").exists());
    }
}
