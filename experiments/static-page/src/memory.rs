//! How much memory a plan takes: of a process of its own, which opens one book and ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use harness::Failure;

use crate::planning::{splice, whole};
use crate::workplace::{THIS_PROGRAM, Trouble, Workplace};

/// The hidden command.
pub(crate) const COMMAND: &str = "plan";

/// A book to plan for.
#[derive(Debug, Clone, Args)]
pub(crate) struct PlanOptions {
    /// The book
    book: PathBuf,
    /// Read all of it first
    #[arg(long)]
    whole: bool,
}

/// What the hidden command does: it plans, and prints how much memory this process has had at most, in bytes.
pub(crate) fn plan(options: &PlanOptions) -> Result<(), Failure> {
    if options.whole { whole(&options.book) } else { splice(&options.book) }?;
    let unknown = || Failure::Failed("the system does not say how much memory a process has".to_owned());
    harness::say(peak_bytes().ok_or_else(unknown)?)
}

/// The most memory that this process has had in its life, in bytes: Linux's `VmHWM` (proc_pid_status(5)), which, other than
/// getrusage(2)'s, does not begin with the memory of the process that started it.
pub(crate) fn peak_bytes() -> Option<u64> {
    bytes_in(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM")
}

/// What the system says is left for programs, in bytes (proc_meminfo(5)).
pub(crate) fn free_bytes() -> Option<u64> {
    bytes_in(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable")
}

/// Of a line such as `VmHWM:     1234 kB`.
fn bytes_in(lines: &str, name: &str) -> Option<u64> {
    let line = lines.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Asks a process of its own.
pub(crate) fn of_plan(place: &Workplace, book: &Path, is_whole: bool) -> Result<f64, Failure> {
    let mut words = vec![Path::new(COMMAND), book];
    words.extend(is_whole.then_some(Path::new("--whole")));
    let failed = |why: String| Failure::Failed(format!("the memory of a plan: {why}"));
    match place.run(THIS_PROGRAM, words, Duration::from_secs(60)) {
        Ok(said) => said.trim().parse().map_err(|_| failed(format!("{said} is no number of bytes"))),
        Err(Trouble::Ours(failure)) => Err(failure),
        Err(Trouble::Told(why)) => Err(failed(why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATUS: &str = "Name:\ta VmHWM: 1 kB\nVmPeak:\t  9000 kB\nVmHWM:\t  8000 kB\n";

    #[test]
    fn a_line_is_found_by_its_whole_name() {
        assert_eq!(bytes_in(STATUS, "VmHWM"), Some(8_192_000));
        assert_eq!(bytes_in(STATUS, "VmH"), None);
        assert_eq!(bytes_in("VmHWM: 18446744073709551615 kB", "VmHWM"), None);
        assert!(peak_bytes().unwrap() > 1_000_000 && free_bytes().is_some());
    }
}
