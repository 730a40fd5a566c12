//! The processes of the system, by `/proc`.

use std::fs;
use std::process;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};

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
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use super::*;

    mod fuzz;

    #[test]
    fn a_process_tells_its_parent_and_group_and_runs_until_it_is_killed() {
        // A name that looks like the end of itself, and one that the system cuts amid a character.
        for name in ["a) Z 1 1", "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}"] {
            check(name);
        }
    }

    fn check(name: &str) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join(name);
        fs::copy("/bin/sleep", &program).unwrap();
        let mut child = Command::new(program).arg("60").process_group(0).spawn().unwrap();
        let found = processes().find(|process| process.id == child.id()).unwrap();
        assert_eq!((found.parent, found.group), (process::id(), child.id()));
        assert!(found.is_running() && is_running(child.id()));
        assert!(found.start >= Process::of(process::id()).unwrap().start);
        kill(child.id());
        // Waits, and leaves the rest to `wait`.
        while is_running(child.id()) {}
        assert!(Process::of(child.id()).is_some(), "nobody has asked yet how it ended");
        assert!(!child.wait().unwrap().success());
        assert_eq!(Process::of(child.id()), None);
    }
}
