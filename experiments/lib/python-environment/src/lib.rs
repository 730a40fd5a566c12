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
use supervisor::output_within;

/// How long installing may take before it is given up.
const TIMEOUT: Duration = Duration::from_secs(90);
/// The one that is being made.
const PART: &str = "being-made.part";
/// Locked by whoever makes one.
const LOCK: &str = "lock";
/// Cargo puts it into the folder of its output.
const CACHE_MARK: &str = "CACHEDIR.TAG";
/// Lies in each environment: what was installed there.
const INSTALLED: &str = "requirements.txt";

/// What a Python has to have.
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
    /// A Python that has it all, made if need be; else why there is none.
    ///
    /// # Errors
    /// What the record says of it: Python's `venv` or a package index is missing, or the user's choice does not do.
    pub fn python(&self) -> Result<PathBuf, Skipped> {
        if let Some(named) = env::var_os(self.variable) {
            return self.of_the_users(named);
        }
        let folder =
            self.folder().ok_or_else(|| self.skipped("this program does not lie where cargo built it", "cargo run"))?;
        if self.is_complete(&folder) {
            return Ok(python_in(&folder));
        }
        note(format_args!("{}: making a virtual environment with {} in {}", program(), self.name, folder.display()));
        self.make(&folder, |aside| self.fill(aside)).map_err(|why| {
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
        let program = env::current_exe().ok()?;
        let target = program.ancestors().skip(1).find(|folder| folder.join(CACHE_MARK).is_file())?;
        Some(target.join("python").join(self.requirements.lines().next()?.replace("==", "-")))
    }

    fn is_had_by(&self, python: &Path) -> bool {
        let mut command = Command::new(python);
        command.args(["-c", self.check]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Whether the environment holds exactly what is asked for, and runs.
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
        // What a run left that was ended while it made one; half a one that was moved here by hand, say, or one of other versions.
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

    fn fill(&self, folder: &Path) -> Result<(), String> {
        let requirements = folder.join(INSTALLED);
        fs::write(&requirements, self.requirements).map_err(|error| error.to_string())?;
        run(Command::new("python3").args(["-m", "venv"]).arg(folder), "python3 -m venv")?;
        let install = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"];
        // No compiling: it takes half an hour, and fails late.
        let prudently = ["--only-binary", ":all:", "--retries", "1", "--timeout", "15", "--requirement"];
        run(Command::new(python_in(folder)).args(install).args(prudently).arg(requirements), "pip install")
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

fn run(command: &mut Command, name: &str) -> Result<(), String> {
    let command = command.env_remove("PYTHONPATH").env_remove("PYTHONHOME").stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.stderr(Stdio::null()).spawn().map_err(|error| format!("{name}: {error}"))?;
    let output = output_within(child, TIMEOUT).map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(format!("{name} failed")) }
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
        assert!(folder.parent().unwrap().parent().unwrap().join(CACHE_MARK).is_file());
        assert_eq!(folder.file_name().unwrap(), "nothing-1.2");
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
        for left in [folder.path().join(PART).join("bin"), environment.join("lib"), other.clone()] {
            fs::create_dir_all(left).unwrap();
        }
        NOTHING.make(&environment, fill).unwrap();
        assert!(other.exists() && NOTHING.is_complete(&environment));
        assert!(!folder.path().join(PART).exists() && !environment.join("lib").exists());
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
