//! The application as published: Flask under Gunicorn, one worker.

mod environment;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use harness::Failure;
use harness::record::Skipped;

use environment::ENVIRONMENT;

use super::nginx::{Keepalive, Upstream};
use super::supervised::output_of;

/// What is not measured where it is missing.
pub(super) const WHAT: &str = ENVIRONMENT.what;

/// The application; it takes its text from the environment.
const APPLICATION: &str = include_str!("gunicorn/hello.py");
/// The variable that holds its text.
pub(super) const TEXT: &str = "HELLO_TEXT";
/// How long Gunicorn keeps idle connections, in seconds: longer than nginx's turn comes round, as its makers advise behind
/// a proxy.
const KEPT_SECONDS: &str = "75";
/// How many threads the worker has that keeps connections.
const THREADS: &str = "4";
/// How long Python may take to say where it lies.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The Python that has Gunicorn and Flask, made if need be; else why there is none.
pub(super) fn python() -> Result<&'static Path, &'static Skipped> {
    static PYTHON: OnceLock<Result<PathBuf, Skipped>> = OnceLock::new();
    PYTHON.get_or_init(|| ENVIRONMENT.python()).as_deref()
}

/// Puts the application into a folder.
pub(super) fn write_application(folder: &Path) -> Result<(), Failure> {
    let written = fs::write(folder.join("hello.py"), APPLICATION);
    written.map_err(|error| Failure::system("cannot write the Flask application", error))
}

/// The words that start Gunicorn, with the application of a folder; its own files go to another. Its usual (sync) worker
/// keeps no connections: where they are to be kept, it is one with threads.
pub(super) fn words(
    python: &Path,
    application: &Path,
    scratch: &Path,
    listens: &Upstream,
    keepalive: Keepalive,
) -> Vec<String> {
    let [application, scratch] = [application, scratch].map(|folder| folder.display().to_string());
    let bind = match listens {
        Upstream::Tcp(address) => address.to_string(),
        Upstream::Unix(path) => format!("unix:{}", path.display()),
    };
    let mut words: Vec<String> = vec![python.display().to_string()];
    words.extend(["-B", "-m", "gunicorn", "--workers", "1", "--bind", &bind].map(str::to_owned));
    // Nothing is written elsewhere; without the last it makes a folder in the user's own.
    words.extend(["--chdir", &application, "--worker-tmp-dir", &scratch, "--no-control-socket"].map(str::to_owned));
    words.extend(match keepalive {
        Keepalive::Without => ["--worker-class", "sync", "--threads", "1", "--keep-alive", "0"].map(str::to_owned),
        Keepalive::With => {
            ["--worker-class", "gthread", "--threads", THREADS, "--keep-alive", KEPT_SECONDS].map(str::to_owned)
        }
    });
    words.push("hello:application".to_owned());
    words
}

/// The folders that a Python needs to run, besides the system's.
pub(super) fn folders(python: &Path) -> Result<Vec<PathBuf>, Failure> {
    let ask = ["-c", "import sys; print(sys.prefix); print(sys.base_prefix)"];
    let output = output_of(Command::new(python).args(ask), "python", TIMEOUT)?;
    Ok(output.lines().map(PathBuf::from).collect())
}
