//! A screen for browsers that have no mode without one: Xvfb. What it says, and what it leaves where it is killed: a lock and a
//! socket.

use std::fs;
use std::path::Path;

use harness::own_files::{remove_empty, remove_known};
use supervisor::log_of;

/// Its name among the programs of a run.
pub(crate) const NAME: &str = "Xvfb";
/// Command line: Xvfb picks a display number that is free and writes it.
pub(crate) const WORDS: [&str; 9] =
    [NAME, "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"];
/// Where its sockets lie.
const SOCKETS: &str = "/tmp/.X11-unix";
/// Stands in the run's folder where the folder of sockets was not there before.
const MADE_SOCKETS: &str = "made-sockets";

/// To be done before it starts.
pub(crate) fn prepare(folder: &Path) -> std::io::Result<()> {
    if Path::new(SOCKETS).exists() { Ok(()) } else { fs::write(folder.join(MADE_SOCKETS), "") }
}

/// The screen's number, which Xvfb writes among its complaints on a line of its own, once that is whole.
pub(crate) fn number_in(log: &str) -> Option<u32> {
    log.split_inclusive('\n').find_map(|line| line.strip_suffix('\n')?.trim().parse().ok())
}

/// Removes what a run's screen left, if the run had one that was killed.
pub(crate) fn clear(folder: &Path) {
    let log = fs::read(log_of(folder, NAME)).unwrap_or_default();
    let Some(number) = number_in(&String::from_utf8_lossy(&log)) else { return };
    let lock = format!("/tmp/.X{number}-lock");
    // The number may be another's by now, who runs; one that was not killed has removed both.
    let holder = || fs::read(&lock).ok().and_then(|lock| holder_in(&lock));
    let is_left = |_: &_| holder().is_some_and(|id| !supervisor::is_running(id));
    // The lock, by which both are known, goes last.
    for file in [&format!("{SOCKETS}/X{number}"), &lock] {
        let _ = remove_known(Path::new(file), is_left);
    }
    if folder.join(MADE_SOCKETS).exists() {
        // Unless it has others by now.
        let _ = remove_empty(Path::new(SOCKETS));
    }
}

/// The number of the process that a lock names.
fn holder_in(lock: &[u8]) -> Option<u32> {
    std::str::from_utf8(lock).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use fuzzing::{bounded, mutated};
    use proptest::prelude::*;

    use super::*;

    const SAID: &str = "_XSERVTransmkdir: Owner should be set to root\n99\n";

    #[test]
    fn the_number_is_found_among_complaints_and_half_of_it_is_not_taken() {
        assert_eq!(number_in(SAID), Some(99));
        assert_eq!(number_in("Fatal server error\n"), None);
        assert_eq!(number_in("9"), None);
        assert_eq!(number_in("-1\n4294967296\n"), None);
    }

    #[test]
    fn a_lock_names_its_holder() {
        assert_eq!(holder_in(b"      4711\n"), Some(4711));
        assert_eq!(holder_in(b"\xff4711\n"), None);
    }

    #[test]
    fn the_lock_of_a_screen_that_was_killed_goes_and_anothers_stays() {
        let folder = tempfile::tempdir().unwrap();
        // A number that no screen has, and one that no process has (`PID_MAX_LIMIT`).
        let number = 1_000_000 + std::process::id();
        let lock = format!("/tmp/.X{number}-lock");
        let is_left = |holder: &str| {
            fs::write(&lock, holder).unwrap();
            fs::write(log_of(folder.path(), NAME), format!("{number}\n")).unwrap();
            clear(folder.path());
            Path::new(&lock).exists()
        };
        let stay = [format!("{:>10}\n", std::process::id()), "somebody's\n".to_owned()].map(|holder| is_left(&holder));
        assert!(!is_left("   4194305\n"));
        assert_eq!(stay, [true, true]);
    }

    proptest! {
        #[test]
        fn fuzz_what_a_screen_says(said in mutated(vec![SAID.into(), b"      4711\n".to_vec()], vec![b"\n", b"-1\n", b"99999999999\n"])) {
            let text = String::from_utf8_lossy(&said);
            if let Some(number) = bounded(&said, 0, 0, || number_in(&text)) {
                prop_assert!(text.lines().any(|line| line.trim().trim_start_matches(['+', '0']) == number.to_string().trim_start_matches('0')));
            }
            bounded(&said, 0, 0, || holder_in(&said));
        }
    }
}
