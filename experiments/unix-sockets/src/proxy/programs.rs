//! Programs that others made: whether they are here, and what the record says where they are not.

use std::env;
use std::path::PathBuf;

use harness::record::Skipped;
use harness::{Failure, Run};

use super::conditions::{Condition, Server, Target};
use super::gunicorn;

/// Where distributions put programs that only root finds on its path.
const SYSTEM: [&str; 2] = ["/usr/sbin", "/sbin"];

/// Where a program lies.
pub(super) fn find(name: &str) -> Option<String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(SYSTEM.map(PathBuf::from));
    let file = folders.map(|folder| folder.join(name)).find(|file| file.is_file())?;
    file.into_os_string().into_string().ok()
}

/// Where a program lies, or why what needs it is skipped.
pub(super) fn need(name: &str, package: &str, what: &str) -> Result<String, Skipped> {
    find(name).ok_or_else(|| skipped(what, &format!("there is no `{name}` here"), &format!("the package {package}")))
}

/// Tells the versions of what is loaded, of what loads it, and of what is between.
pub(super) fn tell_versions(run: &Run, groups: &[Vec<Condition>]) {
    let loads = |is_it: fn(Target) -> bool| groups.iter().flatten().any(|condition| is_it(condition.target));
    if groups.is_empty() {
        return;
    }
    if let Some(nginx) = find("nginx") {
        run.uses_program("nginx", nginx, &["-v"]);
    }
    // It calls itself wrong when it is asked for nothing else.
    run.uses_program("wrk", "sh", &["-c", "wrk -v | head -n 1 | cut -d ' ' -f 1-2"]);
    if loads(|target| matches!(target, Target::InDocker(..))) {
        run.uses_program("Docker", "dockerd", &["--version"]);
        run.uses_program("containerd", "containerd", &["--version"]);
    }
    let is_python =
        |target| matches!(target, Target::Proxied(Server::Gunicorn, ..) | Target::InDocker(Server::Gunicorn, ..));
    if let (true, Ok(python)) = (loads(is_python), gunicorn::python()) {
        run.uses_program("Python", python, &["--version"]);
        for package in ["Gunicorn", "Flask"] {
            let say = format!("from importlib.metadata import version; print(version({package:?}))");
            run.uses_program(package, python, &["-c", &say]);
        }
    }
}

/// An entry of the record.
pub(super) fn skipped(what: &str, why: &str, needs: &str) -> Skipped {
    Skipped { what: what.to_owned(), why: why.to_owned(), needs: needs.to_owned() }
}

/// What did not work is skipped; but an end that the user asked for is one.
pub(super) fn unless_interrupted<T>(
    outcome: Result<T, Failure>,
    what: &str,
    needs: &str,
) -> Result<Result<T, Skipped>, Failure> {
    match outcome {
        Ok(value) => Ok(Ok(value)),
        Err(Failure::Interrupted(more)) => Err(Failure::Interrupted(more)),
        Err(failure) => Ok(Err(skipped(what, &failure.to_string(), needs))),
    }
}
