//! The versions of the programs that are measured, for the record.

use harness::Run;
use supervisor::Workplace;

use super::conditions::{Condition, Server, Target};
use super::gunicorn;
use super::programs::find;

/// Tells the versions of what is loaded, of what loads it, and of what is between.
pub(super) fn tell(run: &Run, workplace: &Workplace<'_>, groups: &[Vec<Condition>]) {
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
    if let (true, Ok(python)) = (loads(is_python), gunicorn::python(workplace)) {
        run.uses_program("Python", python, &["--version"]);
        for package in ["Gunicorn", "Flask"] {
            let say = format!("from importlib.metadata import version; print(version({package:?}))");
            run.uses_program(package, python, &["-c", &say]);
        }
    }
}
