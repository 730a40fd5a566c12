//! What a run has outside its own memory, a folder and processes, and how all of it is removed.

use std::fs::{self, DirBuilder};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{env, io, thread};

use harness::Failure;
use namespaces::{Maker, prefix_of_this_process};
use rustix::process::{Pid, Signal, geteuid, kill_process};

/// Whose they are.
const EXPERIMENT: &str = env!("CARGO_PKG_NAME");
/// The longest path of a Unix socket with the zero behind it (unix(7)), less the longest name of a socket of ours.
const LONGEST_FOLDER: usize = 108 - 16;
/// How often ending and removing is tried again: processes that have just been killed may still be going.
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
        return Err(failed("too long a path for the agent's socket; set TMPDIR to a shorter one".to_owned()));
    }
    if folder
        .to_str()
        .is_none_or(|path| path.contains(|letter: char| letter.is_whitespace() || "\"%\\".contains(letter)))
    {
        return Err(failed("ssh's settings hold no such path; set TMPDIR to a plainer one".to_owned()));
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
        for process in processes().filter(|&process| works_for(process, &folder)) {
            kill(process);
        }
        remove(&folder);
    }
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

/// Kills a process group until nobody in it runs.
pub(super) fn end_group(group: Pid, kill: impl Fn() -> bool) {
    let runs = |process: u32| {
        let fields = fields_of(process);
        fields.is_some_and(|fields| fields[2] == group.to_string() && !["Z", "X"].contains(&fields[0].as_str()))
    };
    for _ in 0..ATTEMPTS {
        if !kill() || !processes().any(runs) {
            return;
        }
        thread::sleep(PAUSE);
    }
}

/// The numbers of all processes.
fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// State, parent, process group and what follows, from `/proc/ID/stat` (proc_pid_stat(5)). The second field, its name, may
/// hold anything, and ends with the last parenthesis.
fn fields_of(process: u32) -> Option<Vec<String>> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    Some(stat.rsplit_once(") ")?.1.split(' ').map(str::to_owned).collect())
}

/// Whether its command line names the folder: a server of OpenSSH works elsewhere, but was told its settings' place.
fn works_for(process: u32, folder: &Path) -> bool {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    // With the separator behind it: one folder's name may begin with another's.
    let folder = [folder.as_os_str().as_bytes(), b"/"].concat();
    line.windows(folder.len()).any(|part| part == folder)
}

fn kill(process: u32) {
    if let Some(process) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // It may be gone.
        let _ = kill_process(process, Signal::KILL);
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
        for name in ["ssh-authentication", "ssh-authentication-1-2", "ssh-authentication-x-1-0", "other-1-2-0"] {
            fs::create_dir(folder.path().join(name)).unwrap();
            assert!(!is_a_runs(&folder.path().join(name)), "{name}");
        }
        let file = folder.path().join("ssh-authentication-1-2-0");
        fs::write(&file, "").unwrap();
        assert!(!is_a_runs(&file));
    }

    #[test]
    fn what_a_killed_run_left_goes_with_its_processes_and_nothing_else() {
        // No process has a number as large as this (`PID_MAX_LIMIT`).
        let left = env::temp_dir().join("ssh-authentication-4194305-77-0");
        let own = make_folder().unwrap();
        fs::create_dir_all(left.join("deeper")).unwrap();
        let told = |folder: &Path| {
            let mut command = Command::new("sh");
            command.args(["-c", "sleep 60", &folder.join("sshd_config").display().to_string()]).spawn().unwrap()
        };
        let (mut theirs, mut ours) = (told(&left), told(&own));
        remove_what_others_left();
        assert!(!theirs.wait().unwrap().success());
        assert!(!left.exists());
        assert!(own.exists() && ours.try_wait().unwrap().is_none());
        ours.kill().unwrap();
        ours.wait().unwrap();
        remove(&own);
    }
}
