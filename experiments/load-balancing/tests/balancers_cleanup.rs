//! Balancers leave no process and no file behind, however the run ends.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use testkit::{traces, wait_until};

/// Loads nginx with four workers for longer than any test waits, with its temporary files in this folder.
fn start(folder: &Path) -> Child {
    let arguments = "one --balancer nginx --policy least --workers 4 --seconds 600";
    let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing"));
    command.args(arguments.split(' ')).env("TMPDIR", folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// nginx's master and its four workers.
fn all_run(folder: &Path) -> bool {
    traces(folder).iter().filter(|name| *name == "nginx").count() == 5
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
