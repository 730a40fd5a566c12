//! What Xvfb says of its screen, and what it leaves where it is killed: a lock and a socket.

use std::fs;
use std::path::Path;

/// Its name.
pub(crate) const PROGRAM: &str = "Xvfb";
/// Where its sockets lie.
pub(crate) const SOCKETS: &str = "/tmp/.X11-unix";
/// Stands in the run's folder where the folder of sockets was not there before.
pub(crate) const MADE_SOCKETS: &str = "made-sockets";

/// Removes what the screen of a run left that has been killed.
pub(crate) fn clear(folder: &Path) {
    let Some(number) = number_of(folder) else { return };
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

/// The number of a run's screen, once it is there.
pub(crate) fn number_of(folder: &Path) -> Option<u32> {
    let log = fs::read(folder.join(format!("{PROGRAM}.log"))).unwrap_or_default();
    number_in(&String::from_utf8_lossy(&log))
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
