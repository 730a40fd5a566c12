//! Folders: whose they are, and how they are removed.

use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use harness::{note, own_files};
use rustix::process::geteuid;

use crate::persist;

/// Whether it is a folder, and no link to one, that belongs to this user.
pub fn is_this_users_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir() && metadata.uid() == geteuid().as_raw())
}

/// This user's folders in a folder; none where that cannot be read.
pub fn folders_in(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_this_users_folder(path))
}

/// Removes a folder of a run whose processes have been ended, with all that is in it: again where a process writes there meanwhile.
pub fn remove(folder: &Path) {
    persist(|| match own_files::remove(folder) {
        // It is none of ours, and never will be.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            note(format_args!("{error}"));
            true
        }
        removed => removed.is_ok(),
    });
}

/// Cargo puts it into the folder of its output.
const CACHE_MARK: &str = "CACHEDIR.TAG";

/// Where an experiment keeps files that take long to make or to fetch, for its next run: in a folder of its name among
/// cargo's output, so that `cargo clean` removes them; where this program lies elsewhere, in the run's own `folder`.
pub fn kept(experiment: &str, folder: &Path) -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let target = program.ancestors().skip(1).find(|folder| folder.join(CACHE_MARK).is_file());
    target.unwrap_or(folder).join(experiment)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn files_and_links_are_no_folders() {
        let folder = tempfile::tempdir().unwrap();
        let [inner, file, link] = ["inner", "file", "link"].map(|name| folder.path().join(name));
        fs::create_dir(&inner).unwrap();
        fs::write(&file, "").unwrap();
        symlink(&inner, &link).unwrap();
        assert!(!is_this_users_folder(&file) && !is_this_users_folder(&link));
        assert!(folders_in(folder.path()).eq([inner]));
        assert_eq!(folders_in(&file).count(), 0);
    }

    #[test]
    fn what_is_kept_lies_among_cargos_output() {
        let folder = tempfile::tempdir().unwrap();
        let kept = kept("some-experiment", folder.path());
        assert!(kept.ends_with("some-experiment") && kept.parent().unwrap().join(CACHE_MARK).is_file());
    }

    #[test]
    fn a_folder_goes_though_somebody_still_writes_there() {
        let folder = tempfile::tempdir().unwrap();
        own_files::claim(folder.path()).unwrap();
        let (inner, writes) = (folder.path().join("inner"), AtomicBool::new(true));
        fs::create_dir(&inner).unwrap();
        thread::scope(|scope| {
            scope.spawn(|| {
                for number in 0_u32.. {
                    if !writes.load(Ordering::Relaxed) {
                        return;
                    }
                    // Once the folder is gone, nothing can be made in it.
                    let _ = fs::write(inner.join(number.to_string()), "");
                }
            });
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(200));
                writes.store(false, Ordering::Relaxed);
            });
            remove(&inner);
        });
        assert!(!inner.exists());
    }

    #[test]
    fn a_folder_that_is_none_of_ours_stays_and_nobody_waits_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let started = Instant::now();
        remove(folder.path());
        assert!(folder.path().exists() && started.elapsed() < Duration::from_secs(1));
    }
}
