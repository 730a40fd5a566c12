//! Where a run's programs work: a temporary folder of its own, in which nothing is left, however the run ends.
//!
//! Everything that is started works in the folder, so that it is found by where it works. A supervisor, a process of this very
//! program, ends it all and removes the folder when the run ends; where that was killed too, the next run does.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use rustix::process::{Pid, Signal, geteuid, kill_process, kill_process_group};
use supervisor::{
    Runs, Supervisor, SupervisorOptions, end_what_works_in, ends_within, is_running, listen, processes, remove,
    works_in,
};

/// Whose the folders are.
const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));
/// How long a program may take to end when it is asked to, before it is killed.
const GRACE: Duration = Duration::from_secs(5);
/// The most that is read of what a program says, in bytes.
const MOST_SAID: u64 = 1 << 20;

/// Whether the run is to end.
pub(crate) type Check<'a> = &'a dyn Fn() -> Result<(), Failure>;

/// The folder, until dropped.
pub(crate) struct Workplace<'a> {
    _supervisor: Supervisor,
    folder: PathBuf,
    check: Check<'a>,
}

/// What a program said.
#[derive(Debug)]
pub(crate) struct Said {
    pub status: ExitStatus,
    pub output: String,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// What the record says of it: a program is missing, hangs or fails.
    Skip(String),
    /// The run is to end, or its own files cannot be written.
    Ours(Failure),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skip(why) => f.write_str(why),
            Self::Ours(failure) => failure.fmt(f),
        }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Ours(failure)
    }
}

impl<'a> Workplace<'a> {
    /// A fresh folder. What killed runs left is ended and removed first. `check` is asked now and then, as long as anything is waited for.
    ///
    /// # Errors
    /// It cannot be made, or nobody can be started to watch over it.
    pub(crate) fn open(check: Check<'a>) -> Result<Self, Failure> {
        for left in RUNS.left_folders() {
            end_politely_what_works_in(&left);
            remove(&left);
        }
        let folder = RUNS.make_folder(|_| Ok(()))?;
        // A database that another user runs, where root measures, has to come to its own folder in it; nobody can list this one.
        if geteuid().is_root() {
            let passing = fs::Permissions::from_mode(0o711);
            fs::set_permissions(&folder, passing).map_err(|error| cannot_write(&folder, &error))?;
        }
        Ok(Self { _supervisor: Supervisor::over(&folder, &[])?, folder, check })
    }

    /// Whether the run is to end.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        (self.check)()
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes a folder in it.
    ///
    /// # Errors
    /// It cannot be made.
    pub(crate) fn make(&self, name: &str) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        fs::create_dir_all(&path).map_err(|error| cannot_write(&path, &error))?;
        Ok(path)
    }

    /// Writes a file of it.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
        Ok(path)
    }

    /// A command that works in the folder, in a group of its own, without the user's settings.
    pub(crate) fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(&self.folder).process_group(0).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("LC_ALL", "C.UTF-8");
        for name in ["HOME", "TMPDIR"] {
            command.env(name, &self.folder);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// The same for one that fetches: with the user's environment, which may name proxies and certificates.
    pub(crate) fn fetching(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).process_group(0);
        for name in ["HOME", "TMPDIR"] {
            command.env(name, &self.folder);
        }
        // Nothing of theirs is left elsewhere.
        command.env("MAVEN_OPTS", "-XX:-UsePerfData").env_remove("JAVA_TOOL_OPTIONS");
        command.env("npm_config_cache", self.folder.join("npm")).env("npm_config_update_notifier", "false");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Runs a command until it ends, whatever its status; one that takes longer than `limit` is killed with all it started.
    ///
    /// # Errors
    /// It cannot be started, takes too long or says too much; or the run is to end.
    pub(crate) fn run(&self, command: &mut Command, limit: Duration) -> Result<Said, Trouble> {
        self.check()?;
        let name = name_of(command);
        let mut child = spawn(command.stdout(Stdio::piped()), &name)?;
        let output = listen(child.stdout.take(), MOST_SAID);
        let waited = ends_within(&child, limit, self.check);
        // What it started goes with it.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        let status = child.wait();
        if !waited? {
            return Err(Trouble::Skip(format!("`{name}` took more than {} s", limit.as_secs())));
        }
        let status = status.map_err(|error| Trouble::Skip(format!("`{name}` cannot be waited for: {error}")))?;
        let output = output.recv_timeout(GRACE).ok().flatten();
        let output = output.ok_or_else(|| Trouble::Skip(format!("`{name}` said too much, or what is no text")))?;
        Ok(Said { status, output })
    }

    /// The same of one that has to succeed.
    ///
    /// # Errors
    /// As [`Workplace::run`], or it fails.
    pub(crate) fn succeed(&self, command: &mut Command, limit: Duration) -> Result<Said, Trouble> {
        let said = self.run(command, limit)?;
        if said.status.success() {
            Ok(said)
        } else {
            Err(Trouble::Skip(format!("`{}` ended with {}", name_of(command), said.status)))
        }
    }

    /// The same as [`Workplace::run`] with a text as its standard input.
    ///
    /// # Errors
    /// As [`Workplace::run`].
    pub(crate) fn run_with(&self, command: &mut Command, input: &str, limit: Duration) -> Result<Said, Trouble> {
        let path = self.write("input", input)?;
        let input = File::open(&path).map_err(|error| cannot_write(&path, &error))?;
        self.run(command.stdin(input), limit)
    }
}

fn name_of(command: &Command) -> String {
    Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::system(format!("cannot write {}", path.display()), error)
}

/// Starts it.
pub(crate) fn spawn(command: &mut Command, name: &str) -> Result<Child, Trouble> {
    command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Trouble::Skip(format!("there is no `{name}` here")),
        _ => Trouble::Skip(format!("`{name}` cannot be run: {error}")),
    })
}

/// Ends what works in a folder: politely first, since PostgreSQL has memory of the system's to give back (`SIGQUIT` is its
/// immediate shutdown), then by `SIGKILL`.
fn end_politely_what_works_in(folder: &Path) {
    let there: Vec<u32> = processes().map(|process| process.id).filter(|&id| works_in(id, folder)).collect();
    for id in there.iter().filter_map(|&id| Pid::from_raw(id as i32)) {
        let _ = kill_process(id, Signal::QUIT);
    }
    let asked = Instant::now();
    while asked.elapsed() < GRACE && there.iter().any(|&id| is_running(id) && works_in(id, folder)) {
        thread::sleep(Duration::from_millis(10));
    }
    end_what_works_in(folder);
}

/// What the hidden command `supervisor` does: it waits until its standard input ends, as it does when the run has, and clears up.
///
/// # Errors
/// The folder is no run's.
pub(crate) fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(|folder| RUNS.made(folder))?;
    let _ = io::stdin().read_to_end(&mut Vec::new());
    end_politely_what_works_in(folder);
    remove(folder);
    Ok(())
}
