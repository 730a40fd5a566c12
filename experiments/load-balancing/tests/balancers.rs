//! `load-balancing one --balancer` as its user meets it.
#![cfg(target_os = "linux")]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

fn one(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing"));
    command.arg("one").args(arguments.split_whitespace()).output().unwrap()
}

#[test]
fn one_balancer_is_started_loaded_and_told_of() {
    if !testkit::has(&["nginx"]) {
        return;
    }
    let output = one("--balancer nginx --policy random-two --workers 2 --zone --seconds 0.5 --seed 3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["balancer"], &found["policy"]), (&Value::from("nginx"), &Value::from("random-two")));
    assert_eq!((&found["workers"], &found["zone"]), (&Value::from(2.0), &Value::from("with")));
    assert!(found["version"].as_str().unwrap().contains("nginx/"), "{found}");
    let by_server = found["requests_by_server"].as_array().unwrap();
    assert_eq!(by_server.len(), 13);
    assert_eq!(by_server.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), found["requests"].as_u64().unwrap());
    // Of two choices; random placement has 1, and a busy machine makes it more.
    let [measured, predicted] =
        [&found, &found["predicted"]].map(|figures| figures["variance_over_mean"].as_f64().unwrap());
    assert!((0.02..0.8).contains(&measured) && (0.1..0.3).contains(&predicted), "{found}");
    assert!(found["processor_seconds_per_request"].as_f64().is_none_or(|seconds| (1e-6..1e-2).contains(&seconds)));
}

