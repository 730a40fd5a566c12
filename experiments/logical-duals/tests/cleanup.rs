//! Neither a cluster nor a folder is left behind, however a run ends.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use testkit::wait_until;

/// Races on PostgreSQL, with its temporary files in this folder.
fn start(folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_logical-duals"));
    command.args(["race", "--level", "serializable"]).env("TMPDIR", folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
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

fn runs(folder: &Path, program: &str) -> bool {
    traces(folder).iter().any(|name| name.trim() == program)
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_nothing() {
    if !Path::new("/usr/lib/postgresql").is_dir() {
        testkit::skip("postgresql");
        return;
    }
    for program in ["initdb", "psql"] {
        let folder = tempfile::tempdir().unwrap();
        // The cluster's user has to pass.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o711)).unwrap();
        let mut run = start(folder.path());
        wait_until(&format!("{program} starts"), || runs(folder.path(), program));
        run.kill().unwrap();
        run.wait().unwrap();
        wait_until(&format!("nothing is left: {:?}", traces(folder.path())), || traces(folder.path()).is_empty());
    }
}
