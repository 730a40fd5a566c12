//! The names of whatever a run may have to leave behind, such as folders and namespaces: whose they are, so that everybody
//! removes only their own.
//!
//! `EXPERIMENT-PROCESS-START-…`: the experiment, the number of the process that made it, that process's start (a number is
//! given to other processes later; with the start it is the process's own), and which of those that it made.

use std::process;

use harness::Failure;
use rustix::process::{Pid, test_kill_process};

use crate::Process;

/// The run that made something, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Maker {
    process: u32,
    /// Its start, as [`start_of`] tells it.
    start: u64,
}

impl Maker {
    /// The run of this experiment that made something of this name; `None` if none did.
    pub(crate) fn from_name(experiment: &str, name: &str) -> Option<Self> {
        let mut parts = name.strip_prefix(experiment)?.strip_prefix('-')?.split('-');
        let maker = Self { process: parts.next()?.parse().ok()?, start: parts.next()?.parse().ok()? };
        parts.next().is_some().then_some(maker)
    }

    /// True if that process still runs.
    pub(crate) fn is_alive(self) -> bool {
        start_of(self.process) == Some(self.start)
    }
}

/// Ticks from the start of the system to that of the process of this number, if it runs. A system without `/proc` tells only that it
/// runs: whatever has a number that another process got is then taken to be in use.
fn start_of(id: u32) -> Option<u64> {
    if cfg!(target_os = "linux") {
        return Process::read(id).map(|process| process.start);
    }
    let id = Pid::from_raw(i32::try_from(id).ok()?)?;
    (test_kill_process(id) != Err(rustix::io::Errno::SRCH)).then_some(0)
}

/// Prefix of the names of whatever this process makes and may have to leave behind.
///
/// # Errors
/// `/proc` cannot be read.
pub(crate) fn prefix_of_this_process(experiment: &str) -> Result<String, Failure> {
    let id = process::id();
    let start = start_of(id).ok_or_else(|| Failure::Unexpected("cannot read /proc/self/stat".to_owned()))?;
    Ok(format!("{experiment}-{id}-{start}-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_maker() {
        let name = format!("{}3a", prefix_of_this_process("some-experiment").unwrap());
        let maker = Maker::from_name("some-experiment", &name).unwrap();
        assert_eq!(maker.process, process::id());
        assert!(maker.is_alive());
    }

    #[test]
    fn names_of_others_tell_nothing() {
        for name in
            ["somebody-elses", "some-experiment", "some-experiment-x-1-3a", "some-experiment-7-3a", "other-7-9-3a"]
        {
            assert_eq!(Maker::from_name("some-experiment", name), None, "{name}");
        }
        // An experiment whose name continues another's.
        assert_eq!(Maker::from_name("some", "some-experiment-7-9-3a"), None);
    }

    #[test]
    fn a_process_that_got_the_number_of_another_is_not_it() {
        assert!(!Maker { process: process::id(), start: 1 }.is_alive());
    }
}
