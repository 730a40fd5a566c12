//! Helpers of tests that start programs, which are not on every machine and take their time.
//!
//! A test cannot tell Rust's test runner that it was left out: it returns early, and counts as passed. So it says so here,
//! on its own thread, in a line on standard error, and `npm test` counts it as skipped and names what it lacks.

mod judging;

pub use judging::judges_whatever_is_missing;

use std::env;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A record as far as a run needs it to take it for an older one, and replace it.
pub const OLD_RECORD: &str =
    r#"{"schema_version": 1, "experiment": "made-up", "provenance": {}, "series": [], "claims": []}"#;

/// Says that the running test is left out, for want of what it `lacks`; it should return at once.
///
/// # Panics
///
/// Where this cannot be written down.
pub fn skip(lacks: impl Display) {
    say("test", &lacks.to_string());
}

/// Says that a part of the running test is left out; the rest counts.
///
/// # Panics
///
/// Where this cannot be written down.
pub fn skip_part(lacks: impl Display) {
    say("part", &lacks.to_string());
}

/// Looks for programs. Where one is missing, the running test is left out, and should return at once.
///
/// # Panics
///
/// Where this cannot be written down.
pub fn has(programs: &[&str]) -> bool {
    let missing: Vec<&str> = programs.iter().copied().filter(|program| find(program).is_none()).collect();
    if !missing.is_empty() {
        skip(missing.join(", "));
    }
    missing.is_empty()
}

/// The longest that a test waits for something that comes within seconds, or never, on a machine that has other work.
pub const TIMEOUT: Duration = Duration::from_secs(180);

/// Waits until it is so.
///
/// # Panics
///
/// With `what`, where it is not within the [`TIMEOUT`].
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < TIMEOUT, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Traces of a run in `/proc` and its temporary folder: the names of processes that work below the folder, and the files in it.
///
/// # Panics
///
/// Where the folder, or `/proc`, cannot be read.
#[track_caller]
pub fn traces(folder: &Path) -> Vec<String> {
    let entries = |folder: &Path| fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let works_there =
        |process: &PathBuf| fs::read_link(process.join("cwd")).is_ok_and(|place| place.starts_with(folder));
    let processes = entries(Path::new("/proc")).filter_map(|entry| Some(entry.ok()?.path())).filter(works_there);
    let names = processes.map(|process| fs::read_to_string(process.join("comm")).unwrap_or_default().trim().to_owned());
    let files = entries(folder).filter_map(|entry| Some(entry.ok()?.path().display().to_string()));
    names.chain(files).collect()
}

/// Tells that the tests run as well which are left out for what they take: then they may also install what they need into
/// Cargo's output.
pub fn runs_all() -> bool {
    env::args().any(|argument| argument == "--include-ignored" || argument == "--ignored")
}

/// Makes a program of these bytes, such as a script; folders are there already.
///
/// Another process writes it: what this one has open for writing, a program that another test starts at that moment has
/// open, too, until it is executed, and the system executes no file that is open for writing (ETXTBSY, execve(2)).
///
/// # Panics
///
/// Where it cannot be written.
#[track_caller]
pub fn make_program(path: &Path, bytes: impl AsRef<[u8]>) {
    let mut writer = Command::new("/bin/sh");
    writer.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(path).stdin(Stdio::piped());
    let mut writer = writer.spawn().unwrap_or_else(|error| panic!("cannot start /bin/sh: {error}"));
    // The pipe closes at the end of the statement.
    let written = writer.stdin.take().expect("it is piped").write_all(bytes.as_ref());
    let ended = writer.wait();
    assert!(written.is_ok() && ended.is_ok_and(|status| status.success()), "cannot write {}", path.display());
}

/// An example of the package that is tested, which `cargo test` compiles unless it is told to compile one test alone.
///
/// # Panics
///
/// Where it is not compiled.
#[track_caller]
pub fn example(name: &str) -> PathBuf {
    let tests = env::current_exe().expect("the system tells which program this is");
    let profile = tests.ancestors().nth(2).expect("Cargo puts it two folders deep");
    let example = profile.join("examples").join(name);
    assert!(example.exists(), "build the example first: cargo build --example {name}");
    example
}

/// Path of a program, looked for on the path and in `/usr/sbin` and `/sbin`, which are not on everybody's.
pub fn find(program: impl AsRef<Path>) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let all = env::split_paths(&folders).chain(["/usr/sbin".into(), "/sbin".into()]);
    all.map(|folder| folder.join(&program)).find(|path| path.is_file())
}

fn say(what: &str, lacks: &str) {
    let thread = thread::current();
    let line = line(thread.name().unwrap_or("a thread without a name"), what, lacks);
    // Not by `eprint!`, which the test runner keeps to itself where a test passes. In one write, as tests run side by side.
    io::stderr().write_all(line.as_bytes()).unwrap_or_else(|error| panic!("cannot write to standard error: {error}"));
}

/// A line of what a test says of itself.
fn line(test: &str, what: &str, lacks: &str) -> String {
    format!("left out: {test}\t{what}\t{}\n", lacks.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests;
