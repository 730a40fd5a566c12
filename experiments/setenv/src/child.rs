//! Starts children one at a time, each with a time limit and an environment of its own, and sees how they end. A child's
//! death is its own: it leaves no core file, ends with this program, and harms nothing.

use std::ffi::OsString;
use std::io::{self, PipeReader};
use std::os::unix::process::CommandExt;
use std::process::{self, Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use harness::Failure;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::outcome::{Outcome, Seen, classify};

/// How much longer than its own limit a child may take until it is ended: it gives its threads two seconds to end.
const GRACE: Duration = Duration::from_secs(6);
/// Bytes that a child may say: the longest are the last words of Go's runtime.
const LONGEST: usize = 1 << 20;
/// Variables that no one reads, so that the environment is about as large as usual: 32 with the others.
const USUAL: usize = 28;
/// Stands in a child's words for the number of this process, which the child is not to outlive.
pub(crate) const PARENT: &str = "PARENT";
/// The name of a child in failures.
pub(crate) const A_CHILD: &str = "a child";

/// A child's environment. The child finds it sorted by name, so that what is always set comes early; who looks for what never
/// is walks along all of it.
fn environment() -> Vec<(String, String)> {
    let usual = (0..USUAL).map(|number| (format!("MEASURED_USUAL_{number}"), "x".repeat(40)));
    let read = [
        // The zone of no place on Earth.
        ("TZ", "MTZ-5:43"),
        // Which of its resolvers Go is to use, where it has both.
        ("GODEBUG", "netdns=cgo"),
        ("MEASURED_REPLACED", "11111111111111111111111111111111"),
        ("MEASURED_ALWAYS", "always the same"),
    ];
    usual.chain(read.map(|(name, value)| (name.to_owned(), value.to_owned()))).collect()
}

/// A child that is ended at the latest when this is dropped.
struct Running {
    child: Child,
    output: PipeReader,
}

impl Running {
    fn start(words: &[OsString]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().expect("every program has a name");
        let parent = process::id().to_string();
        let arguments = arguments.iter().map(|word| if word == PARENT { parent.clone().into() } else { word.clone() });
        let (output, input) = io::pipe()?;
        let mut command = Command::new(program);
        command.args(arguments).env_clear().envs(environment()).stdin(Stdio::null());
        // A group of its own: Ctrl-C is for this program, which then ends its child.
        command.stdout(input.try_clone()?).stderr(input).process_group(0);
        Ok(Self { child: command.spawn()?, output })
    }

    /// Reads a child's words until it ends, or until then. `None` instead of its status if it had to be ended. The workplace's way of
    /// waiting would not do: when a child starts and ends is measured here, and that way sleeps from look to look.
    fn watch(mut self, limit: Duration) -> io::Result<(Option<ExitStatus>, String, Duration)> {
        let mut said = Vec::new();
        let spawned = Instant::now();
        let mut started = None;
        loop {
            let Some(left) = limit.checked_sub(spawned.elapsed()) else {
                return Ok((None, text_of(&said), started.unwrap_or(spawned).elapsed()));
            };
            let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
            match poll(&mut [PollFd::new(&self.output, PollFlags::IN)], Some(&timeout)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => continue,
                Ok(_) => {}
                Err(error) => return Err(error.into()),
            }
            let mut part = [0; 4096];
            let length = rustix::io::retry_on_intr(|| rustix::io::read(&self.output, &mut part))?;
            if length == 0 || said.len() > LONGEST {
                let lasted = started.unwrap_or(spawned).elapsed();
                return Ok((Some(self.child.wait()?), text_of(&said), lasted));
            }
            // Its first words are that its threads start.
            started.get_or_insert_with(Instant::now);
            said.extend_from_slice(&part[..length]);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The child may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Lets one child try for `limit`, and says how it ended.
pub(crate) fn run(words: &[OsString], limit: Duration) -> Result<Outcome, Failure> {
    let (status, said, lasted) = watched(words, limit + GRACE)?;
    classify(Seen { status, said: &said, lasted }).map_err(|why| Failure::program(A_CHILD, why))
}

/// The output of a child that has to succeed.
pub(crate) fn output(words: &[OsString], limit: Duration) -> Result<String, Failure> {
    let (status, said, _) = watched(words, limit)?;
    match status {
        Some(status) if status.success() => Ok(said),
        Some(status) => Err(Failure::program(A_CHILD, format!("it ended with {status}: {}", said.trim()))),
        None => Err(Failure::program(A_CHILD, format!("it took more than {} s", limit.as_secs()))),
    }
}

fn watched(words: &[OsString], limit: Duration) -> Result<(Option<ExitStatus>, String, Duration), Failure> {
    let failed = |error: io::Error| Failure::system(format!("cannot run {}", words[0].to_string_lossy()), error);
    Running::start(words).and_then(|running| running.watch(limit)).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Kind, SIGSEGV};

    fn shell(script: &str) -> Vec<OsString> {
        ["/bin/sh", "-c", script, PARENT].map(OsString::from).to_vec()
    }

    #[test]
    fn a_child_that_dies_is_seen_to_and_harms_nobody() {
        let outcome = run(&shell("echo started; kill -SEGV $$"), Duration::ZERO).unwrap();
        assert_eq!(outcome.kind, Kind::Signal(SIGSEGV));
        assert!(outcome.after < GRACE);
    }

    #[test]
    fn a_child_that_does_not_end_is_ended() {
        let running = Running::start(&shell("echo started; exec /bin/sleep 60")).unwrap();
        let id = running.child.id();
        let (status, said, lasted) = running.watch(Duration::from_millis(500)).unwrap();
        assert_eq!((status, said.as_str()), (None, "started\n"));
        assert!(lasted < Duration::from_secs(30), "{lasted:?}");
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists(), "it is still there");
        let outcome = classify(Seen { status, said: &said, lasted }).unwrap();
        assert_eq!(outcome.kind, Kind::Hung);
    }

    #[test]
    fn a_child_is_started_with_the_same_environment_whoever_starts_it() {
        let said = output(&shell("/usr/bin/env"), Duration::from_secs(30)).unwrap();
        let names: Vec<&str> = said.lines().filter_map(|line| line.split_once('=')).map(|(name, _)| name).collect();
        let known = |name: &&str| {
            name.starts_with("MEASURED_") || ["TZ", "GODEBUG", "PWD", "_", "SHLVL", "OLDPWD"].contains(name)
        };
        assert!(names.iter().all(known), "{names:?}");
        assert_eq!(names.iter().filter(|name| name.starts_with("MEASURED_USUAL_")).count(), USUAL);
    }

    #[test]
    fn a_child_that_cannot_start_is_an_error() {
        assert!(
            run(&["/no/such/program".into()], Duration::ZERO).unwrap_err().to_string().contains("/no/such/program")
        );
        let error = run(&shell("echo it is broken; exit 5"), Duration::ZERO).unwrap_err();
        let why = "it never started (exit status: 5): it is broken";
        assert_eq!(error, Failure::program("a child", why));
    }

    #[test]
    fn a_child_is_told_whose_it_is() {
        let said = output(&shell("echo $0"), Duration::from_secs(30)).unwrap();
        assert_eq!(said.trim(), process::id().to_string());
    }
}
