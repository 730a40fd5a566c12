//! What a killed run left: its folder goes, and what still works for it.
#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

use supervisor::{Runs, remove};

#[test]
fn what_still_works_for_a_killed_run_ends_with_its_folder() {
    // No process has a number as large as this (`PID_MAX_LIMIT`).
    let folder = env::temp_dir().join("supervisor-left-4194305-77-0");
    fs::create_dir_all(&folder).unwrap();
    let [mut worker, mut other] = [(); 2].map(|()| Command::new("sleep").arg("2").spawn().unwrap());
    let works_for = |process, at: &std::path::Path| process == worker.id() && at == folder;
    Runs::of("supervisor-left").remove_left(works_for, remove);
    assert!(!folder.exists());
    assert_eq!(worker.wait().unwrap().signal(), Some(9));
    assert!(other.wait().unwrap().success(), "nothing else ends");
}
