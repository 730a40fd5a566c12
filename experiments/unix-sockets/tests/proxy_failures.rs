//! A server of the proxy case that fails amid a run is left out of the record, with the reason; all else is published.

mod proxy_support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use proxy_support::{NO_GUNICORN, TracedRun, instead, missing_engine, python};
use testkit::{OLD_RECORD, has, wait_until};

/// All of it.
const RUN: &[&str] = &["run", "--profile", "quick", "--quiet"];
/// What the record says that it lacks without each server.
const NGINX: &str = "nginx's own answer, by wrk and by this program's own sockets";
const GUNICORN: &str = "Flask under Gunicorn, behind nginx";
const RUST: &str = "the Rust server, behind nginx";
const DOCKER: &str = "Docker's forwarded port and a Unix socket in a mounted folder";

fn start(folder: &Path, change: impl FnOnce(&mut Command)) -> TracedRun {
    let python = python();
    TracedRun::start(folder, RUN, |command| {
        command.env("GUNICORN_PYTHON", python.as_deref().unwrap_or(Path::new("")));
        change(command);
    })
}

/// A wrk that does this first, at its `CALL`-th call, and then what wrk does; and the file that has a line for each call.
fn faulty_wrk(folder: &Path, script: &str) -> (String, PathBuf) {
    let calls = folder.join("calls");
    let path = std::env::var("PATH").unwrap();
    let script = format!(
        "echo >> {calls}\nCALL=$(($(wc -l < {calls})))\n{script}\nPATH={path}\nexec wrk \"$@\"",
        calls = calls.display()
    );
    (instead(folder, "wrk", &script), calls)
}

/// The record of a run that ends well and leaves nothing.
#[track_caller]
fn record_of(mut run: TracedRun) -> Value {
    assert!(run.child.wait().unwrap().success());
    assert_eq!(run.traces(), Vec::<String>::new());
    serde_json::from_slice(&fs::read(&run.out).unwrap()).unwrap()
}

/// How many points a series has, of one server.
fn points(record: &Value, series: &str, server: &str) -> usize {
    let series = record["series"].as_array().unwrap().iter().find(|one| one["id"] == series).unwrap();
    series["points"].as_array().unwrap().iter().filter(|point| point["at"]["server"] == server).count()
}

/// The record's entry on what is missing without a server.
fn skipped<'a>(record: &'a Value, what: &str) -> Option<&'a Value> {
    record["skipped"].as_array().unwrap().iter().find(|entry| entry["what"] == what)
}

/// Each server's measurements are all there or, if and only if the record says why, not there at all. Which are missing.
#[track_caller]
fn missing(record: &Value) -> Vec<&'static str> {
    let of_docker = if python().is_some() { ("gunicorn", 8, 6) } else { ("rust", 8, 6) };
    let all = [
        (NGINX, vec![("proxy", "nginx-static", 1), ("cross-check", "nginx-static", 1)]),
        (GUNICORN, vec![("proxy", "gunicorn", 4), ("proxy-ratios", "gunicorn", 2)]),
        (RUST, vec![("proxy", "rust", 4), ("proxy-ratios", "rust", 2)]),
        (DOCKER, vec![("docker", of_docker.0, of_docker.1), ("docker-ratios", of_docker.0, of_docker.2)]),
    ];
    let mut missing = Vec::new();
    for (what, expected) in all {
        let is_missing = skipped(record, what).is_some();
        for (series, server, number) in expected {
            let number = if is_missing { 0 } else { number };
            assert_eq!(points(record, series, server), number, "{series}: {server}; {}", record["skipped"]);
        }
        missing.extend(is_missing.then_some(what));
    }
    // What comes before is there in any case.
    let raw = record["series"].as_array().unwrap().iter().find(|series| series["id"] == "ratios").unwrap();
    assert!(!raw["points"].as_array().unwrap().is_empty());
    missing
}

/// What cannot be had here, without any fault.
fn not_here() -> Vec<&'static str> {
    let gunicorn = python().is_none().then_some(NO_GUNICORN);
    let missing = [(GUNICORN, gunicorn), (DOCKER, missing_engine())].into_iter();
    let missing = missing.filter_map(|(what, lacks)| lacks.map(|lacks| (what, lacks)));
    missing.inspect(|(_, lacks)| testkit::skip_part(lacks)).map(|(what, _)| what).collect()
}

