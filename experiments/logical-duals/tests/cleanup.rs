//! Neither a cluster nor a folder is left behind, however a run ends.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use supervisor::{processes, works_for};
use testkit::{make_program, traces, wait_until};

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

/// Asks Z3, which a Python has that this script makes in place of `python3`; Cargo's output is this folder.
fn ask_z3(folder: &Path, name: &str, script: &str) -> Command {
    let programs = folder.join(name);
    fs::create_dir(&programs).unwrap();
    make_program(&programs.join("python3"), format!("#!/bin/sh\n{script}\n"));
    let mut command = Command::new(folder.join("logical-duals"));
    command.args(["one", "--puzzle", "jugs", "--goal", "4", "--door", "find", "--tool", "z3"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", programs.display())).env("TMPDIR", folder.join("temporary"));
    command.env_remove("LOGICAL_DUALS_PYTHON").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_ends_the_making_of_a_python_and_the_next_run_takes_no_half_made_one() {
    // On the disk of the program, so that it can be linked.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let folder = folder.path();
    fs::copy(Path::new(env!("CARGO_TARGET_TMPDIR")).join("../CACHEDIR.TAG"), folder.join("CACHEDIR.TAG")).unwrap();
    fs::create_dir(folder.join("temporary")).unwrap();
    fs::hard_link(env!("CARGO_BIN_EXE_logical-duals"), folder.join("logical-duals")).unwrap();
    // Two processes, as `venv` and the `ensurepip` that it starts: they go on as long as this test does.
    let writes = r#"(while [ -e "$0" ]; do mkdir -p "$3"; echo >> "$3/half"; sleep 0.05; done) & wait"#;
    let mut killed = ask_z3(folder, "writing", writes).spawn().unwrap();
    let environments = folder.join("python");
    wait_until("a Python is being made", || environments.join("being-made.part/half").exists());
    killed.kill().unwrap();
    killed.wait().unwrap();
    let makes = r#"mkdir "$3/bin" && sleep 0.3 && ln -s /bin/true "$3/bin/python""#;
    // That Python answers nothing.
    assert!(!ask_z3(folder, "making", makes).status().unwrap().success());
    let work = || processes().any(|process| works_for(process.id, folder));
    wait_until("nothing works on", || !work());
    let names = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&environments), ["lock", "z3-solver-5.4.1.0"]);
    assert_eq!(names(&environments.join("z3-solver-5.4.1.0")), ["bin", "requirements.txt"]);
    assert_eq!(names(&folder.join("temporary")), [""; 0]);
}
