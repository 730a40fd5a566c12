//! What programs say that have to end in time, and whether they have.

use std::io::{self, Read};
use std::process::{Child, Output};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

/// From look to look whether a program has ended; at first they are shorter.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// Waits until a program ends, for `timeout` at most, and gives what it wrote to its pipes.
///
/// # Errors
/// Its output cannot be read, or it took longer ([`io::ErrorKind::TimedOut`]) and was killed.
pub fn output_within(child: Child, timeout: Duration) -> io::Result<Output> {
    let id = Pid::from_child(&child);
    // Read by another thread, so that a program that hangs is no reason to.
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    receiver.recv_timeout(timeout).unwrap_or_else(|_| {
        let _ = kill_process(id, Signal::KILL);
        let why = format!("it took more than {} s", timeout.as_secs());
        Err(io::Error::new(io::ErrorKind::TimedOut, why))
    })
}

/// All that a program writes to a pipe, once that has ended: `None` where it said that many bytes or more, or what is no text.
/// Another thread reads it, so that a program that hangs is no reason to.
///
/// # Panics
/// There is no pipe.
pub fn listen(voice: Option<impl Read + Send + 'static>, most_bytes: u64) -> Receiver<Option<String>> {
    let (sender, receiver) = mpsc::channel();
    let voice = voice.expect("it is piped");
    thread::spawn(move || {
        let mut said = Vec::new();
        let heard = voice.take(most_bytes).read_to_end(&mut said);
        let text = heard.ok().filter(|&bytes| (bytes as u64) < most_bytes).and_then(|_| String::from_utf8(said).ok());
        // Nobody listens any more where the run has ended.
        let _ = sender.send(text);
    });
    receiver
}

/// Whether a program has ended.
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
/// It cannot be waited for; or `check`, which is asked meanwhile, says that the run is to end.
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
    fn a_program_that_ends_in_time_is_heard() {
        let output = output_within(shell("echo out; echo err >&2; exit 3"), Duration::from_secs(60)).unwrap();
        assert_eq!(
            (output.status.code(), &output.stdout[..], &output.stderr[..]),
            (Some(3), &b"out\n"[..], &b"err\n"[..])
        );
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let started = Instant::now();
        let error = output_within(shell("exec sleep 60"), Duration::from_millis(50)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_program_that_says_little_is_heard_and_one_that_babbles_is_not() {
        let heard = |script: &str| {
            let mut child = shell(script);
            let heard = listen(child.stdout.take(), 5).recv().unwrap();
            child.wait().unwrap();
            heard
        };
        assert_eq!(heard("echo abc"), Some("abc\n".to_owned()));
        assert_eq!(heard("echo abcd"), None);
        assert_eq!(heard("printf '\\377'"), None);
        assert_eq!(heard("exec yes"), None);
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
