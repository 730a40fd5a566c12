//! Starts programs in a folder of the run's own, and ends them and removes the folder whatever becomes of the run.
//!
//! The supervisor starts them: so all that is started is its child, and what a started program starts in its turn becomes its
//! child at the latest when it is orphaned (it is a "subreaper"). When the experiment ends, it ends its children until there are
//! none. If it is killed itself, the system ends what it started, and the next run does the rest.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use harness::{Failure, Run};
use rustix::process::{Pid, Signal, getpid, getppid, set_child_subreaper, set_parent_process_death_signal};
use serde_json::{Value, json};
use std::os::unix::process::CommandExt;
use supervisor::{Runs, Supervisor, SupervisorOptions, end_children, is_running};

use super::xvfb;

const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));
/// How long a program may take until it is ready, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The command line of what becomes another program.
#[derive(Debug, Args)]
pub(crate) struct BecomeOptions {
    /// The process that starts it
    parent: i32,
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// The temporary folder and the programs of a run, until dropped.
pub(crate) struct Supervised {
    supervisor: Supervisor,
    folder: PathBuf,
}

/// A program that was started.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    name: String,
    id: u32,
    log: PathBuf,
}

impl Supervised {
    /// With a fresh folder that only this user may enter. What killed runs left is removed first.
    pub(crate) fn start() -> Result<Self, Failure> {
        RUNS.remove_left(works_for, clear);
        let folder = RUNS.make_folder(|_| Ok(()))?;
        Ok(Self { supervisor: Supervisor::over(&folder, &[])?, folder })
    }

    /// This run's own folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts a program, whose home and temporary folder are the run's, with these variables on top. What it writes goes to
    /// `NAME.log` there.
    pub(crate) fn start_program(
        &mut self,
        name: &str,
        words: &[&str],
        environment: &[(&str, &str)],
    ) -> Result<Program, Failure> {
        let failed = |why: &str| Failure::Failed(format!("cannot start {name}: {why}"));
        let request = json!({ "name": name, "words": words, "environment": environment });
        self.supervisor.tell(&request.to_string())?;
        let answer: Value = serde_json::from_str(&self.supervisor.answer()?).unwrap_or_default();
        let id = answer["id"].as_u64().and_then(|id| u32::try_from(id).ok());
        let id = id.ok_or_else(|| failed(answer["error"].as_str().unwrap_or("the supervisor does not say why")))?;
        Ok(Program { name: name.to_owned(), id, log: log_of(&self.folder, name) })
    }
}

impl Program {
    /// What it has written so far.
    pub(crate) fn log(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned()
    }

    /// Tries until it succeeds: as long as the program runs, for a minute at most, and until the run is to end.
    pub(crate) fn wait_for<T>(&self, run: &Run, attempt: impl Fn() -> Option<T>) -> Result<T, Failure> {
        let started = Instant::now();
        loop {
            if let Some(value) = attempt() {
                return Ok(value);
            }
            run.advance(0)?;
            let failed = |why: &str| {
                let log = self.log();
                let last = log.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it wrote nothing");
                Failure::Failed(format!("{} {why}: {}", self.name, last.trim()))
            };
            if !is_running(self.id) {
                return Err(failed("ended at once"));
            }
            if started.elapsed() > TIMEOUT {
                return Err(failed(&format!("is not ready after {} s", TIMEOUT.as_secs())));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn log_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.log"))
}

/// Whether a process has the folder for its home.
fn works_for(id: u32, folder: &Path) -> bool {
    let home = format!("HOME={}", folder.display());
    let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    environment.split(|&byte| byte == 0).any(|variable| variable == home.as_bytes())
}

/// Removes what a run had outside of its folder, and that. All that it started has ended.
fn clear(folder: &Path) {
    xvfb::clear(folder);
    supervisor::remove(folder);
}

/// What the hidden command `supervisor` does: it starts what it is asked for, until its standard input ends.
pub(crate) fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(|folder| RUNS.made(folder))?;
    let failed = |error: io::Error| Failure::Failed(format!("supervisor: {error}"));
    set_child_subreaper(Some(getpid())).map_err(|error| failed(error.into()))?;
    let mut answers = io::stdout();
    for request in io::stdin().lines() {
        // Its end, and whatever is wrong with it, mean that nothing more is asked for.
        let Some(request) = request.ok().and_then(|line| serde_json::from_str::<Value>(&line).ok()) else { break };
        let answer = match start(folder, &request) {
            Ok(child) => json!({ "id": child.id() }),
            Err(error) => json!({ "error": error.to_string() }),
        };
        if writeln!(answers, "{answer}").and_then(|()| answers.flush()).is_err() {
            break;
        }
    }
    end_children();
    clear(folder);
    Ok(())
}

fn start(folder: &Path, request: &Value) -> io::Result<Child> {
    let words = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
    };
    let log = File::create(log_of(folder, request["name"].as_str().unwrap_or("program")))?;
    let mut command = Command::new(env::current_exe()?);
    command.arg("become").arg(process::id().to_string()).args(words(&request["words"])).current_dir(folder);
    // The user's own settings, session and screen are no part of the experiment.
    command.env_clear().env("PATH", env::var_os("PATH").unwrap_or_default()).env("LC_ALL", "C.UTF-8");
    for name in ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
        command.env(name, folder);
    }
    for pair in request["environment"].as_array().into_iter().flatten().map(words) {
        if let [name, value] = &pair[..] {
            command.env(name, value);
        }
    }
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()
}

/// What the hidden command `become` does: it becomes another program, that ends with its parent.
pub(crate) fn become_program(options: &BecomeOptions) -> Result<(), Failure> {
    let (program, arguments) = options.words.split_first().expect("clap demands one");
    let failed = |error: io::Error| Failure::Failed(format!("{}: {error}", program.to_string_lossy()));
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| failed(error.into()))?;
    if getppid().map(Pid::as_raw_pid) != Some(options.parent) {
        return Err(failed(io::Error::other("its parent ended before it began")));
    }
    Err(failed(Command::new(program).args(arguments).exec()))
}
