//! A screen for WebKitGTK, which has no mode without one: Xvfb, and what that leaves where it is killed, a lock and a socket.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;

use crate::workplace::{Started, Trouble, Workplace};

const PROGRAM: &str = "Xvfb";
/// Where its sockets lie.
const SOCKETS: &str = "/tmp/.X11-unix";
/// Stands in the run's folder where the folder of sockets was not there before.
const MADE_SOCKETS: &str = "made-sockets";
/// How long it may take.
const LIMIT: Duration = Duration::from_secs(20);
/// From look to look whether it is there.
const PAUSE: Duration = Duration::from_millis(20);

/// Starts one; with its name, such as `:1`.
pub(crate) fn start(place: &Workplace, check: &dyn Fn() -> Result<(), Failure>) -> Result<(Started, String), Trouble> {
    if !Path::new(SOCKETS).exists() {
        place.write(MADE_SOCKETS, "").map_err(Trouble::Ours)?;
    }
    let words = ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"];
    let xvfb = place.start(PROGRAM, words, &[])?;
    let started = Instant::now();
    while started.elapsed() < LIMIT {
        check().map_err(Trouble::Ours)?;
        if let Some(number) = number_in(&log(&place.path(""))) {
            return Ok((xvfb, format!(":{number}")));
        }
        thread::sleep(PAUSE);
    }
    Err(Trouble::Told(format!("{PROGRAM} gave no screen within {} s", LIMIT.as_secs())))
}

/// Removes what the screen of a run left that has been killed.
pub(crate) fn clear(folder: &Path) {
    let Some(number) = number_in(&log(folder)) else { return };
    let (lock, socket) = (format!("/tmp/.X{number}-lock"), format!("{SOCKETS}/X{number}"));
    // The number may be another's by now, who runs.
    let holder = fs::read_to_string(&lock).ok().and_then(|id| id.trim().parse().ok());
    if holder.is_none_or(|id| !supervisor::is_running(id)) {
        let _ = fs::remove_file(lock);
        let _ = fs::remove_file(socket);
    }
    if folder.join(MADE_SOCKETS).exists() {
        // Unless it has others by now.
        let _ = fs::remove_dir(SOCKETS);
    }
}

fn log(folder: &Path) -> String {
    String::from_utf8_lossy(&fs::read(folder.join(format!("{PROGRAM}.log"))).unwrap_or_default()).into_owned()
}

/// The number that Xvfb says its screen has, a line of its own that is whole.
fn number_in(log: &str) -> Option<u32> {
    log.split_inclusive('\n').find_map(|line| line.strip_suffix('\n')?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_found_among_complaints_and_half_of_it_is_not_taken() {
        assert_eq!(number_in("_XSERVTransmkdir: Owner should be set to root\n99\n"), Some(99));
        assert_eq!(number_in("Fatal server error\n"), None);
        assert_eq!(number_in("9"), None);
    }
}
