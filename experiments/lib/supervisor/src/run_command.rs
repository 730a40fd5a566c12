//! Programs that a run starts and waits for: bounded in time and in what they write, and ended with all that they start.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::program_error::{last_line, name_of};
use crate::{ProgramError, Workplace, ends_within};

/// Limit of a program's standard output and of its standard error, in bytes.
const MAX_OUTPUT_BYTES: u64 = 1 << 24;
/// Limit of a pipe's end after the program's: a process that it started may still hold the pipe open.
const LINGER: Duration = Duration::from_secs(5);
/// Interval between looks at what a watched program takes.
const LOOK: Duration = Duration::from_millis(200);

/// Exit status and output of a program that has ended by itself.
#[derive(Debug)]
pub struct Output {
    /// Its end.
    pub status: ExitStatus,
    /// All that it wrote to standard output.
    pub stdout: String,
    /// The beginning of what it wrote to standard error; what is no text is replaced.
    pub stderr: String,
}

/// End and output of a program that was bounded in time, output and what else its caller looks at.
#[derive(Debug)]
pub struct BoundedOutput {
    /// Its exit status; or the name of what it took too much of, for which it was killed.
    pub end: Result<ExitStatus, &'static str>,
    /// The beginning of what it wrote to standard output.
    pub stdout: Vec<u8>,
    /// The beginning of what it wrote to standard error.
    pub stderr: Vec<u8>,
}

/// The beginnings of a program's standard output and error; `None` for one that another process still holds open.
type Outputs = [Option<Vec<u8>>; 2];

/// Treatment of a pipe from which as much has been read as is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beyond {
    /// Its pipe is closed, which ends most.
    Closes,
    /// The rest is read and dropped, so that the program goes on.
    GoesOn,
}

impl Workplace<'_> {
    /// Runs a command until it ends, whatever its status; one that takes longer than `limit` is killed with all that it started.
    ///
    /// # Errors
    /// The program cannot be started, takes too long, or writes more than 16 MiB or what is no text; or the run is to end.
    pub fn run(&self, command: &mut Command, limit: Duration) -> Result<Output, ProgramError> {
        let name = name_of(command);
        let (end, [stdout, stderr]) = self.run_bounded(command, limit, MAX_OUTPUT_BYTES, Beyond::Closes, |_| None)?;
        let status = end.map_err(|_| ProgramError::TimedOut(name.clone(), limit))?;
        let stdout = stdout.filter(|bytes| (bytes.len() as u64) < MAX_OUTPUT_BYTES);
        let stdout = stdout.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or(ProgramError::InvalidOutput(name))?;
        Ok(Output { status, stdout, stderr: String::from_utf8_lossy(&stderr.unwrap_or_default()).into_owned() })
    }

    /// Runs a command that has to succeed.
    ///
    /// # Errors
    /// As [`Workplace::run`], or it fails.
    pub fn succeed(&self, command: &mut Command, limit: Duration) -> Result<Output, ProgramError> {
        let output = self.run(command, limit)?;
        if output.status.success() {
            return Ok(output);
        }
        let last = last_line(&output.stderr, self.folder());
        Err(ProgramError::Failed { program: name_of(command), status: output.status, last })
    }

    /// Runs a command until it ends or takes too much: of time, or of what `look` names, which is told its process group now and then.
    /// The first `most_bytes` of each output are kept, and the program may write more.
    ///
    /// # Errors
    /// The program cannot be started, or the run is to end.
    pub fn watch(
        &self,
        command: &mut Command,
        limit: Duration,
        most_bytes: u64,
        look: impl FnMut(u32) -> Option<&'static str>,
    ) -> Result<BoundedOutput, ProgramError> {
        let (end, outputs) = self.run_bounded(command, limit, most_bytes, Beyond::GoesOn, look)?;
        let [stdout, stderr] = outputs.map(Option::unwrap_or_default);
        Ok(BoundedOutput { end, stdout, stderr })
    }

    fn run_bounded(
        &self,
        command: &mut Command,
        limit: Duration,
        most_bytes: u64,
        beyond: Beyond,
        look: impl FnMut(u32) -> Option<&'static str>,
    ) -> Result<(Result<ExitStatus, &'static str>, Outputs), ProgramError> {
        self.check()?;
        let mut child = self.spawn(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
        self.tell_of_group('+', child.id());
        let stdout = read_aside(child.stdout.take().expect("it is piped"), most_bytes, beyond);
        let stderr = read_aside(child.stderr.take().expect("it is piped"), most_bytes, Beyond::GoesOn);
        let taken = self.wait(&child, limit, look);
        // All that it started goes with it.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        let status = child.wait().map_err(|error| ProgramError::System(name_of(command), error));
        self.tell_of_group('-', child.id());
        let end = taken?.map_or_else(|| status.map(Ok), |what| Ok(Err(what)))?;
        Ok((end, [stdout, stderr].map(|pipe| pipe.recv_timeout(LINGER).ok())))
    }

    /// Waits for a child's end, or says of what it took too much. It keeps its number: as long as it has that, nothing else is of its
    /// group.
    fn wait(
        &self,
        child: &Child,
        limit: Duration,
        mut look: impl FnMut(u32) -> Option<&'static str>,
    ) -> Result<Option<&'static str>, ProgramError> {
        let started = Instant::now();
        let left = || limit.saturating_sub(started.elapsed());
        while !ends_within(child, LOOK.min(left()), self.checker())? {
            let taken = if left().is_zero() { Some("time") } else { look(child.id()) };
            if taken.is_some() {
                return Ok(taken);
            }
        }
        Ok(None)
    }

    /// Tells the supervisor of a process group that it is to end if we cannot, or (with `-`) that has ended. One that is gone cannot
    /// be told, and then the next run clears up.
    fn tell_of_group(&self, sign: char, group: u32) {
        if let Some(mut supervisor) = self.supervisor() {
            let _ = supervisor.tell(&format!("{sign}{group}"));
        }
    }
}

