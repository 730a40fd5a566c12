//! What a run has outside its own memory, a folder and processes, and how all of it is removed.

use std::path::{Path, PathBuf};

use harness::Failure;
use rustix::process::Pid;
use supervisor::{Runs, is_told_of, persist, processes, remove};

/// Whose they are.
pub(super) const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));
/// The longest path of a Unix socket with the zero behind it (unix(7)), less the longest name of a socket of ours.
const LONGEST_FOLDER: usize = 108 - 16;

/// A fresh folder below the system's temporary one.
pub(super) fn make_folder() -> Result<PathBuf, Failure> {
    RUNS.make_folder(is_fit)
}

/// Whether a run's folder can lie there; else why not.
fn is_fit(folder: &Path) -> Result<(), &'static str> {
    if folder.as_os_str().len() > LONGEST_FOLDER {
        return Err("too long a path for the agent's socket; set TMPDIR to a shorter one");
    }
    let is_odd = |letter: char| letter.is_whitespace() || "\"%\\".contains(letter);
    if folder.to_str().is_none_or(|path| path.contains(is_odd)) {
        return Err("ssh's settings hold no such path; set TMPDIR to a plainer one");
    }
    Ok(())
}

/// Removes what runs left whose supervisors were killed as well.
pub(super) fn remove_what_others_left() {
    // A server of OpenSSH works elsewhere, but was told its settings' place.
    RUNS.remove_left(is_told_of, remove);
}

/// Kills a process group until nobody in it runs.
pub(super) fn end_group(group: Pid, kill: impl Fn() -> bool) {
    let number = group.as_raw_pid().cast_unsigned();
    persist(|| !kill() || !processes().any(|process| process.group == number && process.is_running()));
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_folder_lies_where_ssh_s_settings_can_name_it() {
        for plain in ["/tmp/x", "/a-b.c/d_e"] {
            assert_eq!(is_fit(Path::new(plain)), Ok(()));
        }
        for odd in ["/tmp/x y", "/tmp/\"x", "/tmp/100%", "/tmp/\\x", &format!("/{}", "x".repeat(LONGEST_FOLDER))] {
            assert!(is_fit(Path::new(odd)).is_err(), "{odd}");
        }
    }

    #[test]
    fn what_a_killed_run_left_goes_with_its_processes_and_nothing_else() {
        // No process has a number as large as this (`PID_MAX_LIMIT`).
        let left = env::temp_dir().join("ssh-authentication-4194305-77-0");
        let own = make_folder().unwrap();
        fs::create_dir_all(left.join("deeper")).unwrap();
        let told = |folder: &Path| {
            // It waits by itself: a program that it ran would outlive it.
            let mut command = Command::new("sh");
            command.args(["-c", "read -r line", &folder.join("sshd_config").display().to_string()]);
            command.stdin(Stdio::piped()).spawn().unwrap()
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
