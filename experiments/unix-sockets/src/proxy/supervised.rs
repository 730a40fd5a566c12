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
use std::time::{Duration, Instant};

use clap::Args;
use harness::Failure;
use rustix::process::{Pid, Signal, getpid, getppid, set_child_subreaper, set_parent_process_death_signal};
use serde_json::{Value, json};
use supervisor::{Supervisor, SupervisorOptions, end_children, is_running, output_within, this_program};

use super::folder::{RUNS, make_folder, remove, remove_what_others_left};

/// Whether the run is to end.
pub(super) type Check<'a> = &'a dyn Fn() -> Result<(), Failure>;

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
        remove_what_others_left();
        let folder = make_folder()?;
        Ok(Self { supervisor: Supervisor::over(&folder, &[])?, folder })
    }

    /// This run's own folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts a program in the run's folder, with these variables on top of the usual ones. What it writes goes to
    /// `NAME.log` there.
    pub(crate) fn start_program(
        &mut self,
        name: &str,
        words: &[String],
        environment: &[(&str, String)],
    ) -> Result<Program, Failure> {
        let failed = |why: &str| Failure::Failed(format!("cannot start {name}: {why}"));
        let request = json!({ "name": name, "words": words, "environment": environment });
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
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Tries until it succeeds: as long as the program runs, no longer than `timeout`, and until the run is to end.
    pub(crate) fn wait_for<T>(
        &self,
        timeout: Duration,
        check: Check,
        attempt: impl Fn() -> Result<T, String>,
    ) -> Result<T, Failure> {
        let started = Instant::now();
        loop {
            let why = match attempt() {
                Ok(value) => return Ok(value),
                Err(why) => why,
            };
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
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// What it wrote last, behind a colon.
    fn last_words(&self) -> String {
        let log = fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        log.lines()
            .rev()
            .find(|line| !line.trim().is_empty())
            .map(|line| format!(": {}", line.trim()))
            .unwrap_or_default()
    }
}

fn log_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.log"))
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
    remove(folder);
    Ok(())
}

fn start(folder: &Path, request: &Value) -> io::Result<Child> {
    let words = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
    };
    let log = File::create(log_of(folder, request["name"].as_str().unwrap_or("program")))?;
    let mut command = Command::new(env::current_exe()?);
    command.arg("become").arg(process::id().to_string()).args(words(&request["words"])).current_dir(folder);
    // The user's own settings are no part of the experiment.
    for name in ["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "GUNICORN_CMD_ARGS", "NGINX", "DOCKER_HOST"] {
        command.env_remove(name);
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

/// A command that ends when this process does, and that Ctrl-C does not reach.
pub(crate) fn bound_to_us(words: &[String]) -> Result<Command, Failure> {
    let mut command = Command::new(this_program()?);
    command.arg("become").arg(process::id().to_string()).args(words).process_group(0).stdin(Stdio::null());
    Ok(command)
}

/// Runs a program that has to succeed within `timeout`, and gives what it wrote.
pub(crate) fn output_of(command: &mut Command, name: &str, timeout: Duration) -> Result<String, Failure> {
    let failed = |why: String| Failure::Failed(format!("{name}: {why}"));
    let spawned = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = spawned.map_err(|error| failed(error.to_string()))?;
    let output = output_within(child, timeout).map_err(|error| failed(error.to_string()))?;
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(said(&output.stdout));
    }
    let words = said(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    Err(failed(if words.is_empty() { format!("it ended with {}", output.status) } else { words }))
}
