//! What a run has outside its own memory: a folder, processes that work in it, and control groups of its name; and how all
//! of it is removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use harness::{Failure, own_files};
use supervisor::{Runs, persist, works_in};

/// Whose they are.
pub(super) const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));
/// The longest path of a Unix socket with the zero behind it (unix(7)), less the longest name of a socket of ours.
const LONGEST_FOLDER: usize = 108 - 32;
/// Where control groups are.
const CONTROL_GROUPS: &str = "/sys/fs/cgroup";
/// How deep below a hierarchy's top a group of ours can lie: an engine puts it below the group that it runs in itself.
const DEEPEST_GROUP: u32 = 12;

/// A fresh folder below the system's temporary one.
pub(super) fn make_folder() -> Result<PathBuf, Failure> {
    RUNS.make_folder(|folder| {
        let is_too_long = folder.as_os_str().len() > LONGEST_FOLDER;
        if is_too_long { Err("too long a path for Unix sockets; set TMPDIR to a shorter one") } else { Ok(()) }
    })
}

/// Removes what runs left whose supervisors were killed as well.
pub(super) fn remove_what_others_left() {
    // All that a run starts works there.
    RUNS.remove_left(works_in, remove);
    let _ = remove_groups(Path::new(CONTROL_GROUPS), DEEPEST_GROUP, &|group| RUNS.left(group));
}

/// Removes a folder of a run whose processes have been ended, and its control groups.
pub(super) fn remove(folder: &Path) {
    persist(|| {
        let groups = remove_groups(Path::new(CONTROL_GROUPS), DEEPEST_GROUP, &|group| {
            RUNS.maker_of(group).is_some() && group.file_name() == folder.file_name()
        });
        groups.and(own_files::remove(folder)).is_ok()
    });
}

/// Removes the control groups that `which` picks, each with those below it. A group's files go with it.
fn remove_groups(folder: &Path, depth: u32, which: &dyn Fn(&Path) -> bool) -> io::Result<()> {
    let Some(depth) = depth.checked_sub(1) else { return Ok(()) };
    let mut result = Ok(());
    for group in fs::read_dir(folder).into_iter().flatten().flatten() {
        if group.file_type().is_ok_and(|kind| kind.is_dir()) {
            let path = group.path();
            let picked = which(&path);
            let all = |_: &Path| true;
            result = result.and(remove_groups(&path, depth, if picked { &all } else { which }));
            if picked && let Err(error) = own_files::remove_empty(&path) {
                result = Err(error);
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;

    use supervisor::is_running;

    use super::*;

    #[test]
    fn what_a_killed_run_left_goes_with_its_processes_and_nothing_else() {
        // No process has a number as large as this (`PID_MAX_LIMIT`).
        let left = env::temp_dir().join("unix-sockets-4194305-77-0");
        let deeper = left.join("deeper");
        let foreign = tempfile::Builder::new().prefix("unix-sockets-like").tempdir().unwrap();
        let own = make_folder().unwrap();
        fs::create_dir_all(&deeper).unwrap();
        let sleeps = |folder: &Path| Command::new("sleep").arg("60").current_dir(folder).spawn().unwrap();
        let mut inside = sleeps(&deeper);
        let mut outside = sleeps(foreign.path());
        let mut ours = sleeps(&own);
        remove_what_others_left();
        assert!(!inside.wait().unwrap().success());
        assert!(!left.exists());
        for (folder, child) in [(foreign.path(), &mut outside), (&own, &mut ours)] {
            assert!(folder.exists() && is_running(child.id()), "{}", folder.display());
            child.kill().unwrap();
            child.wait().unwrap();
        }
        remove(&own);
    }

    #[test]
    fn groups_go_with_those_below_and_others_stay() {
        let top = tempfile::tempdir().unwrap();
        let group = |path: &str| {
            let path = top.path().join(path);
            fs::create_dir_all(&path).unwrap();
            path
        };
        let kept = [group("pids/other"), group("memory/above/other/below")];
        let gone = [group("pids/ours/container"), group("memory/above/ours/container/below")];
        remove_groups(top.path(), DEEPEST_GROUP, &|path| path.ends_with("ours")).unwrap();
        assert!(kept.iter().all(|path| path.exists()));
        assert!(gone.iter().all(|path| !path.exists() && !path.parent().unwrap().exists()));
        let deep = group("a/b/ours");
        remove_groups(top.path(), 2, &|path| path.ends_with("ours")).unwrap();
        assert!(deep.exists());
    }
}
