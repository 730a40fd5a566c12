//! What the tests of the proxy case share: runs whose traces can be counted.
#![allow(dead_code, reason = "each test program uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use environment::ENVIRONMENT;
use supervisor::{Runs, Workplace, processes, works_for};
use testkit::{TIMEOUT, make_program};

#[path = "../../src/proxy/gunicorn/environment.rs"]
mod environment;

/// The program.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unix-sockets"));
    command.stdin(Stdio::null());
    command
}

/// What Docker's engine lacks to be started here.
pub fn missing_engine() -> Option<&'static str> {
    let programs = ["dockerd", "containerd", "docker", "ip", "unshare", "nsenter"];
    if !rustix::process::geteuid().is_root() {
        Some("Docker's engine needs root")
    } else if programs.iter().any(|program| testkit::find(program).is_none()) {
        Some("Docker's engine (docker.io, iproute2)")
    } else {
        None
    }
}

/// What the tests lack without [`python`].
pub const NO_GUNICORN: &str = "a Python with Gunicorn, which a run of this experiment makes, and npm test -- --all";

/// The Python with Gunicorn that a run makes.
pub fn python() -> Option<PathBuf> {
    if !testkit::runs_all() {
        return ENVIRONMENT.made_before();
    }
    let place = Workplace::unsupervised(Runs::new(env!("CARGO_PKG_NAME")), &|| Ok(())).unwrap();
    ENVIRONMENT.python(&place).ok()
}

/// A program that is found before the real one; the path that leads to it.
pub fn instead(folder: &Path, name: &str, script: &str) -> String {
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).unwrap();
    make_program(&programs.join(name), format!("#!/bin/sh\n{script}\n"));
    format!("{}:{}", programs.display(), std::env::var("PATH").unwrap())
}

/// Processes that work for a run whose temporary files lie in this folder.
fn working_for(folder: &Path) -> Vec<String> {
    let command_line = |id: u32| {
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        format!("{id} {}", String::from_utf8_lossy(&line).replace('\0', " "))
    };
    processes().map(|process| process.id).filter(|&id| works_for(id, folder)).map(command_line).collect()
}

/// Control groups of this experiment's below the system's, that a run whose number is among these made.
fn groups(folder: &Path, depth: u32, prefix: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if entry.file_name().to_str().is_some_and(|name| name.starts_with(prefix)) {
                found.push(entry.path());
            }
            groups(&entry.path(), depth - 1, prefix, found);
        }
    }
}

/// A run whose every trace can be told from all others': by a temporary folder of its own, and by its number in the names of what
/// it makes elsewhere.
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

    /// All that there is of it: processes, files, mounts and control groups.
    pub fn traces(&self) -> Vec<String> {
        let mut traces = working_for(&self.temporary);
        let files = fs::read_dir(&self.temporary).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        traces.extend(files.map(|path| path.display().to_string()));
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let folder = self.temporary.display().to_string();
        traces.extend(mounts.lines().filter(|line| line.contains(&folder)).map(str::to_owned));
        let mut found = Vec::new();
        groups(Path::new("/sys/fs/cgroup"), 8, &format!("unix-sockets-{}-", self.child.id()), &mut found);
        traces.extend(found.iter().map(|path| path.display().to_string()));
        traces
    }

    /// Tells whether a process of the run has this in its command line.
    pub fn has_started(&self, what: &str) -> bool {
        working_for(&self.temporary).iter().any(|line| line.contains(what))
    }

    /// Kills a process of its own that has this in its command line.
    pub fn kill(&self, what: &str) {
        let line = working_for(&self.temporary).into_iter().find(|line| line.contains(what));
        let line = line.unwrap_or_else(|| panic!("there is no `{what}`"));
        let id = line.split(' ').next().unwrap();
        assert!(Command::new("kill").args(["-KILL", id]).status().unwrap().success());
    }

    /// All of it must go; what is left.
    #[track_caller]
    pub fn wait_until_gone(&self) {
        let started = Instant::now();
        while !self.traces().is_empty() {
            assert!(started.elapsed() < TIMEOUT, "left: {:#?}", self.traces());
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Sends its process alone this signal.
    pub fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
    }
}

impl Drop for TracedRun {
    fn drop(&mut self) {
        // Only where a test failed before its end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
