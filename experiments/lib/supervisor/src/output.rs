//! What programs say that have to end in time.

use std::io;
use std::process::{Child, Output};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

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

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::Instant;

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
}
