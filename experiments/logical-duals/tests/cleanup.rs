//! Neither a cluster nor a folder is left behind, however a run ends.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use testkit::{traces, wait_until};

/// Races on PostgreSQL, with its temporary files in this folder.
fn start(folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_logical-duals"));
    command.args(["race", "--level", "serializable"]).env("TMPDIR", folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn runs(folder: &Path, program: &str) -> bool {
    traces(folder).iter().any(|name| *name == program)
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
