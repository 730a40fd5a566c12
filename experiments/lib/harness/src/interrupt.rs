//! Ctrl-C and the system's request to end.

use std::fs;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal};

use crate::failure::Failure;
use crate::output::note;
use crate::store;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Time that an experiment has to stop by itself (to end what it started) before it is stopped.
const GRACE: Duration = Duration::from_secs(2);

/// The exit status of a command ended by Ctrl-C, as shells report it.
pub(crate) const EXIT_STATUS: u8 = 130;

/// From now on Ctrl-C (and SIGTERM, and SIGHUP unless this process was started to ignore it) lets the experiment stop by itself, at its next
/// [`check`]. One that does not, or a second Ctrl-C, ends the process as it is; `farewell` is then what it says last.
pub(crate) fn listen(farewell: String) -> Result<(), Failure> {
    let failed = |why: String| Failure::program("ctrlc", format!("cannot listen for Ctrl-C: {why}"));
    if ignores_hang_ups(&fs::read_to_string("/proc/self/status").unwrap_or_default()) {
        // Ctrlc would listen to them. Threads that are started from now on have this thread's mask.
        let hang_ups = SigSet::from(Signal::SIGHUP);
        hang_ups.thread_block().map_err(|error| failed(error.to_string()))?;
    }
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
    .map_err(|error| failed(error.to_string()))
}

/// Tells by `/proc/self/status` (proc_pid_status(5)) whether this process was started to ignore hang-ups, as by `nohup`. Signals are counted
/// from 1, the lowest bit. False where the system tells nothing.
fn ignores_hang_ups(status: &str) -> bool {
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// Fails once the user, or the system, has asked the program to end.
pub(crate) fn check() -> Result<(), Failure> {
    if INTERRUPTED.load(Ordering::Relaxed) { Err(Failure::Interrupted(String::new())) } else { Ok(()) }
}

fn leave(farewell: &str) -> ! {
    store::abandon();
    note(farewell);
    process::exit(EXIT_STATUS.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hang_ups_are_ignored_where_the_system_says_so() {
        let status =
            |mask| format!("Name:\tdice\nSigBlk:\t0000000000000001\nSigIgn:\t{mask}\nSigCgt:\t0000000000000001\n");
        assert!(ignores_hang_ups(&status("0000000000000001")) && ignores_hang_ups(&status("0000000000001007")));
        for other in ["0000000000000000", "0000000000001002", "", "x"] {
            assert!(!ignores_hang_ups(&status(other)), "{other}");
        }
        assert!(!ignores_hang_ups(""));
    }
}
