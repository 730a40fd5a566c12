//! A run leaves no process and no file behind, however it ends.

mod support;

use std::fs;
use std::io::Read;

use support::{TracedRun, alone, has_openssh, privilege_separation};
use testkit::{make_program, wait_until};

const RUN: &[&str] = &["run", "--profile", "quick", "--quiet"];

/// The folder for sshd is there where it is the system's, and only there.
#[track_caller]
fn wait_until_as_before(was_the_system_s: bool) {
    wait_until("sshd's folder is not as it was", || privilege_separation().0 == was_the_system_s);
}

/// Killed once there is such a process, it leaves nothing.
#[track_caller]
fn killed_leaves_nothing(once_there_is: &str) {
    if !has_openssh() {
        return;
    }
    let _turn = alone();
    let (_, was_the_system_s) = privilege_separation();
    let folder = tempfile::tempdir().unwrap();
    let mut run = TracedRun::start(folder.path(), RUN, |_| {});
    let started = run.wait_until_started(once_there_is);
    assert!(started.len() > 1, "{started:?}");
    run.child.kill().unwrap();
    run.child.wait().unwrap();
    run.wait_until_gone(&started);
    assert!(!run.out.exists());
    wait_until_as_before(was_the_system_s);
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_nothing() {
    killed_leaves_nothing("sshd -i");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_no_agent() {
    killed_leaves_nothing("ssh-agent -D");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_while_keys_are_made_leaves_nothing() {
    killed_leaves_nothing("ssh-keygen");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn success_leaves_nothing() {
    if !has_openssh() {
        return;
    }
    let _turn = alone();
    let (_, was_the_system_s) = privilege_separation();
    let folder = tempfile::tempdir().unwrap();
    let mut run = TracedRun::start(folder.path(), &["one", "--case", "agent"], |_| {});
    let started = run.wait_until_started("ssh-agent -D");
    let mut said = String::new();
    run.child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(run.child.wait().unwrap().success());
    // Without any waiting: all is gone when the program ends.
    assert_eq!(run.traces(&started), Vec::<String>::new());
    assert_eq!(privilege_separation().0, was_the_system_s);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["accepted"], true);
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn a_failure_is_one_line_and_leaves_nothing() {
    if !has_openssh() {
        return;
    }
    let _turn = alone();
    let folder = tempfile::tempdir().unwrap();
    // An ssh-agent that is found before the real one.
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    make_program(&programs.join("ssh-agent"), "#!/bin/sh\necho no such luck >&2\nexit 3\n");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut run = TracedRun::start(folder.path(), RUN, |command| _ = command.env("PATH", path));
    let mut said = String::new();
    run.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(run.child.wait().unwrap().code(), Some(1), "{said}");
    assert_eq!(said.trim_end(), "ssh-authentication: ssh-agent: it does not listen: no such luck");
    assert_eq!(run.traces(&Default::default()), Vec::<String>::new());
}
