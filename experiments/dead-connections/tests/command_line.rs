//! The program as its user meets it. What needs root is left out where there is none.

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use support::{can_make_namespaces, namespaces_of, program};

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

/// The figures of a trial that is stopped and goes on again and again. That interrupts each call that has a time limit, even where
/// no signal is handled (signal(7)).
fn interrupted(arguments: &[&str]) -> Value {
    let mut trial = program().arg("one").args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let id = Pid::from_child(&trial);
    while trial.try_wait().unwrap().is_none() {
        for signal in [Signal::STOP, Signal::CONT] {
            // The number of a child that nobody has waited for is still its own.
            kill_process(id, signal).unwrap();
            thread::sleep(Duration::from_millis(50));
        }
    }
    serde_json::from_slice(&trial.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn no_signal_is_taken_for_the_loss_of_a_peer() {
    let mut waits = vec![["peer-hangs", "awaiting"], ["peer-hangs", "writes"]];
    if can_make_namespaces() {
        waits.push(["host-vanishes", "connecting"]);
    }
    for [scenario, pattern] in waits {
        let figures = interrupted(&["--scenario", scenario, "--pattern", pattern, "--watch", "1"]);
        assert_eq!(figures["errno"], Value::Null, "{scenario}, {pattern}: {figures}");
    }
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
    assert_eq!(namespaces_of(id), Vec::<String>::new());
}

#[test]
fn a_reply_lost_after_its_request_was_acknowledged_is_missed_by_keepalive_and_not_by_a_user_timeout_alone() {
    if !can_make_namespaces() {
        return;
    }
    let lost = ["--scenario", "drop-inbound", "--pattern", "acknowledged", "--user-timeout", "1000", "--watch", "4"];
    let alone = one(&lost);
    assert_eq!(alone["noticed_after_s"], Value::Null, "{alone}");
    let both = one(&[&lost[..], &["--keepalive", "1,1,3"]].concat());
    assert_eq!((&both["errno"], &both["predicted_s"]), (&Value::from("ETIMEDOUT"), &Value::from(2.0)), "{both}");
}

#[test]
fn without_namespaces_the_rest_still_runs_and_the_record_says_why() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let out = folder.path().join("record.json");
    let mut command = program();
    command.args(["run", "--profile", "quick", "--quiet", "--out"]).arg(&out).current_dir("/");
    if rustix::process::geteuid().is_root() {
        // Nobody.
        command.uid(65_534).gid(65_534);
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => return testkit::skip(format_args!("a place where nobody may run the program ({error})")),
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record: Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    let skipped = record["skipped"].as_array().unwrap();
    let needing =
        |needed: &str| skipped.iter().filter(|entry| entry["needs"].as_str().unwrap().contains(needed)).count();
    assert!(needing("root") > 30, "{skipped:?}");
    assert_eq!(needing("GRPCIO_PYTHON"), 1, "{skipped:?}");
    let fates = &record["series"][0]["points"].as_array().unwrap();
    let faults: Vec<&str> = fates.iter().map(|point| point["at"]["fault"].as_str().unwrap()).collect();
    assert!(
        faults.len() > 5 && faults.iter().all(|fault| ["SIGKILL", "SIGSTOP", "none"].contains(fault)),
        "{faults:?}"
    );
    let verdict = |id: &str| {
        record["judged"]["claims"].as_array().unwrap().iter().find(|claim| claim["id"] == id).unwrap()["verdict"]
            .clone()
    };
    assert_eq!(verdict("ninety-seconds"), "not-tested");
    assert_eq!(verdict("drops-are-alike"), "not-tested");
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
    assert!(refused(&["one", "--scenario", "own-link-down-in-flight"]).contains("pattern idle"));
    assert!(refused(&["one", "--scenario", "peer-reboots", "--grpc"]).contains("leave out --grpc"));
    refused(&["one"]);
    assert!(refused(&["supervisor", "/tmp"]).contains("no run of this experiment made this folder"));
    refused(&["--profile", "thorough"]);
    assert!(refused(&["run", "--overnight"]).contains("add --profile full"));
}
