//! The next run removes the folder of a killed run, and ends the processes that still work for it.
#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

use supervisor::Runs;

#[test]
fn what_still_works_for_a_killed_run_ends_with_its_folder() {
    // No process has a number as large as this (`PID_MAX_LIMIT`).
    let folder = env::temp_dir().join("supervisor-left-4194305-77-0");
    fs::create_dir_all(folder.join("deeper")).unwrap();
    let own = Runs::new("supervisor-left").make_folder().unwrap();
    let sleeps = |at| Command::new("sleep").arg("60").current_dir(at).spawn().unwrap();
    let (mut theirs, mut ours) = (sleeps(&folder.join("deeper")), sleeps(&own));
    Runs::new("supervisor-left").clear_abandoned();
    assert!(!folder.exists());
    assert_eq!(theirs.wait().unwrap().signal(), Some(9));
    assert!(own.exists() && ours.try_wait().unwrap().is_none(), "what is in use stays");
    Runs::new("supervisor-left").end_and_remove(&own);
    assert!(!own.exists() && !ours.wait().unwrap().success());
}
