//! A Python that has grpcio: in a virtual environment of the experiment's own, among cargo's output, so that the user's
//! Python stays as it is and `cargo clean` removes it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use harness::record::Skipped;

/// Names a Python that has grpcio, to use that; empty, none is used.
const NAMED: &str = "GRPCIO_PYTHON";
/// What is installed, exactly.
const REQUIREMENTS: &str = include_str!("requirements.txt");
/// How long installing may take before it is given up.
const PATIENCE: Duration = Duration::from_secs(90);
/// How the name ends of one that is being made; it begins with the number of the process that makes it.
const PART: &str = ".part";
/// Cargo puts it into the folder of its output.
const CACHE_MARK: &str = "CACHEDIR.TAG";

/// The Python that has grpcio, made if need be; else why there is none.
pub(crate) fn python() -> Result<&'static Path, &'static Skipped> {
    static PYTHON: OnceLock<Result<PathBuf, Skipped>> = OnceLock::new();
    PYTHON.get_or_init(find).as_deref()
}

fn find() -> Result<PathBuf, Skipped> {
    if let Some(named) = env::var_os(NAMED) {
        return of_the_users(named);
    }
    let folder = folder().ok_or_else(|| skipped("this program does not lie where cargo built it", "cargo run"))?;
    let python = python_in(&folder);
    if has_grpcio(&python) {
        return Ok(python);
    }
    eprintln!("{}: making a virtual environment with grpcio in {}", env!("CARGO_PKG_NAME"), folder.display());
    make(&folder).map_err(|why| {
        let needs = format!(
            "python3 with venv (the package python3-venv) and a package index to install from, or {NAMED} naming a Python \
             that has grpcio"
        );
        skipped(&why, &needs)
    })?;
    Ok(python)
}

fn of_the_users(named: OsString) -> Result<PathBuf, Skipped> {
    let needs = format!("{NAMED} naming a Python that has grpcio, or not set at all");
    if named.is_empty() {
        return Err(skipped(&format!("{NAMED} is empty"), &needs));
    }
    let named = PathBuf::from(named);
    if has_grpcio(&named) {
        Ok(named)
    } else {
        Err(skipped(&format!("the Python that {NAMED} names has no grpcio"), &needs))
    }
}

fn skipped(why: &str, needs: &str) -> Skipped {
    Skipped { what: "grpcio: gRPC's own client and server".to_owned(), why: why.to_owned(), needs: needs.to_owned() }
}

/// Beside the folder of the profile that this program was built with.
fn folder() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let target = program.ancestors().skip(1).find(|folder| folder.join(CACHE_MARK).is_file())?;
    Some(target.join("python").join(REQUIREMENTS.lines().next()?.replace("==", "-")))
}

fn python_in(folder: &Path) -> PathBuf {
    folder.join("bin").join("python")
}

fn has_grpcio(python: &Path) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", "import grpc"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Makes it aside and then gives it its name, so that there is never half a one. Python finds its packages by the place
/// of its program, so that it may be moved.
fn make(folder: &Path) -> Result<(), String> {
    remove_what_others_left(folder);
    let aside = folder.with_file_name(format!("{}{PART}", process::id()));
    fs::create_dir_all(&aside).map_err(|error| error.to_string())?;
    let made = fill(&aside).and_then(|()| {
        // Half a one that was moved here by hand, say.
        let _ = fs::remove_dir_all(folder);
        fs::rename(&aside, folder).map_err(|error| error.to_string())
    });
    let _ = fs::remove_dir_all(&aside);
    // Another run may have made it meanwhile.
    if has_grpcio(&python_in(folder)) {
        Ok(())
    } else {
        Err(made.err().unwrap_or_else(|| "grpcio does not run".to_owned()))
    }
}

/// Removes what runs left that were ended while they made one.
fn remove_what_others_left(folder: &Path) {
    for entry in folder.parent().and_then(|parent| fs::read_dir(parent).ok()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_suffix(PART)?.parse::<u32>().ok());
        if maker.is_some_and(|id| !Path::new(&format!("/proc/{id}")).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn fill(folder: &Path) -> Result<(), String> {
    let requirements = folder.join("requirements.txt");
    fs::write(&requirements, REQUIREMENTS).map_err(|error| error.to_string())?;
    run(Command::new("python3").args(["-m", "venv"]).arg(folder), "python3 -m venv")?;
    let install = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"];
    // No compiling: it takes half an hour, and fails late.
    let prudently = ["--only-binary", ":all:", "--retries", "1", "--timeout", "15", "--requirement"];
    run(Command::new(python_in(folder)).args(install).args(prudently).arg(requirements), "pip install")
}

fn run(command: &mut Command, name: &str) -> Result<(), String> {
    let command = command.env_remove("PYTHONPATH").env_remove("PYTHONHOME").stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn().map_err(|error| format!("{name}: {error}"))?;
    match wait(&mut child) {
        Some(true) => Ok(()),
        Some(false) => Err(format!("{name} failed")),
        None => Err(format!("{name} took more than {} s", PATIENCE.as_secs())),
    }
}

/// Whether it succeeded; `None` if it had to be ended.
fn wait(child: &mut Child) -> Option<bool> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) => thread::sleep(Duration::from_millis(50)),
            Err(_) => return Some(false),
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_requirement_is_pinned() {
        assert!(REQUIREMENTS.lines().count() > 0);
        assert!(REQUIREMENTS.lines().all(|line| line.contains("==")), "{REQUIREMENTS}");
    }

    #[test]
    fn the_environment_lies_among_cargos_output() {
        let folder = folder().unwrap();
        assert!(folder.parent().unwrap().parent().unwrap().join(CACHE_MARK).is_file());
        assert!(folder.file_name().unwrap().to_str().unwrap().starts_with("grpcio-"));
    }

    #[test]
    fn what_an_ended_run_left_half_made_goes_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        // No process has a number as large as this (`PID_MAX_LIMIT`).
        let names = ["4194305.part".to_owned(), format!("{}.part", process::id()), "grpcio-1".to_owned()];
        for name in &names {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        remove_what_others_left(&folder.path().join("grpcio-2"));
        let left = names.iter().filter(|name| folder.path().join(name).exists()).collect::<Vec<_>>();
        assert_eq!(left, [&names[1], &names[2]]);
    }

    #[test]
    fn a_python_without_grpcio_is_not_taken() {
        let error = of_the_users("/bin/false".into()).unwrap_err();
        assert!(error.why.contains("has no grpcio") && error.needs.contains(NAMED), "{error:?}");
    }
}
