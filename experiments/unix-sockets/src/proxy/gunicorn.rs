//! The application as published: Flask under Gunicorn, one worker.

mod environment;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use harness::record::Skipped;
use supervisor::{ProgramError, Workplace};

use environment::ENVIRONMENT;

use super::nginx::{Keepalive, Upstream};

/// Names what is not measured without Gunicorn.
pub(super) const WHAT: &str = ENVIRONMENT.what;

/// The application; it takes its text from the environment.
pub(super) const APPLICATION: &str = include_str!("gunicorn/hello.py");
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
pub(super) fn python(workplace: &Workplace<'_>) -> Result<&'static Path, &'static Skipped> {
    static PYTHON: OnceLock<Result<PathBuf, Skipped>> = OnceLock::new();
    PYTHON.get_or_init(|| ENVIRONMENT.python(workplace)).as_deref()
}

/// Gunicorn's one worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Worker {
    /// The usual one, which keeps no connections.
    Sync,
    /// The one with threads, which can keep them.
    Threads,
}

/// The worker that serves connections which nginx keeps, or makes anew.
impl From<Keepalive> for Worker {
    fn from(keepalive: Keepalive) -> Self {
        match keepalive {
            Keepalive::Without => Self::Sync,
            Keepalive::With => Self::Threads,
        }
    }
}

impl Worker {
    /// The word for it in names of files and containers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sync => "sync",
            Self::Threads => "threads",
        }
    }
}

/// The words that start Gunicorn, with the application of a folder; its own files go to another.
pub(super) fn words(
    python: &Path,
    application: &Path,
    scratch: &Path,
    listens: &Upstream,
    worker: Worker,
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
    words.extend(match worker {
        Worker::Sync => ["--worker-class", "sync", "--threads", "1", "--keep-alive", "0"].map(str::to_owned),
        Worker::Threads => {
            ["--worker-class", "gthread", "--threads", THREADS, "--keep-alive", KEPT_SECONDS].map(str::to_owned)
        }
    });
    words.push("hello:application".to_owned());
    words
}

/// The folders that a Python needs to run, besides the system's.
pub(super) fn folders(workplace: &Workplace, python: &Path) -> Result<Vec<PathBuf>, ProgramError> {
    let ask = ["-c", "import sys; print(sys.prefix); print(sys.base_prefix)"];
    let said = workplace.succeed(workplace.command(python).args(ask), TIMEOUT)?;
    Ok(said.stdout.lines().map(PathBuf::from).collect())
}
