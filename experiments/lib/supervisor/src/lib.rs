//! Whatever a run of an experiment has outside its own memory, a temporary folder and processes: how it is told to be a run's, and how
//! it goes, however the run ends.
//!
//! An experiment says what its runs are ([`Runs`]), opens a [`Workplace`] for each and starts programs by that: those that have to end
//! in time ([`Workplace::run`]), and those that work until they are not needed any more ([`Workplace::start_program`]). A
//! supervisor, a process of the experiment's own program, clears up when the run ends ([`supervise`]). It ends programs by the
//! process groups that it is told of, as the "subreaper" that orphans become the children of, and by what works for the run's folder
//! ([`works_for`]). A folder's name says who made it, so that what runs left that were killed with their supervisors can
//! be told from what is in use. Processes are told by Linux's `/proc`, and only Linux ends a program with its parent
//! ([`become_program`]); all else is there on every Unix.
//!
//! Packages that take long to fetch are cached for the next run ([`Workplace::cached`]).

#[cfg(target_os = "linux")]
mod bound;
mod cache;
mod find_program;
mod folders;
mod names;
mod processes;
#[cfg(target_os = "linux")]
mod program;
mod program_error;
mod run_command;
mod runs;
#[cfg(target_os = "linux")]
mod start_request;
mod supervise;
mod supervisor;
mod waiting;
mod workplace;

use std::env;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use harness::Failure;

#[cfg(target_os = "linux")]
pub use bound::{BecomeOptions, become_program, bound_to_us};
pub use find_program::{find_program, program_folders};
pub use folders::{cache_folder, cargos_output, remove};
pub use processes::{Process, end_children, end_what_works_for, is_running, kill, processes, works_for};
#[cfg(target_os = "linux")]
pub use program::{Program, free_address};
pub use program_error::{MAX_QUOTED, ProgramError, last_line};
pub use run_command::{BoundedOutput, Output};
pub use runs::Runs;
#[cfg(target_os = "linux")]
pub use start_request::log_of;
pub use supervise::supervise;
pub(crate) use supervisor::Supervisor;
pub use supervisor::SupervisorOptions;
pub use waiting::ends_within;
pub use workplace::{Check, Workplace};

/// Attempts to end processes or to remove a folder.
const ATTEMPTS: u32 = 100;
/// Pause between attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// Tries until it says that it is done, for some seconds at most: processes that have just been killed may still be going.
pub fn persist(mut is_done: impl FnMut() -> bool) {
    for _ in 0..ATTEMPTS {
        if is_done() {
            return;
        }
        thread::sleep(PAUSE);
    }
}

/// Path of this program, to start it again with other arguments.
///
/// # Errors
/// The system does not say where it lies.
pub fn this_program() -> Result<PathBuf, Failure> {
    env::current_exe().map_err(|error| Failure::system("cannot find this program", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_persists_until_done_and_not_for_ever() {
        let mut tries = 0;
        persist(|| {
            tries += 1;
            tries == 3
        });
        assert_eq!(tries, 3);
        tries = 0;
        persist(|| {
            tries += 1;
            false
        });
        assert_eq!(tries, ATTEMPTS);
    }
}
