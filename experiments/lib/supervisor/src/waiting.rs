//! Waiting for programs that have to end in time.

use std::io;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

/// Longest interval between looks whether a program has ended; the first ones are shorter.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// True if a program has ended.
fn has_ended(child: &Child) -> io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(Pid::from_child(child)), options) {
        Ok(ended) => Ok(ended.is_some()),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Waits until a program has ended, without asking how: until somebody does it keeps its number, so that nothing else is of its
/// group. `false` where that takes longer than `timeout`.
///
/// # Errors
/// The program cannot be waited for; or `check`, which is asked meanwhile, says that the run is to end.
pub fn ends_within(child: &Child, timeout: Duration, check: impl Fn() -> Result<(), Failure>) -> Result<bool, Failure> {
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if has_ended(child).map_err(|error| Failure::system("cannot wait for a program", error))? {
            return Ok(true);
        }
        if started.elapsed() > timeout {
            return Ok(false);
        }
        check()?;
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    fn shell(script: &str) -> Child {
        Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    #[test]
    fn a_program_is_waited_for_until_it_ends_or_is_late_or_the_run_is_to_end() {
        let ends = |script: &str, timeout: u64, check: fn() -> Result<(), Failure>| {
            let mut child = shell(script);
            let ended = ends_within(&child, Duration::from_millis(timeout), check);
            child.kill().unwrap();
            child.wait().unwrap();
            ended
        };
        let goes_on = || Ok(());
        assert!(ends("exit 3", 60_000, goes_on).unwrap());
        assert!(!ends("exec sleep 60", 50, goes_on).unwrap());
        let interrupted = ends("exec sleep 60", 60_000, || Err(Failure::Interrupted(String::new())));
        assert!(matches!(interrupted, Err(Failure::Interrupted(_))));
    }

    #[test]
    fn one_that_has_ended_keeps_its_number_until_it_is_asked_how() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        assert!(!has_ended(&child).unwrap());
        drop(child.stdin.take());
        while !has_ended(&child).unwrap() {}
        assert!(has_ended(&child).unwrap() && child.wait().unwrap().success());
        assert_eq!(has_ended(&child).unwrap_err().raw_os_error(), Some(Errno::CHILD.raw_os_error()));
    }
}
