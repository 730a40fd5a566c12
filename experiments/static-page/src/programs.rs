//! Programs that work in the run's folder, one at a time.

use std::ffi::OsStr;
use std::process::Command;
use std::time::Duration;

use browsers::Browser;
use supervisor::{ProgramError, Runs, Workplace};

/// The runs of this experiment.
pub(crate) const RUNS: Runs = browsers::runs(env!("CARGO_PKG_NAME"));

/// This program, even where it is compiled anew meanwhile (proc_pid_exe(5)).
pub(crate) const THIS_PROGRAM: &str = "/proc/self/exe";

/// A command that leaves nothing elsewhere.
pub(crate) fn command(place: &Workplace<'_>, program: impl AsRef<OsStr>) -> Command {
    let mut command = place.command_as_user(program);
    for variable in ["CALIBRE_CONFIG_DIRECTORY", "CALIBRE_CACHE_DIRECTORY", "CALIBRE_TEMP_DIR"] {
        command.env(variable, place.folder());
    }
    command
}

/// Runs a program, for `limit` at most, and gives what it wrote, if it ended well.
pub(crate) fn run_program<A: AsRef<OsStr>>(
    place: &Workplace<'_>,
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = A>,
    limit: Duration,
) -> Result<String, ProgramError> {
    place.succeed(command(place, program).args(arguments), limit).map(|said| said.stdout)
}

/// Opens a page in a browser, which ends when the workplace of its own is dropped.
pub(crate) fn open_page<'a>(
    place: &Workplace<'a>,
    browser: Browser,
    program: &str,
    address: &str,
) -> Result<Workplace<'a>, ProgramError> {
    let opened = Workplace::open(RUNS, place.checker())
        .and_then(|own| browsers::open(&own, browser, program, address).map(|()| own));
    opened.map_err(ProgramError::of_program)
}
