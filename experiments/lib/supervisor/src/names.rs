//! The names of whatever a run may have to leave behind, such as folders and namespaces: whose they are, so that everybody
//! removes only their own.
//!
//! `EXPERIMENT-PROCESS-START-…`: the experiment, the number of the process that made it, that process's start (a number is
//! given to other processes later; with the start it is the process's own), and which of those that it made.

use std::process;

use harness::Failure;

use crate::Process;

/// The run that made something, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Maker {
    process: u32,
    /// Ticks from the start of the system to that of the process.
    start: u64,
}

impl Maker {
    /// Who made what has this name, if a run of this experiment did.
    pub fn of(experiment: &str, name: &str) -> Option<Self> {
        let mut parts = name.strip_prefix(experiment)?.strip_prefix('-')?.split('-');
        let maker = Self { process: parts.next()?.parse().ok()?, start: parts.next()?.parse().ok()? };
        parts.next().is_some().then_some(maker)
    }

    /// Whether that process still runs.
    pub fn is_alive(self) -> bool {
        Process::of(self.process).is_some_and(|process| process.start == self.start)
    }
}

/// What the names begin with of whatever this process makes and may have to leave behind.
///
/// # Errors
/// `/proc` cannot be read.
pub fn prefix_of_this_process(experiment: &str) -> Result<String, Failure> {
    let id = process::id();
    let own = Process::of(id).ok_or_else(|| Failure::Unexpected("cannot read /proc/self/stat".to_owned()))?;
    Ok(format!("{experiment}-{id}-{}-", own.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_maker() {
        let name = format!("{}3a", prefix_of_this_process("some-experiment").unwrap());
        let maker = Maker::of("some-experiment", &name).unwrap();
        assert_eq!(maker.process, process::id());
        assert!(maker.is_alive());
    }

    #[test]
    fn names_of_others_tell_nothing() {
        for name in
            ["somebody-elses", "some-experiment", "some-experiment-x-1-3a", "some-experiment-7-3a", "other-7-9-3a"]
        {
            assert_eq!(Maker::of("some-experiment", name), None, "{name}");
        }
        // An experiment whose name continues another's.
        assert_eq!(Maker::of("some", "some-experiment-7-9-3a"), None);
    }

    #[test]
    fn a_process_that_got_the_number_of_another_is_not_it() {
        assert!(!Maker { process: process::id(), start: 1 }.is_alive());
    }
}