/// Reads a pipe in a thread of its own, so that a program that hangs is no reason to: its first bytes, once it has ended.
fn read_aside(mut pipe: impl Read + Send + 'static, most_bytes: u64, beyond: Beyond) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut output = Vec::new();
        let _ = pipe.by_ref().take(most_bytes).read_to_end(&mut output);
        if beyond == Beyond::GoesOn {
            let _ = io::copy(&mut pipe, &mut io::sink());
        }
        // Nobody listens any more where the run has ended.
        let _ = sender.send(output);
    });
    receiver
}

#[cfg(test)]
mod tests {
    use std::fs;

    use harness::Failure;

    use std::path::Path;

    use super::*;
    use crate::{Check, Runs};

    fn workplace(check: Check<'_>) -> Workplace<'_> {
        Workplace::unsupervised(Runs::new("running"), check).unwrap()
    }

    const GOES_ON: Check<'static> = &|| Ok(());
    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_program_is_heard_and_one_that_is_not_there_or_fails_is_told() {
        let place = workplace(GOES_ON);
        let sh = |script: &str| place.succeed(place.command("sh").args(["-c", script]), MINUTE);
        let output = sh("cat; echo out; echo err >&2").unwrap();
        assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("out\n", "err\n"));
        let told = |script: &str| sh(script).unwrap_err().to_string();
        assert_eq!(told("exit 3"), "`sh` ended with exit status: 3");
        assert_eq!(told("echo no \"$PWD/book\" >&2; exit 1"), "`sh` ended with exit status: 1: no book");
        assert_eq!(told("printf '\\377'"), "`sh` said too much, or what is no text");
        assert_eq!(told("exec yes"), "`sh` said too much, or what is no text");
        let absent = place.run(&mut place.command("/no/such-program"), MINUTE).unwrap_err().to_string();
        assert_eq!(absent, "there is no `such-program` here");
        let input = place.input("told").unwrap();
        assert_eq!(place.run(place.command("cat").stdin(input), MINUTE).unwrap().stdout, "told");
    }

    #[test]
    fn a_program_works_in_the_folder_without_the_users_settings() {
        let place = workplace(GOES_ON);
        let output = place.run(place.command("sh").args(["-c", "pwd; echo $HOME; env | cut -d= -f1"]), MINUTE).unwrap();
        let [here, home, names @ ..] = &output.stdout.lines().collect::<Vec<_>>()[..] else { panic!("{output:?}") };
        assert_eq!([here, home].map(Path::new), [place.folder(); 2]);
        assert!(
            names.iter().all(|name| ["PATH", "LC_ALL", "HOME", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_"].contains(name)),
            "{names:?}"
        );
    }

    #[test]
    fn a_program_that_hangs_ends_with_what_it_started() {
        let hangs = |check: Check<'_>, limit: Duration| {
            let place = workplace(check);
            let script = "sleep 60 & echo $! > id; wait";
            let ended = place.run(place.command("sh").args(["-c", script]), limit).unwrap_err();
            let id: u32 = fs::read_to_string(place.folder().join("id")).unwrap().trim().parse().unwrap();
            crate::persist(|| !crate::is_running(id));
            assert!(!crate::is_running(id));
            ended
        };
        let late = hangs(GOES_ON, Duration::from_secs(2));
        assert_eq!(late.to_string(), "`sh` took more than 2 s");
        let begun = Instant::now();
        let interrupted = || {
            let ends = begun.elapsed() > Duration::from_secs(2);
            if ends { Err(Failure::Interrupted(String::new())) } else { Ok(()) }
        };
        assert!(matches!(hangs(&interrupted, MINUTE), ProgramError::Run(Failure::Interrupted(_))));
    }

    #[test]
    fn a_program_that_takes_too_much_is_ended_and_heard_in_part() {
        let place = workplace(GOES_ON);
        let mut looks = 0;
        let watched = place.watch(&mut place.command("yes"), MINUTE, 5, |_| {
            looks += 1;
            (looks == 2).then_some("patience")
        });
        let BoundedOutput { end, stdout, .. } = watched.unwrap();
        assert_eq!((end, &stdout[..]), (Err("patience"), &b"y\ny\ny"[..]));
    }
}
