//! The processes of the system, by `/proc`.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};

use crate::persist;

/// Pause between looks whether all children have ended.
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
    pub fn read(id: u32) -> Option<Self> {
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

    /// True if the process had not ended: one that nobody has waited for (a zombie) is still listed.
    pub fn is_running(&self) -> bool {
        !['Z', 'X'].contains(&self.state)
    }
}

/// All processes of the system.
pub fn processes() -> impl Iterator<Item = Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| Process::read(entry.ok()?.file_name().to_str()?.parse().ok()?))
}

/// True if the process of this id has not ended.
pub fn is_running(id: u32) -> bool {
    Process::read(id).is_some_and(|process| process.is_running())
}

/// Ends the process of this number at once.
pub fn kill(id: u32) {
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // The process may be gone.
        let _ = kill_process(id, Signal::KILL);
    }
}

/// True if the working directory of the process of this id is the folder or lies in it.
fn works_in(id: u32, folder: &Path) -> bool {
    fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|place| place.starts_with(folder))
}

/// True if the command line of the process of this id names a path in the folder.
fn is_told_of(id: u32, folder: &Path) -> bool {
    let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    // The separator behind it matters: one folder's name may begin with another's.
    let folder = [folder.as_os_str().as_encoded_bytes(), b"/"].concat();
    line.windows(folder.len()).any(|part| part == folder)
}

/// Tells by the environment that a process was started with whether its home is the folder or lies in it.
fn has_home_in(id: u32, folder: &Path) -> bool {
    let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    let mut homes = environment.split(|&byte| byte == 0).filter_map(|variable| variable.strip_prefix(b"HOME="));
    homes.any(|home| Path::new(OsStr::from_bytes(home)).starts_with(folder))
}

/// Tells whether the process of this number works for the run of a folder: it works there, has its home there, or has a command line
/// that names something there.
pub fn works_for(id: u32, folder: &Path) -> bool {
    works_in(id, folder) || has_home_in(id, folder) || is_told_of(id, folder)
}

/// Ends all processes that work for the run of a folder, whoever started them.
pub fn end_what_works_for(folder: &Path) {
    // Some may just have started others.
    persist(|| {
        let all: Vec<u32> = processes().map(|process| process.id).filter(|&id| works_for(id, folder)).collect();
        all.iter().for_each(|&id| kill(id));
        all.is_empty()
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
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, Stdio};

    use super::*;

    #[test]
    fn a_process_tells_its_parent_and_group_and_runs_until_it_is_killed() {
        // A name that looks like the end of itself, and one that the system cuts amid a character.
        for name in ["a) Z 1 1", "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}"] {
            check(name);
        }
    }

    #[test]
    fn a_process_works_for_the_folder_that_it_works_in_is_at_home_in_or_is_told_of() {
        let folder = tempfile::tempdir().unwrap();
        let [inner, other] = ["inner", "inner-other"].map(|name| folder.path().join(name));
        fs::create_dir_all(inner.join("deeper")).unwrap();
        fs::create_dir(&other).unwrap();
        // The shell itself waits: a program that it ran would work there, too. Its command line is known once it writes something.
        let waits = |at: &Path, home: &Path, told: &Path| {
            let mut command = Command::new("sh");
            command.args(["-c", "echo; read -r line", &told.join("file").display().to_string()]);
            command.current_dir(at).env("HOME", home).stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = command.spawn().unwrap();
            child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
            child
        };
        let deeper = inner.join("deeper");
        let theirs = [waits(&deeper, &other, &other), waits(&other, &inner, &other), waits(&other, &other, &inner)];
        let mut another = waits(&other, &other, &other);
        assert!(works_in(theirs[0].id(), &inner) && !is_told_of(theirs[0].id(), &inner));
        assert!(is_told_of(theirs[2].id(), &inner) && !works_in(theirs[2].id(), &inner));
        // The signal tells: waiting also closes their input, which by itself ends a shell that still runs.
        let is_killed = |mut child: Child| child.wait().unwrap().signal() == Some(Signal::KILL.as_raw());
        end_what_works_for(&inner);
        assert_eq!(theirs.map(is_killed), [true; 3]);
        assert!(another.try_wait().unwrap().is_none(), "nothing else ends");
        end_what_works_for(folder.path());
        assert!(is_killed(another));
    }

    fn check(name: &str) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join(name);
        // `cp` writes the file. Were this process to, a program that another test starts meanwhile would have it open for writing, too,
        // and the system executes no file that is (ETXTBSY, execve(2)).
        assert!(Command::new("cp").arg("/bin/sleep").arg(&program).status().unwrap().success());
        let mut child = Command::new(program).arg("60").process_group(0).spawn().unwrap();
        let found = processes().find(|process| process.id == child.id()).unwrap();
        assert_eq!((found.parent, found.group), (process::id(), child.id()));
        assert!(found.is_running() && is_running(child.id()));
        assert!(found.start >= Process::read(process::id()).unwrap().start);
        kill(child.id());
        // Waits, and leaves the rest to `wait`.
        testkit::wait_until("it was killed and runs", || !is_running(child.id()));
        assert!(Process::read(child.id()).is_some(), "nobody has asked yet how it ended");
        assert!(!child.wait().unwrap().success());
        assert_eq!(Process::read(child.id()), None);
    }
}
