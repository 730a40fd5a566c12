//! Nothing of a browser is left, however a run ends: no process, no folder, no screen, and no time that others seem to have used.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use browsers::{Browser, Driven};
use testkit::wait_until;

/// The processes that work for a run in this folder, by the environment that they were given: folders of `/proc`.
fn working_in(folder: &Path) -> Vec<PathBuf> {
    // Not the run itself, which was given the folder, but what was given one below it.
    let below = [folder.as_os_str().as_encoded_bytes(), b"/"].concat();
    let is_of_it = |process: &PathBuf| {
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        environment.windows(below.len()).any(|window| window == below)
            || fs::read_link(process.join("cwd")).is_ok_and(|place| place.starts_with(folder))
    };
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    processes.filter(is_of_it).collect()
}

/// Traces of a run in this folder: the command lines of processes, and files.
fn traces(folder: &Path) -> Vec<String> {
    let line = |process: PathBuf| fs::read(process.join("cmdline")).unwrap_or_default();
    let lines = working_in(folder).into_iter().map(line).map(|line| String::from_utf8_lossy(&line).into_owned());
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().display().to_string());
    lines.chain(files).collect()
}

/// Time of a process (14 and 15), or of the children that it has waited for (16 and 17): two fields of `/proc/ID/stat`
/// (proc_pid_stat(5)), in ticks. The second field, the name, ends with the last parenthesis.
fn ticks(process: &Path, first_field: usize) -> u64 {
    let stat = String::from_utf8_lossy(&fs::read(process.join("stat")).unwrap_or_default()).into_owned();
    let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields).split(' ').skip(first_field - 3).take(2);
    fields.map(|field| field.parse::<u64>().unwrap()).sum()
}

/// The locks of a run's screens, which lie outside of its folder.
fn screens(folder: &Path) -> Vec<PathBuf> {
    let logs = fs::read_dir(folder).unwrap().map(|run| run.unwrap().path().join("Xvfb.log"));
    let numbers =
        logs.filter_map(|log| fs::read_to_string(log).ok()?.lines().find_map(|line| line.parse::<u32>().ok()));
    numbers.map(|number| PathBuf::from(format!("/tmp/.X{number}-lock"))).collect()
}

/// A run that has opened a browser, with its temporary files in this folder.
fn open(browser: Browser, folder: &Path) -> Child {
    let mut command = Command::new(testkit::example("open"));
    command.args(["open", browser.name()]).env("TMPDIR", folder).stdin(Stdio::piped());
    let run = command.spawn().unwrap();
    // A process for the page is a child of the browser's own, and comes late.
    let page = match browser {
        Browser::Chromium => "--type=renderer",
        Browser::Firefox => "-contentproc",
        Browser::WebKit => "WebKitWebProcess",
    };
    wait_until(&format!("{browser:?} shows no page"), || traces(folder).iter().any(|line| line.contains(page)));
    run
}

fn kill(signal: &str, id: u32) {
    assert!(Command::new("kill").args([signal, &id.to_string()]).status().unwrap().success());
}

/// The number of a run's supervisor.
fn supervisor_of(run: &Child) -> u32 {
    let mut children = supervisor::processes().filter(|process| process.parent == run.id());
    children
        .find(|child| {
            fs::read_to_string(format!("/proc/{}/cmdline", child.id)).is_ok_and(|line| line.contains("\0supervisor\0"))
        })
        .expect("a run has a supervisor")
        .id
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn nothing_is_left() {
    for browser in Browser::ALL {
        if let Err(lacks) = browser.find(Driven::No) {
            testkit::skip_part(format!("{}: {}", lacks.what, lacks.why));
            continue;
        }
        for end in ["in peace", "-TERM", "-KILL", "with its supervisor"] {
            let folder = tempfile::tempdir().unwrap();
            let mut run = open(browser, folder.path());
            let screens = screens(folder.path());
            assert_eq!(screens.len(), usize::from(browser == Browser::WebKit), "{screens:?}");
            let own = Path::new("/proc/self");
            let used = || working_in(folder.path()).iter().map(|process| ticks(process, 14)).sum::<u64>();
            if end == "in peace" {
                // Most of it by the page, whose process the browser's own need not wait for.
                wait_until(&format!("{browser:?} does nothing"), || used() > 200);
            }
            let (used, before) = (used(), ticks(own, 16));
            // Kept, as waiting for a run would close it.
            let mut input = run.stdin.take();
            match end {
                "in peace" => input = None,
                "with its supervisor" => {
                    let supervisor = supervisor_of(&run);
                    // Stopped first, so that it cannot do its work before it ends.
                    kill("-STOP", supervisor);
                    kill("-KILL", run.id());
                    kill("-KILL", supervisor);
                }
                signal => kill(signal, run.id()),
            }
            assert_eq!(run.wait().unwrap().success(), end == "in peace");
            drop(input);
            if end == "in peace" {
                // Whoever waited for a process is said to have used its time: here the run, and none of the system's.
                assert!(ticks(own, 16) - before >= used, "{browser:?} is counted as another program");
            }
            if end == "with its supervisor" {
                // The system ends what that had started, and not what the run had started itself.
                wait_until(&format!("{browser:?} goes on"), || working_in(folder.path()).len() == 1);
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
                // The next run removes it.
                let mut next = open(browser, folder.path());
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
                drop(next.stdin.take());
                assert!(next.wait().unwrap().success());
            }
            wait_until(&format!("{browser:?} is left after it ended {end}: {:?}", traces(folder.path())), || {
                traces(folder.path()).is_empty() && !screens.iter().any(|lock| lock.exists())
            });
        }
    }
}