fn verdict<'a>(record: &'a Value, claim: &str) -> &'a Value {
    &record["judged"]["claims"].as_array().unwrap().iter().find(|one| one["id"] == claim).unwrap()["verdict"]
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn a_server_that_dies_amid_is_left_out_with_its_reason_and_the_rest_is_published() {
    if !has(&["wrk", "nginx"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let run = start(folder.path(), |_| {});
    wait_until("no `wrk` comes", || run.has_started("wrk --threads"));
    run.kill(" hello --tcp=127.0.0.1:");
    let record = record_of(run);
    let mut expected = not_here();
    expected.insert(expected.iter().take_while(|&&what| what == GUNICORN).count(), RUST);
    assert_eq!(missing(&record), expected, "{}", record["skipped"]);
    let entry = skipped(&record, RUST).unwrap();
    let why = entry["why"].as_str().unwrap();
    assert!(why.starts_with("rust by ") && why.contains(", in round 1 of 1: "), "{why}");
    assert!(why.contains("it no longer answers right: it answers 502"), "{why}");
    assert_eq!(entry["needs"], "a Rust server, nginx and wrk that work until the run ends");
    assert_eq!(verdict(&record, "proxy-at-full-speed"), "not-tested");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn a_server_one_of_whose_ways_does_not_start_is_left_out_with_all_of_them() {
    let Some(python) = python() else { return testkit::skip(NO_GUNICORN) };
    if !has(&["wrk", "nginx"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = format!("case \"$*\" in *unix:*) exit 1;; esac\nexec {} \"$@\"", python.display());
    instead(folder.path(), "python-without-unix", &script);
    let named = folder.path().join("programs/python-without-unix");
    let record = record_of(start(folder.path(), |command| _ = command.env("GUNICORN_PYTHON", named)));
    let missing = missing(&record);
    assert!(missing.contains(&GUNICORN) && !missing.contains(&RUST), "{}", record["skipped"]);
    assert_eq!(skipped(&record, GUNICORN).unwrap()["needs"], "Gunicorn that starts");
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn where_wrk_fails_once_what_it_loaded_is_left_out_with_its_reason_and_all_else_is_in_the_record() {
    if !has(&["wrk", "nginx"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = faulty_wrk(folder.path(), "[ $CALL = 3 ] && { echo injected >&2; exit 3; }");
    let record = record_of(start(folder.path(), |command| _ = command.env("PATH", path)));
    let failed: Vec<_> = missing(&record).into_iter().filter(|what| !not_here().contains(what)).collect();
    let [failed] = failed[..] else { panic!("{failed:?}: {}", record["skipped"]) };
    let why = skipped(&record, failed).unwrap()["why"].as_str().unwrap();
    assert!(why.ends_with(", in round 1 of 1: `wrk` ended with exit status: 3: injected"), "{why}");
    for (program, says) in [("nginx", "nginx/"), ("wrk", "wrk ")] {
        let version = record["provenance"]["programs"][program].as_str();
        assert!(version.is_some_and(|version| version.contains(says)), "{program}: {version:?}");
    }
    // The Rust server is what it is judged by.
    assert_eq!(verdict(&record, "proxy-at-full-speed") == "not-tested", failed == RUST);
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn ctrl_c_ends_a_run_in_which_a_server_failed_and_leaves_the_old_record() {
    if !has(&["wrk", "nginx"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // The second goes on until it is ended.
    let script = "[ $CALL = 1 ] && { echo injected >&2; exit 3; }\n[ $CALL = 2 ] && exec sleep 600";
    let (path, calls) = faulty_wrk(folder.path(), script);
    fs::write(folder.path().join("record.json"), OLD_RECORD).unwrap();
    let mut run = start(folder.path(), |command| _ = command.env("PATH", path));
    wait_until("no second `wrk` comes", || fs::read_to_string(&calls).is_ok_and(|calls| calls.lines().count() == 2));
    run.signal("-INT");
    assert_eq!(run.child.wait().unwrap().code(), Some(130));
    run.wait_until_gone();
    assert_eq!(fs::read_to_string(&run.out).unwrap(), OLD_RECORD);
}
