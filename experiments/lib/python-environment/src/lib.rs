//! A Python with packages from PyPI, for experiments: in a virtual environment of their own, among cargo's output, so that
//! the user's Python stays as it is and `cargo clean` removes it.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use harness::record::Skipped;
use harness::{note, own_files};
use supervisor::{Workplace, cargos_output, end_what_works_for};

/// Timeout of an installation.
const TIMEOUT: Duration = Duration::from_secs(90);
/// Folder of an environment that is still being made.
const PART: &str = "being-made.part";
/// Locked by whoever makes one.
const LOCK: &str = "lock";
/// Lies in each environment: what was installed there.
const INSTALLED: &str = "requirements.txt";

/// Packages that a Python has to have.
#[derive(Debug, Clone, Copy)]
pub struct Environment {
    /// In a few words, such as `grpcio`.
    pub name: &'static str,
    /// The same for the record, where it is not measured for want of a Python.
    pub what: &'static str,
    /// The lines of a `requirements.txt`, each with its exact version; the first names the environment's folder.
    pub requirements: &'static str,
    /// The Python statement that fails where something is missing, such as `import grpc`.
    pub check: &'static str,
    /// The variable of the environment that names a Python to use instead; empty, none is used.
    pub variable: &'static str,
}

impl Environment {
    /// A Python that has it all, made if need be by programs of the run of this place; else why there is none.
    ///
    /// # Errors
    /// The reason, for the record: Python's `venv` or a package index is missing, or the user's choice does not do. So, too, where
    /// the run is to end, which its next check says.
    pub fn python(&self, place: &Workplace<'_>) -> Result<PathBuf, Skipped> {
        if let Some(named) = env::var_os(self.variable) {
            return self.of_the_users(named);
        }
        let folder =
            self.folder().ok_or_else(|| self.skipped("this program does not lie where cargo built it", "cargo run"))?;
        if self.is_complete(&folder) {
            return Ok(python_in(&folder));
        }
        note(format_args!("{}: making a virtual environment with {} in {}", program(), self.name, folder.display()));
        self.make(&folder, |aside| self.fill(aside, place)).map_err(|why| {
            let needs = format!(
                "python3 with venv (the package python3-venv) and a package index to install from, or {} naming a Python \
                 that has {}",
                self.variable, self.name
            );
            self.skipped(&why, &needs)
        })?;
        Ok(python_in(&folder))
    }

    /// The environment that [`Environment::python`] has made before, if it has: nothing is installed.
    pub fn made_before(&self) -> Option<PathBuf> {
        let folder = self.folder()?;
        self.is_complete(&folder).then(|| python_in(&folder))
    }

    fn of_the_users(&self, named: OsString) -> Result<PathBuf, Skipped> {
        let Self { variable, name, .. } = self;
        let needs = format!("{variable} naming a Python that has {name}, or not set at all");
        if named.is_empty() {
            return Err(self.skipped(&format!("{variable} is empty"), &needs));
        }
        let named = PathBuf::from(named);
        if self.is_had_by(&named) {
            Ok(named)
        } else {
            Err(self.skipped(&format!("the Python that {variable} names has no {name}"), &needs))
        }
    }

    fn skipped(&self, why: &str, needs: &str) -> Skipped {
        Skipped::new(self.what, why, needs)
    }

    /// Beside the folder of the profile that this program was built with.
    fn folder(&self) -> Option<PathBuf> {
        Some(cargos_output()?.join("python").join(self.requirements.lines().next()?.replace("==", "-")))
    }

