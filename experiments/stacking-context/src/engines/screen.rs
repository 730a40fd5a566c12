//! A screen for engines that have no mode without one: Xvfb, which leaves a lock and a socket where it is killed.

use std::fs;
use std::path::Path;

use harness::{Failure, Run};

use super::supervised::Supervised;

const NAME: &str = "screen";
const SOCKETS: &str = "/tmp/.X11-unix";
/// Stands in the run's folder where the folder of sockets was not there before.
const MADE_SOCKETS: &str = "made-sockets";

/// Starts one; gives its name, such as `:1`.
pub(super) fn start(programs: &mut Supervised, run: &Run) -> Result<String, Failure> {
    if !Path::new(SOCKETS).exists() {
        let failed = |error| Failure::Failed(format!("cannot write into the run's folder: {error}"));
        fs::write(programs.folder().join(MADE_SOCKETS), "").map_err(failed)?;
    }
    let words = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"];
    let xvfb = programs.start_program(NAME, &words, &[])?;
    let number = xvfb.wait_for(run, || number_in(&xvfb.log()))?;
    Ok(format!(":{number}"))
}

/// The screen's number, which Xvfb writes on a line of its own.
fn number_in(log: &str) -> Option<u32> {
    log.lines().find_map(|line| line.trim().parse().ok())
}

/// Removes what the screen of a run left that has been killed.
pub(super) fn clear(folder: &Path) {
    let log = fs::read(folder.join(format!("{NAME}.log"))).unwrap_or_default();
    let Some(number) = number_in(&String::from_utf8_lossy(&log)) else { return };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_found_among_complaints() {
        assert_eq!(number_in("_XSERVTransmkdir: Owner should be set to root\n99\n"), Some(99));
        assert_eq!(number_in("Fatal server error"), None);
    }
}
