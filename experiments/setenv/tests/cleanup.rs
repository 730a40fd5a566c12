//! However a run ends, it leaves no process, no file and no core behind.

mod support;

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::{Duration, Instant};

use support::{COMPILERS, TracedRun, only};
use testkit::{OLD_RECORD, has, wait_until};

/// Killed once there is such a process, it leaves nothing.
#[track_caller]
fn leaves_nothing(once_there_is: &str, programs: &[&str]) {
    if !has(&["cc"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = only(folder.path(), programs);
    let mut run = TracedRun::start(folder.path(), |command| {
        command.env("PATH", path);
    });
    fs::write(&run.out, OLD_RECORD).unwrap();
    wait_until(&format!("no `{once_there_is}` comes"), || run.has_started(once_there_is));
    run.child.kill().unwrap();
    run.child.wait().unwrap();
    run.wait_until_gone();
    assert_eq!(fs::read_to_string(&run.out).unwrap(), OLD_RECORD);
}

/// A child that would live for a minute ends with the program that started it, long before.
#[track_caller]
fn ends_with_its_program(language: &str, reader: &str, fix: &str) {
    if !has(&["cc"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let cell =
        ["--library", "glibc", "--language", language, "--reader", reader, "--writer", "new-names", "--fix", fix];
    let arguments = [&["one"], &cell[..], &["--seconds", "60", "--children", "1"]].concat();
    let mut run = TracedRun::start_with(folder.path(), &arguments, |_| {});
    wait_until("no child comes", || run.has_started(&format!(" {reader} ")));
    let started = Instant::now();
    run.child.kill().unwrap();
    run.child.wait().unwrap();
    run.wait_until_gone();
    assert!(started.elapsed() < Duration::from_secs(40), "it ended by itself, after {:?}", started.elapsed());
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_no_child_in_c() {
    ends_with_its_program("c", "getenv", "lock");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_no_child_in_rust() {
    ends_with_its_program("rust", "rust-env-var", "none");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_while_compilers_work_leaves_nothing() {
    leaves_nothing("cc1", COMPILERS);
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_while_go_builds_leaves_nothing() {
    if has(&["go"]) {
        leaves_nothing("go build", &[COMPILERS, &["go"]].concat());
    }
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_no_child_in_another_language() {
    if has(&["node"]) {
        leaves_nothing("trial.mjs", &[COMPILERS, &["node"]].concat());
    }
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn a_child_that_crashes_leaves_no_core_file_even_where_they_are_wanted() {
    if !has(&["cc", "musl-gcc"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let allowed = Command::new("sh").args(["-c", "ulimit -c unlimited"]).status().unwrap().success();
    if !allowed {
        return testkit::skip("a machine that allows core files, so that one could be left");
    }
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -c unlimited; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_setenv"), "one"]);
    command.args(["--library", "musl", "--reader", "none", "--writer", "two-writers", "--children", "12"]);
    let output = command.args(["--seconds", "0.5"]).current_dir(folder.path()).process_group(0).output().unwrap();
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(said["sigsegv_share"]["value"].as_f64().unwrap() > 0.0, "none crashed: {said}");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
}
