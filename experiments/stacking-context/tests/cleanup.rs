//! A run leaves nothing behind, however it ends: no folder, no engine, no screen.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < TIMEOUT, "{what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// What lies in the folder that is given for temporary ones.
fn folders(temporary: &Path) -> Vec<PathBuf> {
    fs::read_dir(temporary).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// The numbers of the processes that work below a folder.
fn working_in(folder: &Path) -> Vec<u32> {
    let numbers = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let works = |id: &u32| fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|place| place.starts_with(folder));
    numbers.filter(works).collect()
}

/// Keeps runs apart: each starts browsers, and several at once take long to on a busy machine.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run that has started its first engine.
fn start(temporary: &Path) -> Child {
    let mut run = Command::new(env!("CARGO_BIN_EXE_stacking-context"))
        .args(["run", "--profile", "quick", "--quiet", "--out"])
        .arg(temporary.with_extension("json"))
        .env("TMPDIR", temporary)
        .stdin(Stdio::null())
        .stderr(fs::File::create(temporary.with_extension("said")).unwrap())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while working_in(temporary).len() <= 2 {
        let said = || fs::read_to_string(temporary.with_extension("said")).unwrap_or_default();
        assert!(run.try_wait().unwrap().is_none(), "the run ended before it started an engine: {}", said());
        assert!(started.elapsed() < TIMEOUT, "the run starts no engine: {}", said());
        thread::sleep(Duration::from_millis(50));
    }
    fs::remove_file(temporary.with_extension("said")).unwrap();
    run
}

fn kill(signal: &str, id: u32) {
    assert!(Command::new("kill").args([signal, &id.to_string()]).status().unwrap().success());
}

fn ends_cleanly(signal: &str) {
    if !testkit::has(&["firefox-esr"]) {
        return;
    }
    let _alone = alone();
    let temporary = tempfile::tempdir().unwrap();
    let mut run = start(temporary.path());
    kill(signal, run.id());
    run.wait().unwrap();
    wait_until("a folder is left", || folders(temporary.path()).is_empty());
    wait_until("an engine is left", || working_in(temporary.path()).is_empty());
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn ctrl_c_leaves_nothing() {
    ends_cleanly("-INT");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_nothing() {
    ends_cleanly("-KILL");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn a_run_removes_what_a_run_left_that_was_killed_with_its_supervisor() {
    if !testkit::has(&["firefox-esr"]) {
        return;
    }
    let _alone = alone();
    let temporary = tempfile::tempdir().unwrap();
    let mut run = start(temporary.path());
    let all = Command::new("ps").args(["-o", "pid=,args=", "--ppid", &run.id().to_string()]).output().unwrap();
    let all = String::from_utf8(all.stdout).unwrap();
    let supervisor = all.lines().find(|line| line.contains(" supervisor ")).expect("a run has a supervisor");
    let supervisor: u32 = supervisor.split_whitespace().next().unwrap().parse().unwrap();
    // Stopped first, so that it cannot do its work before it ends.
    kill("-STOP", supervisor);
    kill("-KILL", run.id());
    kill("-KILL", supervisor);
    run.wait().unwrap();
    assert_eq!(folders(temporary.path()).len(), 1);
    let next = Command::new(env!("CARGO_BIN_EXE_stacking-context"))
        .args(["one", "--tree", "b", "--engine", "firefox"])
        .env("TMPDIR", temporary.path())
        .output()
        .unwrap();
    assert!(next.status.success(), "{}", String::from_utf8_lossy(&next.stderr));
    assert_eq!(folders(temporary.path()), Vec::<PathBuf>::new());
    wait_until("an engine is left", || working_in(temporary.path()).is_empty());
}
