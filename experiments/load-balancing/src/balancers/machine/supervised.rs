//! Starts programs, and ends them and removes their folder whatever becomes of the run.
//!
//! The supervisor starts them: so everything that is started is its child, and what a started program starts in its turn
//! becomes its child at the latest when it is orphaned (it is a "subreaper"). When the experiment ends, it ends its children
//! until there are none. If it is killed itself, the system ends what it started (but not what that started), and the next
//! run does the rest.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use harness::Failure;
use rustix::process::{Pid, Signal, getpid, getppid, set_child_subreaper, set_parent_process_death_signal};
use serde_json::{Value, json};
use supervisor::{Runs, Supervisor, SupervisorOptions, end_children, is_running, remove, this_program};

use super::Check;

/// Whose the folders are.
const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));

/// The command line of what becomes another program.
#[derive(Debug, Args)]
pub(crate) struct BecomeOptions {
    /// The process that starts it
    parent: i32,
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// The temporary folder and the programs of a run, until dropped.
pub(super) struct Supervised {
    supervisor: Supervisor,
    folder: PathBuf,
}

/// A program that was started.
#[derive(Debug, Clone)]
pub(super) struct Program {
    name: String,
    id: u32,
    log: PathBuf,
}

impl Supervised {
    /// With a fresh folder that only this user may enter. What killed runs left is removed first.
    pub(super) fn start() -> Result<Self, Failure> {
        RUNS.remove_left(works_in, remove);
        let folder = RUNS.make_folder(|_| Ok(()))?;
        Ok(Self { supervisor: Supervisor::over(&folder, &[])?, folder })
    }

    /// This run's own folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts a program in the run's folder. What it writes goes to `NAME.log` there.
    pub(super) fn start_program(&mut self, name: &str, words: &[String]) -> Result<Program, Failure> {
        let failed = |why: &str| Failure::Failed(format!("cannot start {name}: {why}"));
        let request = json!({ "name": name, "words": words });
        let answer = self.supervisor.tell(&request.to_string()).and_then(|()| self.supervisor.answer());
        let answer = answer.map_err(|gone| failed(&gone.to_string()))?;
        let answer: Value = serde_json::from_str(&answer).map_err(|error| failed(&error.to_string()))?;
        let id = answer["id"].as_u64().and_then(|id| u32::try_from(id).ok());
        let id = id.ok_or_else(|| failed(answer["error"].as_str().unwrap_or("the supervisor does not say why")))?;
        Ok(Program { name: name.to_owned(), id, log: log_of(&self.folder, name) })
    }
}

impl Program {
    /// The number of its process.
    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// Tries until it succeeds: as long as the program runs, no longer than `timeout`, and until the run is to end.
    pub(super) fn wait_for(
        &self,
        timeout: Duration,
        check: Check,
        attempt: impl Fn() -> Result<(), String>,
    ) -> Result<(), Failure> {
        let started = Instant::now();
        while let Err(why) = attempt() {
            check()?;
            let name = &self.name;
            if !is_running(self.id) {
                return Err(Failure::Failed(format!("{name} ended at once{}", self.last_words())));
            }
            if started.elapsed() > timeout {
                let waited = timeout.as_secs();
                return Err(Failure::Failed(format!(
                    "{name} is not ready after {waited} s: {why}{}",
                    self.last_words()
                )));
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// What it wrote last, behind a colon; without the run's folder, which is nobody's business.
    fn last_words(&self) -> String {
        let log = String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned();
        let folder = self.log.parent().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
        let last = log.lines().rev().find(|line| !line.trim().is_empty());
        last.map(|line| format!(": {}", line.trim().replace(&folder, ""))).unwrap_or_default()
    }
}

fn log_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.log"))
}

/// Whether its working directory is the folder or lies in it; all that a run starts works there.
fn works_in(id: u32, folder: &Path) -> bool {
    fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|place| place.starts_with(folder))
}

/// What the hidden command `supervisor` does: it starts what it is asked for, until its standard input ends.
pub(super) fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
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
    remove(folder);
    Ok(())
}

fn start(folder: &Path, request: &Value) -> io::Result<Child> {
    let words = request["words"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let log = File::create(log_of(folder, request["name"].as_str().unwrap_or("program")))?;
    let mut command = Command::new(env::current_exe()?);
    command.arg("become").arg(process::id().to_string()).args(words).current_dir(folder);
    // What programs keep for their user they keep in the run's folder.
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
        command.env(name, folder);
    }
    // The user's own settings are no part of the experiment.
    for name in ["NGINX", "HAPROXY_LOCALPEER", "CADDY_ADMIN", "GOMAXPROCS", "GODEBUG", "GOGC", "GOMEMLIMIT"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()
}

/// What the hidden command `become` does: it becomes another program, that ends with its parent.
pub(super) fn become_program(options: &BecomeOptions) -> Result<(), Failure> {
    let (program, arguments) = options.words.split_first().expect("clap demands one");
    let failed = |error: io::Error| Failure::Failed(format!("{}: {error}", program.to_string_lossy()));
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| failed(error.into()))?;
    if getppid().map(Pid::as_raw_pid) != Some(options.parent) {
        return Err(failed(io::Error::other("its parent ended before it began")));
    }
    Err(failed(Command::new(program).args(arguments).exec()))
}

/// A command that ends when this process does.
pub(super) fn bound_to_us(words: &[&str]) -> Result<Command, Failure> {
    let mut command = Command::new(this_program()?);
    command.arg("become").arg(process::id().to_string()).args(words).stdin(Stdio::null());
    Ok(command)
}
