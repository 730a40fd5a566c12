//! Programs that are started and watched: what they say, line by line and when.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use crate::stamped::{StampedReader, stamped_pipe};

/// How long anything may take: seconds at most on a quiet machine, where a long RSA key is made.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// A program that was asked to end is asked again after so long.
const ASKED_AGAIN_AFTER: Duration = Duration::from_millis(200);

/// What a program said on its standard error.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// When it was written.
    pub at: Instant,
    pub text: String,
}

/// A program that runs.
pub(crate) struct Running {
    name: &'static str,
    child: Child,
    started: Instant,
    errors: Receiver<Line>,
    lines: Vec<Line>,
    is_asked_to_end: bool,
    waited_for: bool,
}

/// A program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub status: ExitStatus,
    /// Its standard error.
    pub lines: Vec<Line>,
    /// From its start to its end, in seconds.
    pub seconds: f64,
}

impl Running {
    /// Starts it; its standard error comes to us.
    pub(crate) fn start(name: &'static str, command: &mut Command) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::system(format!("cannot start {name}"), error);
        let (stamped, theirs) = stamped_pipe().map_err(failed)?;
        let started = Instant::now();
        let spawned = command.stderr(Stdio::from(theirs)).spawn();
        // Ours of the writing ends is closed: the end is to come when the program's is.
        command.stderr(Stdio::null());
        let child = spawned.map_err(failed)?;
        let (sender, errors) = channel();
        thread::spawn(move || read_lines(stamped, &sender));
        Ok(Self { name, child, started, errors, lines: Vec::new(), is_asked_to_end: false, waited_for: false })
    }

    /// Reads on until it says such a line; `None` when it closes its standard error first.
    pub(crate) fn wait_for_line(&mut self, wanted: impl Fn(&str) -> bool) -> Result<Option<Line>, Failure> {
        let until = Instant::now() + TIMEOUT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let timeout = if self.is_asked_to_end { left.min(ASKED_AGAIN_AFTER) } else { left };
            match self.errors.recv_timeout(timeout) {
                Ok(line) => {
                    self.lines.push(line.clone());
                    if wanted(&line.text) {
                        return Ok(Some(line));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if self.is_asked_to_end && timeout < left => self.terminate(),
                Err(RecvTimeoutError::Timeout) => return Err(self.takes_too_long()),
            }
        }
    }

    /// Asks it to end, and again until it does: a client of SSH that is asked between its look at whether to end and its wait
    /// for the next packet forgets it, and waits for good.
    pub(crate) fn terminate(&mut self) {
        self.is_asked_to_end = true;
        // The number of a child that nobody has waited for is still its own.
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
    }

    /// True once the program has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.wait_until_ended(Duration::ZERO).is_ok_and(|ended| ended)
    }

    /// Waits until it ends.
    pub(crate) fn finish(mut self) -> Result<Ended, Failure> {
        while self.wait_for_line(|_| false)?.is_some() {}
        let failed = |error: io::Error| Failure::system(format!("cannot wait for {}", self.name), error);
        if !self.wait_until_ended(TIMEOUT).map_err(failed)? {
            return Err(self.takes_too_long());
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let status = self.child.wait().map_err(failed)?;
        self.waited_for = true;
        let lines = std::mem::take(&mut self.lines);
        Ok(Ended { status, lines, seconds })
    }

    fn wait_until_ended(&self, timeout: Duration) -> io::Result<bool> {
        let until = Instant::now() + timeout;
        let process = pidfd_open(Pid::from_child(&self.child), PidfdFlags::empty())?;
        loop {
            let left = Timespec::try_from(until.saturating_duration_since(Instant::now())).expect("seconds fit");
            match poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&left)) {
                Ok(ready) => return Ok(ready > 0),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn takes_too_long(&self) -> Failure {
        let last = self.lines.last().map_or_else(String::new, |line| format!("; its last words: {}", line.text));
        Failure::program(self.name, format!("it took more than {} s{last}", TIMEOUT.as_secs()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.waited_for {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Cuts what a program writes into lines; each has the time at which its end was written.
#[derive(Default)]
struct Cutter {
    pending: Vec<u8>,
}

impl Cutter {
    fn cut(&mut self, written: &[u8], at: Instant) -> Vec<Line> {
        let mut lines = Vec::new();
        for &byte in written {
            if byte == b'\n' {
                lines.push(Line { at, text: text_of(&self.pending) });
                self.pending.clear();
            } else {
                self.pending.push(byte);
            }
        }
        lines
    }

    fn rest(self, at: Instant) -> Option<Line> {
        (!self.pending.is_empty()).then(|| Line { at, text: text_of(&self.pending) })
    }
}

/// Passes lines on as they come, until nobody writes or nobody listens any more.
fn read_lines(mut stamped: StampedReader, lines: &Sender<Line>) {
    let mut cutter = Cutter::default();
    // An error is an end: what was said until then is all there is.
    while let Ok(Some((written, at))) = stamped.next() {
        if cutter.cut(written, at).into_iter().try_for_each(|line| lines.send(line)).is_err() {
            return;
        }
    }
    if let Some(line) = cutter.rest(Instant::now()) {
        // Nobody may listen any more.
        let _ = lines.send(line);
    }
}

/// OpenSSH ends the lines of its log with a carriage return as well.
fn text_of(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end_matches('\r').to_owned()
}

/// Runs a program that has to succeed, and notes how long it takes.
pub(crate) fn run_timed(name: &'static str, command: &mut Command) -> Result<Ended, Failure> {
    let ended = Running::start(name, command)?.finish()?;
    if ended.status.success() {
        return Ok(ended);
    }
    let said: Vec<&str> = ended.lines.iter().map(|line| line.text.trim()).collect();
    let said = if said.is_empty() { format!("it ended with {}", ended.status) } else { said.join(" ") };
    Err(Failure::program(name, said))
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn a_program_that_forgets_that_it_was_asked_to_end_is_asked_again() {
        let script = "trap 'trap - TERM' TERM; echo ready >&2; while :; do sleep 0.05; done";
        let mut command = Command::new("sh");
        let mut running = Running::start("sh", command.args(["-c", script])).unwrap();
        assert!(running.wait_for_line(|line| line == "ready").unwrap().is_some());
        let asked = Instant::now();
        running.terminate();
        let ended = running.finish().unwrap();
        assert_eq!(ended.status.signal(), Some(Signal::TERM.as_raw()));
        assert!(asked.elapsed() < TIMEOUT / 2);
    }

    #[test]
    fn lines_are_whole_however_they_come() {
        let mut cutter = Cutter::default();
        let at = Instant::now();
        let mut lines = Vec::new();
        for written in ["one\r\ntw", "o\n", "\nlast wi", "thout an end"] {
            lines.extend(cutter.cut(written.as_bytes(), at));
        }
        lines.extend(cutter.rest(at));
        let lines: Vec<String> = lines.into_iter().map(|line| line.text).collect();
        assert_eq!(lines, ["one", "two", "", "last without an end"]);
    }
}
