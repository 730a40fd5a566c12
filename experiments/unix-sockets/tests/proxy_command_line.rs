//! The proxy case's commands as a user, or somebody with bad intentions, meets them.

mod proxy_support;

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use proxy_support::program;

/// The line on standard error of a command that is refused.
fn refused(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = program().args(arguments).output().unwrap();
    assert_eq!(status.code(), Some(2), "{arguments:?}");
    assert_eq!(stdout, b"");
    String::from_utf8(stderr).unwrap()
}

#[test]
fn hostile_arguments_are_refused() {
    for rounds in ["0", "101", "-1", "many", "99999999999"] {
        refused(&["cross-check", "--rounds", rounds]);
    }
    refused(&["become"]);
    refused(&["become", "1"]);
    refused(&["become", "somebody", "true"]);
    refused(&["supervisor"]);
    refused(&["hello"]);
    refused(&["hello", "--tcp=nowhere", "text"]);
}

#[test]
fn nothing_begins_whose_parent_has_ended() {
    let own = std::process::id().to_string();
    assert!(program().args(["become", &own, "true"]).status().unwrap().success());
    // No process has a number as large as this (`PID_MAX_LIMIT`).
    let output = program().args(["become", "4194305", "true"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap().trim_end(),
        "unix-sockets: true: its parent ended before it began"
    );
}

#[test]
fn the_supervisor_removes_no_folder_but_a_runs_own() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["mine", "unix-sockets", "unix-sockets-1-2", "other-1-2-0"] {
        let mine = folder.path().join(name);
        fs::create_dir(&mine).unwrap();
        let said = refused(&["supervisor", mine.to_str().unwrap()]);
        assert!(said.contains("no run of this experiment made this folder"), "{said}");
        assert!(mine.exists());
    }
}

#[test]
fn without_wrk_the_cross_check_says_what_to_install() {
    // Looked for even where the path does not lead.
    if ["/usr/sbin/wrk", "/sbin/wrk"].iter().any(|path| Path::new(path).exists()) {
        return testkit::skip("a system without wrk among its own programs");
    }
    let folder = tempfile::tempdir().unwrap();
    let output = program().arg("cross-check").env("PATH", folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["skipped"]["why"], "there is no `wrk` here");
    assert_eq!(said["skipped"]["needs"], "the package wrk");
}
