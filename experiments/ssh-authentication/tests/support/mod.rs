//! What the tests of the program share.
#![allow(dead_code, reason = "each test program uses its part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};
use testkit::TIMEOUT;

/// Where sshd keeps the network's side apart, if root runs it: whether the folder is there, and whether it is the
/// system's, and not a run's.
pub fn privilege_separation() -> (bool, bool) {
    let folder = Path::new("/run/sshd");
    let is_there = folder.exists();
    (is_there, is_there && !folder.join(".made-by-ssh-authentication").exists())
}

/// The program.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ssh-authentication"));
    command.stdin(Stdio::null());
    command
}

/// Whether OpenSSH is here, client and server.
pub fn has_openssh() -> bool {
    testkit::has(&["ssh", "ssh-keygen", "ssh-agent", "ssh-add", "sshd"])
}

/// Tests that look at what all runs share take turns.
pub fn alone() -> MutexGuard<'static, ()> {
    static TURNS: Mutex<()> = Mutex::new(());
    TURNS.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A process that has not ended: its parent, its start (a number is given again, but not with the same start), its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    parent: u32,
    start: String,
    pub words: String,
}

/// All processes, by number.
pub fn processes() -> BTreeMap<u32, Process> {
    let entries = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    entries.filter_map(|id: u32| Some((id, process(id)?))).collect()
}

fn process(id: u32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let words = fs::read(format!("/proc/{id}/cmdline")).ok()?;
    let words = String::from_utf8_lossy(&words).replace('\0', " ");
    let ended = ["Z", "X"].contains(&fields[0]);
    (!ended).then(|| Process { parent: fields[1].parse().unwrap_or(0), start: fields[19].to_owned(), words })
}

/// Those that this process started, and those that they started.
pub fn descendants(of: u32) -> BTreeMap<u32, Process> {
    let all = processes();
    let mut found: BTreeMap<u32, Process> = BTreeMap::new();
    loop {
        let is_new = |id: &u32, process: &Process| {
            !found.contains_key(id) && (process.parent == of || found.contains_key(&process.parent))
        };
        let more: Vec<_> = all.iter().filter(|(id, process)| is_new(id, process)).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more.into_iter().map(|(&id, process)| (id, process.clone())));
    }
}

/// A run whose temporary files lie in a folder of its own.
pub struct TracedRun {
    pub child: Child,
    pub temporary: PathBuf,
    pub out: PathBuf,
}

impl TracedRun {
    /// Starts `arguments` with all its temporary files below `folder`.
    pub fn start(folder: &Path, arguments: &[&str], change: impl FnOnce(&mut Command)) -> Self {
        let temporary = folder.join("tmp");
        fs::create_dir_all(&temporary).unwrap();
        let out = folder.join("record.json");
        let mut command = program();
        command.args(arguments).env("TMPDIR", &temporary);
        if arguments.first() == Some(&"run") {
            command.arg("--out").arg(&out);
        }
        change(&mut command);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Self { child, temporary, out }
    }

    /// Waits until it has started such a process, and gives all that it has started.
    #[track_caller]
    pub fn wait_until_started(&self, what: &str) -> BTreeMap<u32, Process> {
        let begun = Instant::now();
        loop {
            let all = descendants(self.child.id());
            if all.values().any(|process| process.words.contains(what)) {
                return all;
            }
            assert!(begun.elapsed() < TIMEOUT, "no `{what}` comes");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// What is left of it: files, processes that were told its folder, and those of `started` that still are what they were.
    pub fn traces(&self, started: &BTreeMap<u32, Process>) -> Vec<String> {
        let files = fs::read_dir(&self.temporary).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let mut traces: Vec<String> = files.map(|path| path.display().to_string()).collect();
        let folder = self.temporary.display().to_string();
        let all = processes();
        let is_old = |id: &u32, process: &Process| started.get(id).is_some_and(|old| old.start == process.start);
        let ours = all.iter().filter(|(id, process)| is_old(id, process) || process.words.contains(&folder));
        traces.extend(ours.map(|(id, process)| format!("{id} {}", process.words)));
        traces
    }

    /// All of it must go.
    #[track_caller]
    pub fn wait_until_gone(&self, started: &BTreeMap<u32, Process>) {
        let begun = Instant::now();
        while !self.traces(started).is_empty() {
            assert!(begun.elapsed() < TIMEOUT, "left: {:#?}", self.traces(started));
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for TracedRun {
    fn drop(&mut self) {
        // Only where a test failed before its end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
