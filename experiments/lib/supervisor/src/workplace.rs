//! A run's place outside its own memory: a temporary folder, and the supervisor over it.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard};

use harness::Failure;

use crate::program_error::name_of;
use crate::{ProgramError, Runs, Supervisor};

/// Asks whether to go on: an error where the run is to end.
pub type Check<'a> = &'a (dyn Fn() -> Result<(), Failure> + Sync);

/// A run's fresh folder, which only this user may enter, until dropped. A supervisor then ends whatever still works for the run and
/// removes the folder, however the run ends; where the supervisor is killed too, the next run does that.
pub struct Workplace<'a> {
    /// None in unit tests.
    pub(crate) supervisor: Option<Mutex<Supervisor>>,
    pub(crate) runs: Runs,
    folder: PathBuf,
    check: Check<'a>,
}

impl<'a> Workplace<'a> {
    /// Opens a workplace for a run of these; whatever killed runs left is ended and removed first. `check` is asked now and then as long as
    /// anything is waited for.
    ///
    /// # Errors
    /// The folder cannot be made, or the supervisor cannot be started.
    pub fn open(runs: Runs, check: Check<'a>) -> Result<Self, Failure> {
        runs.clear_abandoned();
        let folder = runs.make_folder()?;
        let supervisor = Some(Mutex::new(Supervisor::over(&folder)?));
        Ok(Self { supervisor, runs, folder, check })
    }

    /// Opens a workplace without a supervisor, for unit tests, whose program has no command `supervisor`: its drop clears up.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn unsupervised(runs: Runs, check: Check<'a>) -> Result<Self, Failure> {
        Ok(Self { supervisor: None, runs, folder: runs.make_folder()?, check })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// The run is to end.
    pub fn check(&self) -> Result<(), Failure> {
        (self.check)()
    }

    /// The check itself, to hand on.
    pub fn checker(&self) -> Check<'a> {
        self.check
    }

    /// Makes a folder in the run's, unless it is there.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn make(&self, name: &str) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        fs::create_dir_all(&path).map_err(|error| cannot_write(&path, error))?;
        Ok(path)
    }

    /// Writes a file of the folder.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        fs::write(&path, bytes).map_err(|error| cannot_write(&path, error))?;
        Ok(path)
    }

    /// A file without a name that holds this text, for a program's standard input.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn input(&self, text: &str) -> Result<File, Failure> {
        let written = tempfile::tempfile_in(&self.folder).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.rewind()?;
            Ok(file)
        });
        written.map_err(|error| cannot_write(&self.folder, error))
    }

    /// A command without the user's settings, in a process group of its own, so that Ctrl-C is the run's: it works in the folder,
    /// which is its home, too. Unless told otherwise, it reads and writes nothing.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = self.command_as_user(program);
        command.env_clear().env("PATH", env::var_os("PATH").unwrap_or_default()).env("LC_ALL", "C.UTF-8");
        command.env("HOME", &self.folder).env("TMPDIR", &self.folder);
        command
    }

    /// The same with the user's environment, which may name proxies, certificates and mirrors; but what programs keep for their user
    /// they keep in the folder.
    pub fn command_as_user(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).process_group(0);
        for name in ["HOME", "TMPDIR", "XDG_RUNTIME_DIR"] {
            command.env(name, &self.folder);
        }
        for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "PYTHONPATH", "JAVA_TOOL_OPTIONS"] {
            command.env_remove(name);
        }
        command.env("PYTHONDONTWRITEBYTECODE", "1").env("MAVEN_OPTS", "-XX:-UsePerfData");
        command.env("npm_config_cache", self.folder.join("npm")).env("npm_config_update_notifier", "false");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Starts a command that the run itself ends, or that it talks to. A [`Workplace::command`] ends with the run at the latest.
    ///
    /// # Errors
    /// There is no such program, or it cannot be started.
    pub fn spawn(&self, command: &mut Command) -> Result<Child, ProgramError> {
        command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ProgramError::Absent(name_of(command)),
            _ => ProgramError::System(name_of(command), error),
        })
    }

    /// The supervisor, for one thread at a time.
    pub(crate) fn supervisor(&self) -> Option<MutexGuard<'_, Supervisor>> {
        self.supervisor.as_ref().map(|supervisor| supervisor.lock().expect("no thread fails while it tells"))
    }
}

impl Drop for Workplace<'_> {
    fn drop(&mut self) {
        // Dropping a supervisor waits until it has cleared up.
        if self.supervisor.take().is_none() {
            self.runs.end_and_remove(&self.folder);
        }
    }
}

fn cannot_write(path: &Path, error: io::Error) -> Failure {
    Failure::system(format!("cannot write {}", path.display()), error)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn the_folder_is_this_users_alone_and_goes_with_what_works_there() {
        let workplace = Workplace::unsupervised(Runs::new("workplace"), &|| Ok(())).unwrap();
        let folder = workplace.folder().to_owned();
        assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o777, 0o700);
        workplace.write("some.file", "text").unwrap();
        let mut left = workplace.spawn(workplace.command("sleep").arg("60")).unwrap();
        drop(workplace);
        assert!(!folder.exists());
        assert!(!cfg!(target_os = "linux") || !left.wait().unwrap().success());
        let _ = left.kill();
    }
}
