//! Leftovers of a run outside its own memory: a folder, processes that work for it, and control groups of its name.

use std::fs;
use std::io;
use std::path::Path;

use harness::own_files;
use supervisor::{Runs, persist};

/// The runs, whose folders are short enough for Unix sockets, and whose control groups go with them.
pub(crate) const RUNS: Runs = Runs::new(env!("CARGO_PKG_NAME")).fitting(is_fit).cleared(remove_groups_of);
/// The longest path of a Unix socket with the zero behind it (unix(7)), less the longest name of a socket of ours.
const LONGEST_FOLDER: usize = 108 - 32;
/// Where control groups are.
const CONTROL_GROUPS: &str = "/sys/fs/cgroup";
/// How deep below a hierarchy's top a group of ours can lie: an engine puts it below the group that it runs in itself.
const DEEPEST_GROUP: u32 = 12;

fn is_fit(folder: &Path) -> Result<(), &'static str> {
    let is_too_long = folder.as_os_str().len() > LONGEST_FOLDER;
    if is_too_long { Err("too long a path for Unix sockets; set TMPDIR to a shorter one") } else { Ok(()) }
}

/// Removes the control groups that have the name of a run's folder.
fn remove_groups_of(folder: &Path) {
    let is_its = |group: &Path| group.file_name() == folder.file_name();
    persist(|| remove_groups(Path::new(CONTROL_GROUPS), DEEPEST_GROUP, &is_its).is_ok());
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
    use super::*;

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
