//! The run's temporary folder, and where files lie that a next run can use again.

use std::env;
use std::path::{Path, PathBuf};

use harness::Failure;
use supervisor::{Runs, remove};

/// Whose they are.
pub(super) const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));
/// Cargo puts it into the folder of its output.
const CACHE_MARK: &str = "CACHEDIR.TAG";

/// A fresh folder below the system's temporary one, that only this user may enter.
pub(super) fn make() -> Result<PathBuf, Failure> {
    RUNS.make_folder(|_| Ok(()))
}

/// Removes what runs left whose supervisors were killed as well.
pub(super) fn remove_what_others_left() {
    RUNS.remove_left(|_, _| false, remove);
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
    use std::fs;

    use super::*;

    #[test]
    fn what_a_killed_run_left_goes_and_what_is_in_use_stays() {
        // No process has a number as large as this (`PID_MAX_LIMIT`).
        let left = env::temp_dir().join("setenv-4194305-77-0");
        fs::create_dir_all(left.join("deeper")).unwrap();
        let own = make().unwrap();
        remove_what_others_left();
        assert!(!left.exists() && own.exists());
        remove(&own);
    }

    #[test]
    fn what_is_kept_lies_among_cargos_output() {
        let folder = tempfile::tempdir().unwrap();
        assert!(kept(folder.path()).parent().unwrap().join(CACHE_MARK).is_file());
    }
}
