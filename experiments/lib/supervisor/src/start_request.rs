//! Programs that a run asks its supervisor to start, so that whatever becomes of the run they are the supervisor's to end.
//!
//! Such programs are its children, and what they start in their turn becomes its child at the latest when it is orphaned. Each
//! also ends with the supervisor, should that be killed ([`become_program`](crate::become_program)).

use std::env;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use harness::Failure;
use serde_json::{Value, json};

use crate::Supervisor;
use crate::bound::bound;

impl Supervisor {
    /// Has the supervisor start a program, the first of these words, with these variables on top of the usual ones; returns its
    /// process id. The inner error says why the program cannot be started.
    ///
    /// # Errors
    /// The supervisor is gone.
    pub(crate) fn start_program(
        &mut self,
        name: &str,
        words: &[impl AsRef<str>],
        environment: &[(&str, String)],
    ) -> Result<Result<u32, String>, Failure> {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        self.tell(&json!({ "name": name, "words": words, "environment": environment }).to_string())?;
        let answer: Value = match serde_json::from_str(&self.answer()?) {
            Ok(answer) => answer,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let id = answer["id"].as_u64().and_then(|id| u32::try_from(id).ok());
        let why = || answer["error"].as_str().unwrap_or("the supervisor does not say why").to_owned();
        Ok(id.ok_or_else(why))
    }
}

/// The log in a run's folder of a program that was started under this name: its standard output and error.
pub fn log_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.log"))
}

/// Starts what a line asks for, without the user's own settings, and answers: with its folder as the home of everything. `None` where
/// the line asks for nothing.
pub(crate) fn answer_line(line: &str, folder: &Path) -> Option<String> {
    let request: Value = serde_json::from_str(line).ok()?;
    let answer = match start(folder, &request) {
        Ok(child) => json!({ "id": child.id() }),
        Err(error) => json!({ "error": error.to_string() }),
    };
    Some(answer.to_string())
}

fn start(folder: &Path, request: &Value) -> io::Result<Child> {
    let log = File::create(log_of(folder, request["name"].as_str().unwrap_or("program")))?;
    let mut command = command(&env::current_exe()?, folder, request);
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()
}

fn command(own_program: &Path, folder: &Path, request: &Value) -> Command {
    let words = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
    };
    let mut command = bound(own_program, &words(&request["words"]));
    command.current_dir(folder);
    command.env_clear().env("PATH", env::var_os("PATH").unwrap_or_default()).env("LC_ALL", "C.UTF-8");
    for name in ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
        command.env(name, folder);
    }
    for pair in request["environment"].as_array().into_iter().flatten().map(words) {
        if let [name, value] = &pair[..] {
            command.env(name, value);
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::process;

    use super::*;

    fn answering(answer: &str) -> Result<Result<u32, String>, Failure> {
        let script = format!("read line; echo '{answer}'");
        let mut supervisor = Supervisor::start(Command::new("sh").args(["-c", &script])).unwrap();
        supervisor.start_program("nginx", &["nginx", "-v"], &[])
    }

    #[test]
    fn a_supervisor_says_which_process_it_started_or_why_none() {
        assert_eq!(answering("{\"id\": 4711}").unwrap(), Ok(4711));
        assert_eq!(answering("{\"error\": \"no\"}").unwrap(), Err("no".to_owned()));
        for (strange, why) in [("{}", "does not say why"), ("{\"id\": -1}", "does not say why"), ("id", "expected")] {
            let said = answering(strange).unwrap().unwrap_err();
            assert!(said.contains(why), "{strange}: {said}");
        }
        let mut gone = Supervisor::start(&mut Command::new("true")).unwrap();
        assert!(gone.start_program("nginx", &["nginx"], &[]).unwrap_err().to_string().contains("is gone"));
    }

    #[test]
    fn what_is_asked_for_is_what_is_started() {
        // The line that a run writes, as a supervisor reads it.
        let folder = tempfile::tempdir().unwrap();
        let line = folder.path().join("line");
        let script = format!("read -r line; printf %s \"$line\" > '{}'; echo '{{\"id\": 1}}'", line.display());
        let mut supervisor = Supervisor::start(Command::new("sh").args(["-c", &script])).unwrap();
        let more = [("PORT", "80".to_owned()), ("HOME", "/else where".to_owned())];
        assert_eq!(supervisor.start_program("a server", &["/bin/a server", "-\"\n"], &more).unwrap(), Ok(1));
        let request = serde_json::from_str(&std::fs::read_to_string(line).unwrap()).unwrap();

        let command = command(Path::new("/own"), folder.path(), &request);
        assert_eq!((command.get_program(), command.get_current_dir()), (OsStr::new("/own"), Some(folder.path())));
        let own = process::id().to_string();
        assert!(command.get_args().eq(["become", &own, "/bin/a server", "-\"\n"]));
        let value = |name: &str| command.get_envs().find(|(set, _)| *set == name).and_then(|(_, value)| value);
        let set = [("HOME", "/else where"), ("LC_ALL", "C.UTF-8"), ("PORT", "80")];
        assert!(set.iter().all(|(name, is)| value(name) == Some(OsStr::new(is))), "{command:?}");
        assert_eq!(log_of(folder.path(), "a server"), folder.path().join("a server.log"));
    }
}
