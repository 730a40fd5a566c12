//! Neither a program nor a folder is left behind, however a run ends.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A quick run, with its temporary files in this folder.
fn start(folder: &Path) -> Child {
    let record = folder.with_extension("json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_static-page"));
    command.args(["run", "--profile", "quick", "--quiet", "--out"]).arg(record).env("TMPDIR", folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// What there is of a run: the command lines of processes that work or have their files below its folder, and files.
fn traces(folder: &Path) -> Vec<String> {
    let is_of_it = |process: &Path| {
        fs::read_link(process.join("cwd")).is_ok_and(|place| place.starts_with(folder))
            || fs::read(process.join("environ")).is_ok_and(|variables| {
                let name = folder.as_os_str().as_encoded_bytes();
                // Not the run itself, which was given the folder, but what works for it.
                variables
                    .windows(name.len() + 1)
                    .any(|window| window[..name.len()] == *name && window[name.len()] == b'/')
            })
    };
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let line = |process: &Path| {
        fs::read_to_string(process.join("cmdline"))
            .unwrap_or_default()
            .split('\0')
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let mut found: Vec<String> = processes.filter(|process| is_of_it(process)).map(|process| line(&process)).collect();
    found.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().display().to_string()));
    found
}

/// The locks of the screens that runs have started, which lie outside of their folders.
fn screens(folder: &Path) -> Vec<PathBuf> {
    let logs = fs::read_dir(folder).unwrap().map(|run| run.unwrap().path().join("Xvfb.log"));
    let numbers =
        logs.filter_map(|log| fs::read_to_string(log).ok()?.lines().find_map(|line| line.parse::<u32>().ok()));
    numbers.map(|number| PathBuf::from(format!("/tmp/.X{number}-lock"))).collect()
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < TIMEOUT, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn signals_leave_nothing() {
    // Browsers are of many processes, some of which leave the folder; all have to go. What is on the path, and what they are called.
    for (signal, program, name) in [
        ("-INT", "chromium", "chromium"),
        ("-TERM", "firefox", "firefox"),
        ("-KILL", "chromium", "chromium"),
        ("-KILL", "firefox", "firefox"),
        ("-KILL", "WebKitWebDriver", "webkit2gtk"),
    ] {
        if !testkit::has(&[program]) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let mut run = start(folder.path());
        wait_until(&format!("{name} starts"), || {
            traces(folder.path()).iter().filter(|line| line.contains(name)).count() > 2
        });
        let screens = screens(folder.path());
        assert_eq!(screens.len(), usize::from(name == "webkit2gtk"), "{screens:?}");
        assert!(Command::new("kill").args([signal, &run.id().to_string()]).status().unwrap().success());
        assert!(!run.wait().unwrap().success());
        wait_until(&format!("nothing is left after {signal} of {name}"), || {
            traces(folder.path()).is_empty() && !screens.iter().any(|lock| lock.exists())
        });
    }
}
