//! Folders: whose they are, and how they are removed.

use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use harness::{note, own_files};
use rustix::process::geteuid;

use crate::persist;

/// True for a folder, and no link to one, that belongs to this user.
fn is_this_users_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir() && metadata.uid() == geteuid().as_raw())
}

/// This user's folders in a folder; none where that cannot be read.
pub(crate) fn folders_in(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_this_users_folder(path))
}

/// Removes a folder of a run whose processes have been ended, with all that is in it: again where a process writes there meanwhile.
pub fn remove(folder: &Path) {
    persist(|| match own_files::remove(folder) {
        // The folder is not ours, and never will be.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            note(format_args!("{error}"));
            true
        }
        removed => removed.is_ok(),
    });
}

/// Cargo puts it into the folder of its output.
const CACHE_MARK: &str = "CACHEDIR.TAG";

/// The folder of cargo's output, which `cargo clean` removes; `None` where this program lies elsewhere.
pub fn cargos_output() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    program.ancestors().skip(1).find(|folder| folder.join(CACHE_MARK).is_file()).map(Path::to_owned)
}

/// The folder for files that take long to make or to fetch, which the next run of an experiment uses again: one of its name among
/// [`cargos_output`]; where there is none, one in the run's own `folder`.
pub fn cache_folder(experiment: &str, folder: &Path) -> PathBuf {
    cargos_output().as_deref().unwrap_or(folder).join(experiment)
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
        let kept = cache_folder("some-experiment", folder.path());
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