#[test]
fn servers_hold_requests_for_as_long_as_is_asked() {
    if !testkit::has(&["nginx"]) {
        return;
    }
    let output = one("--balancer nginx --policy round-robin --hold 250 --seconds 0.5 --seed 3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["mean_work_seconds"], 0.25);
    // 130 at a time, of 250 ms each, for 5 of these and half a second: Poisson of mean 910.
    assert!((750..1100).contains(&found["requests"].as_u64().unwrap()), "{found}");
    // Of exponential times half are below 173 ms; those that are still held at the end are let go.
    let [measured, predicted] = [&found, &found["predicted"]].map(|figures| figures["p50_seconds"].as_f64().unwrap());
    assert!((0.05..0.4).contains(&measured) && (0.15..0.2).contains(&predicted), "{found}");
}

#[test]
fn a_failing_server_answers_most_requests_under_least_connections_unless_others_are_asked() {
    if !testkit::has(&["nginx"]) {
        return;
    }
    let share = |arguments: &str| {
        let output = one(&format!("--balancer nginx --policy least --failing 1 --seconds 0.5 {arguments}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        ["value", "low", "high"].map(|end| found["failed_share"][end].as_f64().unwrap())
    };
    let [value, low, high] = share("");
    assert!(0.5 < low && low < value && value < high && high < 1.0, "{value} {low} {high}");
    let [value, low, high] = share("--next-upstream");
    assert!(value == 0.0 && low == 0.0 && high < 0.02, "{value} {high}");
}

#[test]
fn a_mistake_is_one_clear_line_and_exit_status_2() {
    for (arguments, said) in [
        ("--balancer traefik --policy random", "balancer is \"traefik\"; it must be one of nginx, nginx-newest,"),
        ("--balancer nginx --policy random --hold 19", "hold is 19; it must be from 20 to 2000"),
        ("--balancer nginx --policy random --hold 2001", "hold is 2001; it must be from 20 to 2000"),
        ("--balancer nginx --policy random --hold -5", "hold is -5; it must be from 20 to 2000"),
        ("--balancer nginx --policy random --hold NaN", "it must be from 20 to 2000"),
        ("--balancer nginx --policy random --hold 50 --queue", "cannot be used with"),
        ("--balancer nginx --policy least --failing 1 --queue", "cannot be used with"),
        ("--balancer nginx --policy least --failing 13", "failing is 13; it must be from 0 to 12"),
        ("--balancer haproxy --policy least --failing 1 --next-upstream", "next-upstream: nginx alone has it"),
        ("--balancer haproxy --policy least --no-reuseport", "no-reuseport: it matters to nginx alone"),
        ("--hold 50", "--balancer <NAME>"),
        ("--balancer nginx --policy random --port 0", "port is 0; it must be from 1 to 65,535"),
        ("--balancer nginx --policy random --port 65536", "port is 65,536; it must be from 1 to 65,535"),
        ("--balancer nginx --policy best", "policy is \"best\"; it must be one of random, random-two,"),
        ("--balancer nginx", "--policy <NAME>"),
        ("--policy random", "--balancer <NAME>"),
        ("--balancer nginx --policy random --items 5", "cannot be used with"),
        ("--balancer nginx --policy random --workers 0", "workers is 0; it must be from 1 to 64"),
        ("--balancer nginx --policy random --workers -1", "invalid value '-1' for '--workers"),
        ("--balancer haproxy --policy random --weight 257", "weight is 257; it must be from 1 to 256"),
        ("--balancer haproxy --policy random --zone", "zone: nginx alone has one"),
        ("--balancer nginx --policy random --weight 2", "weight: it matters to HAProxy alone"),
        ("--balancer caddy --policy random --workers 2", "workers: Caddy takes all processors"),
        ("--balancer nginx --policy random --seconds 0", "seconds is 0; it must be more than 0"),
        ("--balancer nginx --policy random --seconds -1", "seconds is -1; it must be more than 0"),
        ("--balancer nginx --policy random --seconds NaN", "it must be more than 0"),
        ("--balancer nginx --policy random --seconds 3601", "at most 3600"),
        ("--balancer nginx --policy random --capacity 1001", "capacity is 1,001; it must be from 0 to 1,000"),
    ] {
        let output = one(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.starts_with("load-balancing: ") && error.contains(said), "{arguments}: {error}");
        assert_eq!((error.lines().count(), output.stdout.len()), (1, 0), "{error}");
    }
}

/// Runs it with these programs alone (but those that the system keeps for root), and expects a line, status 1, and nothing left.
fn failed(arguments: &str, programs: &Path) -> String {
    let temporary = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing"));
    let output = command
        .arg("one")
        .args(arguments.split_whitespace())
        .env("PATH", programs)
        .env("TMPDIR", temporary.path())
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{error}");
    assert!(output.stdout.is_empty());
    let left: Vec<PathBuf> = fs::read_dir(temporary.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
    error
}

/// A program of this name that does this, in a folder of its own.
fn stand_in(name: &str, script: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    testkit::make_program(&folder.path().join(name), format!("#!/bin/sh\n{script}\n"));
    folder
}

#[test]
fn a_balancer_that_is_not_there_is_one_line() {
    let nowhere = tempfile::tempdir().unwrap();
    // Names that no distribution puts among the system's programs.
    let needs = |balancer: &str| failed(&format!("--balancer {balancer} --policy random"), nowhere.path());
    let said = "load-balancing: cannot start caddy: there is no `caddy` here; it needs the package caddy\n";
    assert_eq!(needs("caddy"), said);
}

#[test]
fn a_balancer_that_does_not_start_is_one_line_with_its_last_words() {
    let version = "case $1 in -v) echo nginx version: stand-in/1.0; exit;; esac";
    let folder = stand_in("nginx", &format!("{version}\necho this one never starts >&2; exit 1"));
    let said = failed("--balancer nginx --policy random", folder.path());
    assert_eq!(said, "load-balancing: nginx-random-1-1: it ended at once: this one never starts\n");
    // One without a version does not even try.
    let folder = stand_in("nginx", "exit 1");
    let said = failed("--balancer nginx --policy random", folder.path());
    assert_eq!(said, "load-balancing: nginx: it does not tell its version\n");
}

#[test]
fn a_port_that_is_taken_is_one_line() {
    let folder = stand_in("nginx", "echo nginx version: stand-in/1.0");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let said = failed(&format!("--balancer nginx --policy random --port {port}"), folder.path());
    assert!(said.starts_with(&format!("load-balancing: cannot have port {port}: Address already in use")), "{said}");
}

#[test]
fn another_program_at_its_port_is_not_taken_for_a_balancer() {
    // The stand-in waits until the port is taken by us, who answer whoever comes, and then ends.
    let signs = tempfile::tempdir().unwrap();
    let [started, taken] = ["started", "taken"].map(|sign| signs.path().join(sign));
    let wait = format!(": > {}; until [ -e {} ]; do /bin/sleep 0.02; done", started.display(), taken.display());
    let version = "case $1 in -v) echo nginx version: stand-in/1.0; exit;; esac";
    let folder = stand_in("nginx", &format!("{version}\n{wait}\n/bin/sleep 0.3; echo the port is taken; exit 1"));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let said = thread::scope(|scope| {
        let holder = scope.spawn(|| {
            let waited = (0..10_000).any(|_| {
                started.exists() || {
                    thread::sleep(Duration::from_millis(5));
                    false
                }
            });
            assert!(waited, "the stand-in does not start");
            let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
            fs::write(&taken, "").unwrap();
            listener
        });
        let said = failed(&format!("--balancer nginx --policy random --port {port}"), folder.path());
        drop(holder.join());
        said
    });
    assert_eq!(said, "load-balancing: nginx-random-1-1: it ended at once: the port is taken\n");
}
