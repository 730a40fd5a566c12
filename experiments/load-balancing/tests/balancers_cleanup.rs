//! Balancers leave no process and no file behind, however the run ends.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use testkit::wait_until;

/// Loads nginx with four workers for longer than any test waits, with its temporary files in this folder.
fn start(folder: &Path) -> Child {
    let arguments = "one --balancer nginx --policy least --workers 4 --seconds 600";
    let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing"));
    command.args(arguments.split(' ')).env("TMPDIR", folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// What there is of a run: the names of processes that work below its folder, and files.
fn traces(folder: &Path) -> Vec<String> {
    let works_there = |process: &Path| fs::read_link(process.join("cwd")).is_ok_and(|place| place.starts_with(folder));
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let name = |process: &Path| fs::read_to_string(process.join("comm")).unwrap_or_default();
    let mut found: Vec<String> =
        processes.filter(|process| works_there(process)).map(|process| name(&process)).collect();
    found.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().display().to_string()));
    found
}

fn kill(signal: &str, process: u32) {
    assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
}

/// nginx's master and its four workers.
fn all_run(folder: &Path) -> bool {
    traces(folder).iter().filter(|name| name.trim() == "nginx").count() == 5
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn signals_leave_nothing() {
    if !testkit::has(&["nginx"]) {
        return;
    }
    for signal in ["-INT", "-TERM", "-KILL"] {
        let folder = tempfile::tempdir().unwrap();
        let mut run = start(folder.path());
        wait_until("nginx starts", || all_run(folder.path()));
        kill(signal, run.id());
        assert!(!run.wait().unwrap().success());
        wait_until(&format!("nothing is left after {signal}: {:?}", traces(folder.path())), || {
            traces(folder.path()).is_empty()
        });
    }
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn what_a_run_left_whose_supervisor_was_killed_too_goes_with_the_next() {
    if !testkit::has(&["nginx"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut run = start(folder.path());
    wait_until("nginx starts", || all_run(folder.path()));
    let supervisor = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let place = folder.path().display().to_string();
    let is_supervisor = |id: &String| {
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains(" supervisor ") && line.contains(&place)
    };
    let supervisor: u32 = supervisor.into_iter().find(is_supervisor).unwrap().parse().unwrap();
    kill("-KILL", supervisor);
    kill("-KILL", run.id());
    run.wait().unwrap();
    assert!(!traces(folder.path()).is_empty());
    let mut next = start(folder.path());
    wait_until("the next run's nginx alone runs", || all_run(folder.path()));
    kill("-INT", next.id());
    next.wait().unwrap();
    wait_until("nothing is left", || traces(folder.path()).is_empty());
}
