//! Tools of the program's tests: runs whose traces can be told from all others'.
#![allow(dead_code, reason = "each test program uses its part")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use testkit::TIMEOUT;

/// `cc` and what it may call.
pub const COMPILERS: &[&str] = &["cc", "gcc", "x86_64-linux-gnu-gcc", "aarch64-linux-gnu-gcc", "as", "ld"];

/// The program.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setenv"));
    command.stdin(Stdio::null());
    command
}

/// A folder with these programs alone, for PATH; what is not here is left out.
pub fn only(folder: &Path, programs: &[&str]) -> PathBuf {
    let only = folder.join("only");
    fs::create_dir_all(&only).unwrap();
    for name in programs {
        if let Some(path) = testkit::find(name) {
            symlink(path, only.join(name)).unwrap();
        }
    }
    only
}

/// The answer of `one`.
#[track_caller]
pub fn one(arguments: &[&str]) -> Value {
    let output = program().arg("one").args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A run with a temporary folder of its own.
pub struct TracedRun {
    pub child: Child,
    pub temporary: PathBuf,
    pub out: PathBuf,
}

impl TracedRun {
    /// A quick run.
    pub fn start(folder: &Path, change: impl FnOnce(&mut Command)) -> Self {
        let out = folder.join("record.json").display().to_string();
        Self::start_with(folder, &["run", "--profile", "quick", "--quiet", "--out", &out], change)
    }

    /// Any command.
    pub fn start_with(folder: &Path, arguments: &[&str], change: impl FnOnce(&mut Command)) -> Self {
        let temporary = folder.join("tmp");
        fs::create_dir_all(&temporary).unwrap();
        let out = folder.join("record.json");
        let mut command = program();
        command.args(arguments).env("TMPDIR", &temporary);
        change(&mut command);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Self { child, temporary, out }
    }

    /// The command lines of its processes but its own: those that name its temporary folder, or it as their parent.
    pub fn processes(&self) -> Vec<String> {
        let own = self.child.id().to_string();
        let folder = self.temporary.display().to_string();
        let entries = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let line = |id: String| {
            let line = fs::read(format!("/proc/{id}/cmdline")).ok()?;
            let words: Vec<String> =
                line.split(|&byte| byte == 0).map(|word| String::from_utf8_lossy(word).into()).collect();
            let works_there = fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|cwd| cwd.starts_with(&folder));
            let is_its = works_there || words.iter().any(|word| *word == own || word.contains(&folder));
            (is_its && id != own && !words[0].is_empty()).then(|| format!("{id} {}", words.join(" ")))
        };
        entries.filter_map(line).collect()
    }

    /// Tells whether a process of the run has this in its command line.
    pub fn has_started(&self, what: &str) -> bool {
        self.processes().iter().any(|line| line.contains(what))
    }

    /// All that there is of it: processes and files.
    pub fn traces(&self) -> Vec<String> {
        let files = fs::read_dir(&self.temporary).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        self.processes().into_iter().chain(files.map(|path| path.display().to_string())).collect()
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
}

impl Drop for TracedRun {
    fn drop(&mut self) {
        // Only where a test failed before its end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
