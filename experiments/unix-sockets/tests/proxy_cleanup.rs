//! The proxy case leaves no process, file, mount, control group or namespace behind and touches nothing outside, however
//! it ends.

mod proxy_support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use proxy_support::{NO_GUNICORN, TracedRun, instead, missing_engine, program, python};
use testkit::has;
use testkit::wait_until;

/// Files and folders that engines and servers write where they are not told otherwise.
const PLACES: [&str; 12] = [
    "/etc/docker",
    "/etc/cni",
    "/opt/containerd",
    "/run/containerd",
    "/run/docker",
    "/run/docker.pid",
    "/run/docker.sock",
    "/run/nginx.pid",
    "/var/lib/containerd",
    "/var/lib/docker",
    "/var/lib/nginx",
    "/var/log/nginx",
];

/// What the machine is like outside: those places with what is in them and when it changed, the network and the mounts.
fn outside() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // Gunicorn's control socket lies in the user's own folder.
    let of_the_user = std::env::home_dir().map(|home| home.join(".gunicorn"));
    let mut folders: Vec<PathBuf> = PLACES.iter().map(PathBuf::from).chain(of_the_user).collect();
    while let Some(path) = folders.pop() {
        let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
        found.insert(format!("{} {:?}", path.display(), metadata.modified().unwrap()));
        if metadata.is_dir() {
            folders.extend(fs::read_dir(&path).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())));
        }
    }
    for arguments in [&["-o", "link"][..], &["-o", "address"], &["route", "show", "table", "all"], &["rule"]] {
        let output = Command::new("ip").args(arguments).output();
        // Other tests' namespaces come and go; they are not the network's.
        let said = output.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned());
        found.insert(format!("ip {arguments:?}: {said}"));
    }
    let rules = Command::new("iptables-save").output();
    found.insert(format!("{:?}", rules.map(|output| output.stdout).ok()));
    found
}

/// All of it.
const RUN: &[&str] = &["run", "--profile", "quick", "--quiet"];
/// nginx and wrk alone, for longer than any test waits.
const CROSS_CHECK: &[&str] = &["cross-check", "--rounds", "100"];

fn start(folder: &Path, arguments: &[&str]) -> TracedRun {
    let python = python();
    TracedRun::start(folder, arguments, |command| {
        command.env("GUNICORN_PYTHON", python.as_deref().unwrap_or(Path::new("")));
    })
}

/// Killed once there is such a process, it leaves nothing.
#[track_caller]
fn killed_leaves_nothing(arguments: &[&str], once_there_is: &str) {
    let before = outside();
    let folder = tempfile::tempdir().unwrap();
    let mut run = start(folder.path(), arguments);
    wait_until(&format!("no `{once_there_is}` comes"), || run.has_started(once_there_is));
    run.child.kill().unwrap();
    run.child.wait().unwrap();
    run.wait_until_gone();
    assert!(!run.out.exists());
    assert_eq!(before, outside());
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_nothing() {
    if has(&["wrk", "nginx"]) {
        killed_leaves_nothing(CROSS_CHECK, "wrk --threads");
    }
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_while_servers_start_leaves_nothing() {
    if python().is_none() {
        return testkit::skip(NO_GUNICORN);
    }
    if has(&["wrk", "nginx"]) {
        killed_leaves_nothing(RUN, "gunicorn");
    }
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_no_engine_and_no_container() {
    if let Some(missing) = missing_engine() {
        return testkit::skip(missing);
    }
    if has(&["wrk", "nginx"]) {
        killed_leaves_nothing(RUN, "docker-proxy");
    }
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn success_leaves_nothing() {
    if !has(&["wrk", "nginx"]) {
        return;
    }
    let before = outside();
    let folder = tempfile::tempdir().unwrap();
    let mut run = TracedRun::start(folder.path(), &["cross-check", "--rounds", "1"], |_| {});
    let mut said = String::new();
    run.child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(run.child.wait().unwrap().success());
    // Without any waiting: all is gone when the program ends.
    assert_eq!(run.traces(), Vec::<String>::new());
    assert_eq!(before, outside());
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["theirs"], "wrk");
    let [ours, theirs, ratio] =
        [&said["ours_value"], &said["theirs_value"], &said["ratio"]["value"]].map(|value| value.as_f64().unwrap());
    assert!(ours > 0.0 && theirs > 0.0 && (ratio - ours / theirs).abs() < 1e-9, "{said}");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn a_failure_amid_a_run_leaves_nothing_and_is_one_line() {
    if !has(&["wrk", "nginx"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = instead(folder.path(), "wrk", "echo injected >&2; exit 3");
    let mut run = TracedRun::start(folder.path(), &["cross-check", "--rounds", "1"], |command| {
        command.env("PATH", path);
    });
    let mut said = String::new();
    run.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(run.child.wait().unwrap().code(), Some(1), "{said}");
    assert_eq!(said.trim_end(), "unix-sockets: `wrk` ended with exit status: 3: injected");
    assert_eq!(run.traces(), Vec::<String>::new());
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn an_nginx_that_does_not_start_is_told_with_its_reason() {
    if !has(&["wrk", "nginx"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = instead(folder.path(), "nginx", "echo no such luck >&2; exit 1");
    let output = program().args(["cross-check", "--rounds", "1"]).env("PATH", path).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.trim_end(), "unix-sockets: nginx: it ended at once: no such luck");
}
