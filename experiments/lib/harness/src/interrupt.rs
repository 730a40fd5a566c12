//! Ctrl-C and the system's request to end.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;
use crate::output::note;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long an experiment may take to stop by itself (to end what it started) before it is stopped.
const GRACE: Duration = Duration::from_secs(2);

/// The exit status of a command ended by Ctrl-C, as shells report it.
pub(crate) const EXIT_STATUS: u8 = 130;

/// From now on Ctrl-C (and SIGTERM, and SIGHUP) lets the experiment stop by itself, at its next [`check`]. One that does
/// not, or a second Ctrl-C, ends the process as it is; `farewell` is then what it says last.
pub(crate) fn listen(farewell: String) -> Result<(), Failure> {
    ctrlc::set_handler(move || {
        if !INTERRUPTED.swap(true, Ordering::SeqCst) {
            let farewell = farewell.clone();
            thread::spawn(move || {
                thread::sleep(GRACE);
                leave(&farewell);
            });
        } else {
            leave(&farewell);
        }
    })
    .map_err(|error| Failure::program("ctrlc", format!("cannot listen for Ctrl-C: {error}")))
}

/// Whether the user wants to end.
pub(crate) fn check() -> Result<(), Failure> {
    if INTERRUPTED.load(Ordering::Relaxed) { Err(Failure::Interrupted(String::new())) } else { Ok(()) }
}

fn leave(farewell: &str) -> ! {
    note(farewell);
    process::exit(EXIT_STATUS.into());
}