    fn is_had_by(&self, python: &Path) -> bool {
        let mut command = Command::new(python);
        command.args(["-c", self.check]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// True if the environment holds exactly the requirements, and runs.
    fn is_complete(&self, folder: &Path) -> bool {
        fs::read_to_string(folder.join(INSTALLED)).is_ok_and(|installed| installed == self.requirements)
            && self.is_had_by(&python_in(folder))
    }

    /// Makes it as `fill` does, where nobody else has made it meanwhile: one at a time, whether another run or another thread
    /// asks, since each would take the other's half-made one for a left-over. It is filled aside and then given its name, so
    /// that there is never half a one. Python finds its packages by the place of its program, so that it may be moved;
    /// programs of packages may not: they are started by `python -m`.
    fn make(&self, folder: &Path, fill: impl FnOnce(&Path) -> Result<(), String>) -> Result<(), String> {
        let _turn = turn_in(folder.parent().unwrap_or(folder)).map_err(|error| error.to_string())?;
        if self.is_complete(folder) {
            return Ok(());
        }
        let aside = folder.with_file_name(PART);
        // Leftovers of a run that was ended while it made one; and half of one that was moved here by hand, or one of other versions.
        // Its programs still work there where its supervisor was killed, too, or is not done.
        end_what_works_for(&aside);
        let _ = own_files::remove(&aside);
        let _ = own_files::remove(folder);
        let made = fs::create_dir(&aside)
            .map_err(|error| error.to_string())
            .and_then(|()| fill(&aside))
            .and_then(|()| fs::rename(&aside, folder).map_err(|error| error.to_string()));
        let _ = own_files::remove(&aside);
        made?;
        if self.is_complete(folder) { Ok(()) } else { Err(format!("{} does not run", self.name)) }
    }

    fn fill(&self, folder: &Path, place: &Workplace<'_>) -> Result<(), String> {
        let requirements = folder.join(INSTALLED);
        fs::write(&requirements, self.requirements).map_err(|error| error.to_string())?;
        let run = |program: &Path, words: &[&str], file: &Path, name: &str| {
            let mut command = place.command_as_user(program);
            // There, so that another run can tell that it works for this one.
            command.args(words).arg(file).current_dir(folder).env_remove("PYTHONHOME");
            let said = place.run(&mut command, TIMEOUT).map_err(|trouble| format!("{name}: {trouble}"))?;
            if said.status.success() { Ok(()) } else { Err(format!("{name} failed")) }
        };
        run(Path::new("python3"), &["-m", "venv"], folder, "python3 -m venv")?;
        let install = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"];
        // No compiling: it takes half an hour, and fails late.
        let prudently = ["--only-binary", ":all:", "--retries", "1", "--timeout", "15", "--requirement"];
        run(&python_in(folder), &[&install[..], &prudently].concat(), &requirements, "pip install")
    }
}

/// This program's name, for messages.
fn program() -> String {
    let name = env::current_exe().ok().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    name.unwrap_or_else(|| "experiment".to_owned())
}

fn python_in(folder: &Path) -> PathBuf {
    folder.join("bin").join("python")
}

/// The turn of whoever makes something in this folder, until it is dropped or its process ends.
fn turn_in(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let turn = File::create(folder.join(LOCK))?;
    turn.lock()?;
    Ok(turn)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    const NOTHING: Environment = Environment {
        name: "nothing",
        what: "nothing at all",
        requirements: "nothing==1.2\nat-all==3\n",
        check: "import nothing_at_all",
        variable: "NOTHING_PYTHON",
    };

    #[test]
    fn the_environment_lies_among_cargos_output() {
        let folder = NOTHING.folder().unwrap();
        assert_eq!(folder, cargos_output().unwrap().join("python/nothing-1.2"));
    }

    #[test]
    fn an_environment_of_other_versions_is_not_complete() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("bin")).unwrap();
        // A Python that has everything.
        std::os::unix::fs::symlink("/bin/true", python_in(folder.path())).unwrap();
        assert!(!NOTHING.is_complete(folder.path()));
        fs::write(folder.path().join(INSTALLED), NOTHING.requirements).unwrap();
        assert!(NOTHING.is_complete(folder.path()));
        fs::write(folder.path().join(INSTALLED), "nothing==1.2\nat-all==4\n").unwrap();
        assert!(!NOTHING.is_complete(folder.path()));
    }

    /// As `fill` does, with a Python that has everything.
    fn fill(aside: &Path) -> Result<(), String> {
        fs::create_dir(aside.join("bin")).map_err(|error| error.to_string())?;
        std::os::unix::fs::symlink("/bin/true", python_in(aside)).map_err(|error| error.to_string())?;
        // Slowly, as an installation is.
        thread::sleep(Duration::from_millis(100));
        fs::write(aside.join(INSTALLED), NOTHING.requirements).map_err(|error| error.to_string())
    }

    /// A folder like Cargo's, in which all is ours.
    fn claimed() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        own_files::claim(folder.path()).unwrap();
        folder
    }

    #[test]
    fn many_that_ask_at_once_get_the_same_one_made_once() {
        let folder = claimed();
        let environment = folder.path().join("python/nothing-1.2");
        let fills = AtomicUsize::new(0);
        let ask = || {
            NOTHING.make(&environment, |aside| {
                fills.fetch_add(1, Ordering::Relaxed);
                fill(aside)
            })
        };
        thread::scope(|scope| {
            let asked: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            for one in asked {
                assert_eq!(one.join().unwrap(), Ok(()));
            }
        });
        assert_eq!(fills.into_inner(), 1);
    }

    #[test]
    fn what_an_ended_run_left_half_made_goes_and_nothing_else() {
        let folder = claimed();
        let (environment, other) = (folder.path().join("nothing-1.2"), folder.path().join("nothing-1"));
        let aside = folder.path().join(PART);
        for left in [aside.join("bin"), environment.join("lib"), other.clone()] {
            fs::create_dir_all(left).unwrap();
        }
        let mut works_on = Command::new("sleep").arg("60").current_dir(&aside).spawn().unwrap();
        NOTHING.make(&environment, fill).unwrap();
        assert!(!works_on.wait().unwrap().success());
        assert!(other.exists() && NOTHING.is_complete(&environment));
        assert!(!aside.exists() && !environment.join("lib").exists());
    }

    #[test]
    fn one_that_cannot_be_filled_leaves_nothing() {
        let folder = claimed();
        let environment = folder.path().join("nothing-1.2");
        let failing = |aside: &Path| fill(aside).and(Err("pip install failed".to_owned()));
        assert_eq!(NOTHING.make(&environment, failing).unwrap_err(), "pip install failed");
        assert!(!environment.exists() && !folder.path().join(PART).exists());
    }

    #[test]
    fn a_python_without_it_is_not_taken() {
        let error = NOTHING.of_the_users("/bin/false".into()).unwrap_err();
        assert!(error.why.contains("has no nothing") && error.needs.contains("NOTHING_PYTHON"), "{error:?}");
    }
}
