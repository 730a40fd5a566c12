//! The run's temporary folder.

use std::path::{Path, PathBuf};

use harness::Failure;
use supervisor::{Runs, is_told_of, remove, works_in};

/// Whose they are.
pub(super) const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));

/// A fresh folder below the system's temporary one, that only this user may enter.
pub(super) fn make() -> Result<PathBuf, Failure> {
    RUNS.make_folder(|_| Ok(()))
}

/// Removes what runs left whose supervisors were killed as well.
pub(super) fn remove_what_others_left() {
    RUNS.remove_left(works_for, remove);
}

/// Whether it works in the folder or its command line names it, as those of compilers and of what they start do.
fn works_for(process: u32, folder: &Path) -> bool {
    works_in(process, folder) || is_told_of(process, folder)
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::process::Command;

    use super::*;

    #[test]
    fn what_a_killed_run_left_goes_and_what_is_in_use_stays() {
        // No process has a number as large as this (`PID_MAX_LIMIT`).
        let left = env::temp_dir().join("setenv-4194305-77-0");
        fs::create_dir_all(left.join("deeper")).unwrap();
        let own = make().unwrap();
        let sleep = |folder: &Path, file: &str| {
            Command::new("sh").args(["-c", "sleep 60; true", file]).current_dir(folder).spawn().unwrap()
        };
        let named = left.join("child.c").display().to_string();
        let compilers = [sleep(&left.join("deeper"), "child.c"), sleep(Path::new("/"), &named)];
        let mut ours = sleep(&own, "child.c");
        remove_what_others_left();
        for mut compiler in compilers {
            assert!(!compiler.wait().unwrap().success());
        }
        assert!(!left.exists() && own.exists() && ours.try_wait().unwrap().is_none());
        ours.kill().unwrap();
        ours.wait().unwrap();
        remove(&own);
    }
}
