//! The run's temporary folder, and where files lie that a next run can use again.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, io, thread};

use harness::Failure;
use namespaces::{Maker, prefix_of_this_process};
use rustix::process::geteuid;

/// Whose they are.
const EXPERIMENT: &str = env!("CARGO_PKG_NAME");
/// How often removing is tried again: processes that have just been ended may still write.
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);
/// Cargo puts it into the folder of its output.
const CACHE_MARK: &str = "CACHEDIR.TAG";

/// A fresh folder below the system's temporary one, that only this user may enter.
pub(super) fn make() -> Result<PathBuf, Failure> {
    let folder = env::temp_dir().join(format!("{}0", prefix_of_this_process(EXPERIMENT)?));
    let made = DirBuilder::new().mode(0o700).create(&folder);
    let why = |error| Failure::Failed(format!("cannot make a temporary folder: {}: {error}", folder.display()));
    made.map_err(why)?;
    Ok(folder)
}

/// Whether it is a folder that a run made, this user's.
pub(super) fn is_a_runs(folder: &Path) -> bool {
    let is_ours = |metadata: fs::Metadata| metadata.is_dir() && metadata.uid() == geteuid().as_raw();
    maker_of(folder).is_some() && fs::symlink_metadata(folder).is_ok_and(is_ours)
}

fn maker_of(path: &Path) -> Option<Maker> {
    Maker::of(EXPERIMENT, path.file_name()?.to_str()?)
}

/// Removes what runs left whose workshops were killed as well.
pub(super) fn remove_what_others_left() {
    let folders = fs::read_dir(env::temp_dir()).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let is_left = |path: &PathBuf| maker_of(path).is_some_and(|maker| !maker.is_alive()) && is_a_runs(path);
    folders.filter(is_left).for_each(|folder| remove(&folder));
}

/// Removes a folder of a run whose processes have been ended.
pub(super) fn remove(folder: &Path) {
    for _ in 0..ATTEMPTS {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => thread::sleep(PAUSE),
            _ => return,
        }
    }
}

/// Where files are kept that take long to make or to fetch: among cargo's output, so that `cargo clean` removes them;
/// where this program lies elsewhere, in the run's folder.
pub(super) fn kept(folder: &Path) -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let target = program.ancestors().skip(1).find(|folder| folder.join(CACHE_MARK).is_file());
    target.unwrap_or(folder).join("setenv")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_runs_are_a_runs() {
        let made = make().unwrap();
        assert!(is_a_runs(&made));
        assert_eq!(fs::metadata(&made).unwrap().mode() & 0o777, 0o700);
        // This run is not over.
        remove_what_others_left();
        assert!(made.exists());
        remove(&made);
        assert!(!made.exists() && !is_a_runs(&made));
        let folder = tempfile::tempdir().unwrap();
        for name in ["setenv", "setenv-1-2", "setenv-x-1-0", "other-1-2-0"] {
            fs::create_dir(folder.path().join(name)).unwrap();
            assert!(!is_a_runs(&folder.path().join(name)), "{name}");
        }
    }

    #[test]
    fn what_a_killed_run_left_goes() {
        // No process has a number as large as this (`PID_MAX_LIMIT`).
        let left = env::temp_dir().join("setenv-4194305-77-0");
        fs::create_dir_all(left.join("deeper")).unwrap();
        remove_what_others_left();
        assert!(!left.exists());
    }

    #[test]
    fn what_is_kept_lies_among_cargos_output() {
        let folder = tempfile::tempdir().unwrap();
        assert!(kept(folder.path()).parent().unwrap().join(CACHE_MARK).is_file());
    }
}
