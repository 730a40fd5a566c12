//! The processes of the system, by `/proc`.

use std::fs;
use std::path::Path;
use std::process;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};

use crate::persist;

/// From look to look whether all children have ended.
const PAUSE: Duration = Duration::from_millis(2);

/// A process as it was when it was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub id: u32,
    /// The number of its parent.
    pub parent: u32,
    /// The number of its process group.
    pub group: u32,
    /// Ticks from the start of the system to its own.
    pub(crate) start: u64,
    state: char,
}

impl Process {
    /// The process of this number, if there is one.
    pub fn of(id: u32) -> Option<Self> {
        Self::parse(id, &fs::read(format!("/proc/{id}/stat")).ok()?)
    }

    /// From `/proc/ID/stat` (proc_pid_stat(5)), of which the state is the third field and the start the 22nd. The second, its
    /// name, may hold anything, also half a character, since it is cut after 15 bytes; it ends with the last parenthesis.
    fn parse(id: u32, stat: &[u8]) -> Option<Self> {
        const FIELDS_FROM_GROUP_TO_START: usize = 16;
        let stat = String::from_utf8_lossy(stat);
        let mut fields = stat.rsplit_once(") ")?.1.split(' ');
        Some(Self {
            id,
            state: fields.next()?.chars().next()?,
            parent: fields.next()?.parse().ok()?,
            group: fields.next()?.parse().ok()?,
            start: fields.nth(FIELDS_FROM_GROUP_TO_START)?.parse().ok()?,
        })
    }

    /// Whether it had not ended; one that has, and of which nobody has asked how, is still there.
    pub fn is_running(&self) -> bool {
        !['Z', 'X'].contains(&self.state)
    }
}

/// All processes of the system.
pub fn processes() -> impl Iterator<Item = Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| Process::of(entry.ok()?.file_name().to_str()?.parse().ok()?))
}

/// Whether the process of this number has not ended.
pub fn is_running(id: u32) -> bool {
    Process::of(id).is_some_and(|process| process.is_running())
}

/// Ends the process of this number at once.
pub fn kill(id: u32) {
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // It may be gone.
        let _ = kill_process(id, Signal::KILL);
    }
}

/// Whether the working directory of the process of this number is the folder or lies in it.
pub fn works_in(id: u32, folder: &Path) -> bool {
    fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|place| place.starts_with(folder))
}

/// Whether the command line of the process of this number names the folder with something in it.
pub fn is_told_of(id: u32, folder: &Path) -> bool {
    let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    // With the separator behind it: one folder's name may begin with another's.
    let folder = [folder.as_os_str().as_encoded_bytes(), b"/"].concat();
    line.windows(folder.len()).any(|part| part == folder)
}

/// Ends all processes that work in a folder, whoever started them.
pub fn end_what_works_in(folder: &Path) {
    // Some may just have started others.
    persist(|| {
        let there: Vec<u32> = processes().map(|process| process.id).filter(|&id| works_in(id, folder)).collect();
        there.iter().for_each(|&id| kill(id));
        there.is_empty()
    });
}

/// Ends all children of this process until there are none: with those that become its own as they lose their parents, where
/// it is a "subreaper".
pub fn end_children() {
    let own = process::id();
    loop {
        let mut children = 0;
        for child in processes().filter(|process| process.parent == own) {
            kill(child.id);
            children += 1;
        }
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        if children == 0 {
            return;
        }
        // Not by waiting for one: it may have become ours since they were listed, and would not have been killed.
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_process_tells_its_parent_and_group_and_runs_until_it_is_killed() {
        // A name that looks like the end of itself, and one that the system cuts amid a character.
        for name in ["a) Z 1 1", "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}"] {
            check(name);
        }
    }

    #[test]
    fn the_folder_that_a_process_works_in_and_is_told_of_is_known_and_it_ends_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let [inner, other] = ["inner", "inner-other"].map(|name| folder.path().join(name));
        fs::create_dir_all(inner.join("deeper")).unwrap();
        fs::create_dir(&other).unwrap();
        // It waits by itself: a program that it ran would work there, too. Its command line is known once it says something.
        let waits = |at: &Path, told: &Path| {
            let mut command = Command::new("sh");
            command.args(["-c", "echo; read -r line", &told.join("file").display().to_string()]).current_dir(at);
            let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
            child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
            child
        };
        let (mut inside, mut outside) = (waits(&inner.join("deeper"), &other), waits(&other, &inner));
        assert!(works_in(inside.id(), &inner) && !works_in(outside.id(), &inner));
        assert!(!is_told_of(inside.id(), &inner) && is_told_of(outside.id(), &inner));
        end_what_works_in(&inner);
        assert!(!inside.wait().unwrap().success());
        assert!(outside.try_wait().unwrap().is_none());
        end_what_works_in(folder.path());
        assert!(!outside.wait().unwrap().success());
    }

    fn check(name: &str) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join(name);
        // By another process: what this one has open for writing, a program that another test starts at that moment has open, too,
        // and the system executes no file that is (ETXTBSY, execve(2)).
        assert!(Command::new("cp").arg("/bin/sleep").arg(&program).status().unwrap().success());
        let mut child = Command::new(program).arg("60").process_group(0).spawn().unwrap();
        let found = processes().find(|process| process.id == child.id()).unwrap();
        assert_eq!((found.parent, found.group), (process::id(), child.id()));
        assert!(found.is_running() && is_running(child.id()));
        assert!(found.start >= Process::of(process::id()).unwrap().start);
        kill(child.id());
        // Waits, and leaves the rest to `wait`.
        testkit::wait_until("it was killed and runs", || !is_running(child.id()));
        assert!(Process::of(child.id()).is_some(), "nobody has asked yet how it ended");
        assert!(!child.wait().unwrap().success());
        assert_eq!(Process::of(child.id()), None);
    }
}
