//! What a run of an experiment has outside its own memory, a temporary folder and processes: how to tell that they are a
//! run's, and how they go, however the run ends.
//!
//! A [`Supervisor`], a process of the experiment's own program, clears up when the run ends. A run's name says who made
//! what has it ([`Maker`]), so that what runs left that were killed with their supervisors can be told from what is in use
//! ([`Runs`]). How a supervisor ends what its run started is each experiment's own: by the group of processes that all
//! are born into, or as the "subreaper" that orphans become the children of ([`end_children`]); the latter where it starts
//! the run's programs itself ([`start_programs`]). Names and processes are told by Linux's `/proc`, and only Linux ends a program
//! with its parent ([`become_program`]); all else is there on every Unix.
//!
//! Programs that have to end in time are waited for by [`ends_within`] or [`output_within`]; what takes long to fetch is kept
//! for the next run by [`fetched_once`].

#[cfg(target_os = "linux")]
mod bound;
mod fetched;
mod folders;
mod groups;
#[cfg(target_os = "linux")]
mod names;
mod output;
#[cfg(target_os = "linux")]
mod processes;
mod programs;
#[cfg(target_os = "linux")]
mod runs;
#[cfg(target_os = "linux")]
mod started;
#[cfg(target_os = "linux")]
mod starting;
mod supervisor;

use std::env;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use harness::Failure;

#[cfg(target_os = "linux")]
pub use bound::{BecomeOptions, become_program, bound_to_us};
pub use fetched::{fetched_once, maven_project, maven_words, npm_words};
pub use folders::{folders_in, is_this_users_folder, kept, remove};
pub use groups::end_groups_told_of;
#[cfg(target_os = "linux")]
pub use names::{Maker, prefix_of_this_process};
pub use output::{ends_within, listen, output_within};
#[cfg(target_os = "linux")]
pub use processes::{Process, end_children, end_what_works_in, is_running, is_told_of, kill, processes, works_in};
pub use programs::{find_program, program_folders};
#[cfg(target_os = "linux")]
pub use runs::Runs;
#[cfg(target_os = "linux")]
pub use started::{Program, free_address};
#[cfg(target_os = "linux")]
pub use starting::{log_of, start_programs};
pub use supervisor::{Supervisor, SupervisorOptions};

/// How often ending and removing is tried again.
const ATTEMPTS: u32 = 100;
/// From try to try.
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

/// This program, to be started again with other arguments.
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
