//! What Xvfb says, and what it leaves where it is killed: a lock and a socket.

use std::fs;
use std::path::Path;

/// Its name among the programs of a run.
pub(super) const NAME: &str = "screen";
/// Where its sockets lie.
pub(super) const SOCKETS: &str = "/tmp/.X11-unix";
/// Stands in the run's folder where the folder of sockets was not there before.
pub(super) const MADE_SOCKETS: &str = "made-sockets";

/// The screen's number, which Xvfb writes on a line of its own.
pub(super) fn number_in(log: &str) -> Option<u32> {
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
