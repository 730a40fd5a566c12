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

/// nginx's master and its four workers.
fn all_run(folder: &Path) -> bool {
    traces(folder).iter().filter(|name| name.trim() == "nginx").count() == 5
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_nothing() {
    if !testkit::has(&["nginx"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut run = start(folder.path());
    wait_until("nginx starts", || all_run(folder.path()));
    run.kill().unwrap();
    run.wait().unwrap();
    wait_until(&format!("nothing is left: {:?}", traces(folder.path())), || traces(folder.path()).is_empty());
}
