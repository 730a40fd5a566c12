//! The program as its user meets it. What needs root is left out where there is none.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long namespaces may take to come or go on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dead-connections"));
    // Whatever Python this machine has is no part of these tests.
    command.env("GRPCIO_PYTHON", "").stdin(Stdio::null());
    command
}

fn one(arguments: &[&str]) -> Value {
    let output = program().arg("one").args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The line on standard error of a command that is refused.
fn refused(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = program().args(arguments).output().unwrap();
    assert_eq!(status.code(), Some(2), "{arguments:?}");
    assert_eq!(stdout, b"");
    let line = String::from_utf8(stderr).unwrap();
    assert_eq!(line.trim_end().lines().count(), 1, "{line}");
    line
}

/// Whether namespaces can be made here at all.
fn can_make_namespaces() -> bool {
    let name = format!("probe-{}", std::process::id());
    let ip = |arguments: &[&str]| {
        Command::new("ip").args(arguments).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    let made = ip(&["netns", "add", &name]);
    if made {
        assert!(ip(&["netns", "del", &name]));
    }
    made
}

/// The namespaces of the process with this number.
fn namespaces_of(id: u32) -> usize {
    let prefix = format!("dead-connections-{id}-");
    let Ok(entries) = fs::read_dir("/run/netns") else { return 0 };
    entries.filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(&prefix)).count()
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A run that is well under way.
fn running(out: &Path) -> Child {
    let child = program().args(["run", "--profile", "quick", "--quiet", "--out"]).arg(out).spawn().unwrap();
    wait_until("no namespace was made", || namespaces_of(child.id()) > 2);
    child
}

#[test]
fn a_peer_that_exits_is_noticed_at_once_even_without_namespaces() {
    let figures = one(&["--scenario", "peer-exits"]);
    assert_eq!(figures["call"], "read");
    assert_eq!(figures["errno"], "EOF");
    assert!(figures["noticed_after_s"].is_number());
    assert_eq!(figures["predicted_errno"], "EOF");
}

#[test]
fn a_hanging_peer_is_noticed_by_grpc_and_not_by_tcp() {
    let alone = one(&["--scenario", "peer-hangs", "--pattern", "awaiting", "--watch", "3"]);
    assert_eq!(alone["noticed_after_s"], Value::Null);
    assert_eq!(alone["predicted_errno"], "never");
    let hangs = ["--scenario", "peer-hangs", "--pattern", "awaiting", "--grpc", "--grpc-keepalive", "0.5,1"];
    let figures = one(&hangs);
    assert_eq!(figures["errno"], "UNAVAILABLE");
    assert_eq!(figures["predicted_s"], 1.5);
}

#[test]
fn one_in_namespaces_agrees_with_the_model_and_leaves_nothing() {
    if !can_make_namespaces() {
        return;
    }
    let child = program()
        .args(["one", "--scenario", "drop-outbound", "--keepalive", "1,1,2"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id();
    let figures: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!((&figures["call"], &figures["errno"]), (&Value::from("read"), &Value::from("ETIMEDOUT")));
    assert!(figures["noticed_after_s"].as_f64().unwrap() >= 2.9, "{figures}");
    assert_eq!(figures["segments_sent"], figures["predicted_segments"]);
    assert_eq!(namespaces_of(id), 0);
}

#[test]
fn an_interrupted_run_leaves_no_namespace_and_no_record() {
    if !can_make_namespaces() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("record.json");
    let mut child = running(&out);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    wait_until("namespaces are left", || namespaces_of(child.id()) == 0);
    assert!(!out.exists());
}

#[test]
fn a_killed_run_leaves_no_namespace() {
    if !can_make_namespaces() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut child = running(&folder.path().join("record.json"));
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("namespaces are left", || namespaces_of(child.id()) == 0);
}

#[test]
fn a_run_removes_what_a_killed_one_left_with_its_janitor() {
    if !can_make_namespaces() {
        return;
    }
    // No process has a number as large as this (`PID_MAX_LIMIT`).
    let id = 4_194_305;
    let name = format!("dead-connections-{id}-1-0a");
    assert!(Command::new("ip").args(["netns", "add", &name]).status().unwrap().success());
    one(&["--scenario", "peer-exits"]);
    assert_eq!(namespaces_of(id), 0);
}

#[test]
fn hostile_arguments_get_one_line_and_status_2() {
    let with = |more: &[&str]| refused(&[&["one", "--scenario", "drop-outbound"], more].concat());
    assert!(refused(&["one", "--scenario", "sharks"]).contains("host-vanishes"));
    assert!(with(&["--keepalive", "0,1,3"]).contains("keepalive idle time is 0"));
    assert!(with(&["--keepalive", "1,1"]).contains("three numbers"));
    assert!(with(&["--keepalive", "1,1,128"]).contains("keepalive probes is 128; it must be from 1 to 127"));
    assert!(with(&["--retries2", "256"]).contains("tcp_retries2 is 256; it must be from 0 to 255"));
    assert!(with(&["--watch", "0"]).contains("watch is 0"));
    assert!(with(&["--every", "NaN"]).contains("every"));
    with(&["--user-timeout", "-1"]);
    with(&["--user-timeout", "99999999999999999999"]);
    with(&["--grpc-keepalive", "1,2"]);
    with(&["--grpc", "--pattern", "writes"]);
    with(&["--grpc", "--keepalive", "1,1,3"]);
    refused(&["one"]);
    refused(&["janitor", "somebody-elses"]);
    refused(&["--profile", "thorough"]);
}
