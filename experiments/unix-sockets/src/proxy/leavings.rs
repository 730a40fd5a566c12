//! What a run has outside its own memory: a folder, processes that work in it, and control groups of its name; and how all
//! of it is removed.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;
use std::{env, io};

use harness::Failure;
use namespaces::{Maker, prefix_of_this_process};
use rustix::process::{Pid, Signal, geteuid, kill_process};

/// Whose they are.
const EXPERIMENT: &str = env!("CARGO_PKG_NAME");
/// The longest path of a Unix socket with the zero behind it (unix(7)), less the longest name of a socket of ours.
const LONGEST_FOLDER: usize = 108 - 32;
/// Where control groups are.
const CONTROL_GROUPS: &str = "/sys/fs/cgroup";
/// How deep below a hierarchy's top a group of ours can lie: an engine puts it below the group that it runs in itself.
const DEEPEST_GROUP: u32 = 12;
/// How often removing is tried again: processes that have just been ended may still be going.
const ATTEMPTS: u32 = 100;
/// From try to try.
const PAUSE: Duration = Duration::from_millis(20);

/// A fresh folder below the system's temporary one.
pub(super) fn make_folder() -> Result<PathBuf, Failure> {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let name = format!("{}{}", prefix_of_this_process(EXPERIMENT)?, MADE.fetch_add(1, Ordering::Relaxed));
    let folder = env::temp_dir().join(name);
    let failed = |why: String| Failure::Failed(format!("cannot make a temporary folder: {}: {why}", folder.display()));
    if folder.as_os_str().len() > LONGEST_FOLDER {
        return Err(failed("too long a path for Unix sockets; set TMPDIR to a shorter one".to_owned()));
    }
    DirBuilder::new().mode(0o700).create(&folder).map_err(|error| failed(error.to_string()))?;
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

/// Removes what runs left whose keepers were killed as well.
pub(super) fn remove_what_others_left() {
    let is_left = |path: &Path| maker_of(path).is_some_and(|maker| !maker.is_alive());
    let folders = fs::read_dir(env::temp_dir()).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    for folder in folders.filter(|folder| is_left(folder) && is_a_runs(folder)) {
        for process in processes().filter(|process| works_in(process.id, &folder)) {
            kill(process.id);
        }
        remove(&folder);
    }
    let _ = remove_groups(Path::new(CONTROL_GROUPS), DEEPEST_GROUP, &is_left);
}

/// Removes a folder of a run whose processes have been ended, and its control groups.
pub(super) fn remove(folder: &Path) {
    for _ in 0..ATTEMPTS {
        let groups = remove_groups(Path::new(CONTROL_GROUPS), DEEPEST_GROUP, &|group| {
            maker_of(group).is_some() && group.file_name() == folder.file_name()
        });
        let removed = match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        if groups.and(removed).is_ok() {
            return;
        }
        thread::sleep(PAUSE);
    }
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
            if picked
                && let Err(error) = fs::remove_dir(&path)
                && error.kind() != io::ErrorKind::NotFound
            {
                result = Err(error);
            }
        }
    }
    result
}

/// A process.
pub(super) struct Process {
    pub(super) id: u32,
    pub(super) parent: u32,
    state: String,
}

impl Process {
    /// From `/proc/ID/stat` (proc_pid_stat(5)). The second field, its name, may hold anything, and ends with the last
    /// parenthesis.
    fn of(id: u32) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let mut fields = stat.rsplit_once(") ")?.1.split(' ');
        Some(Self { id, state: fields.next()?.to_owned(), parent: fields.next()?.parse().ok()? })
    }
}

/// All processes of the system.
pub(super) fn processes() -> impl Iterator<Item = Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| Process::of(entry.ok()?.file_name().to_str()?.parse().ok()?))
}

/// Whether it has not ended.
pub(super) fn is_running(id: u32) -> bool {
    Process::of(id).is_some_and(|process| !["Z", "X"].contains(&process.state.as_str()))
}

/// Whether its working directory is the folder or lies in it; all that a run starts works there.
fn works_in(id: u32, folder: &Path) -> bool {
    fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|place| place.starts_with(folder))
}

/// Ends it at once.
pub(super) fn kill(id: u32) {
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // It may be gone.
        let _ = kill_process(id, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn only_folders_of_runs_are_a_runs() {
        let made = make_folder().unwrap();
        assert!(is_a_runs(&made));
        assert_eq!(fs::metadata(&made).unwrap().mode() & 0o777, 0o700);
        remove(&made);
        assert!(!made.exists() && !is_a_runs(&made));
        let folder = tempfile::tempdir().unwrap();
        for name in ["unix-sockets", "unix-sockets-1-2", "unix-sockets-x-1-0", "other-1-2-0"] {
            fs::create_dir(folder.path().join(name)).unwrap();
            assert!(!is_a_runs(&folder.path().join(name)), "{name}");
        }
        let file = folder.path().join("unix-sockets-1-2-0");
        fs::write(&file, "").unwrap();
        assert!(!is_a_runs(&file));
    }

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
