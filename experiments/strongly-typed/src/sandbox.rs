//! Programs, bounded in time, memory, processes, files and what they say.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;
use rustix::process::{Pid, Signal, kill_process_group};
use supervisor::ends_within;

use crate::place::Place;

/// The most that is read of a program's output, and of its complaints, in bytes; the rest goes nowhere.
const MOST_SAID: u64 = 1 << 16;
/// How long its output may take to end after the program has: what it started may still hold it open.
const LINGER: Duration = Duration::from_secs(1);
/// From look to look at what it takes.
const LOOK: Duration = Duration::from_millis(200);

/// Whether the run is to end.
pub type Check<'a> = &'a (dyn Fn() -> Result<(), Failure> + Sync);

/// What a program and all that it starts may take.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Of time.
    pub time: Duration,
    /// Of memory that is in use, in bytes.
    pub memory: u64,
    /// Processes at once.
    pub processes: usize,
    /// Of the disk: what lies in its folder, and the largest file, in bytes.
    pub disk: u64,
}

impl Default for Bounds {
    /// Plenty for compiling and running a few lines.
    fn default() -> Self {
        Self { time: Duration::from_secs(60), memory: 3 << 30, processes: 100, disk: 512 << 20 }
    }
}

/// What to run.
#[derive(Debug, Clone)]
pub struct Job<'a> {
    /// The program and its arguments.
    pub words: &'a [OsString],
    /// The folder that it works in.
    pub folder: &'a Path,
    /// Of its environment, beside `PATH`, `HOME`, `TMPDIR` and `LC_ALL`.
    pub variables: &'a [(&'static str, OsString)],
    /// What it may take.
    pub bounds: Bounds,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with this status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// We ended it, since it took too much of this.
    Bounded(&'static str),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// How it ended.
    pub end: End,
    /// What it wrote to standard output and then what to standard error, without the run's folder.
    pub output: String,
}

impl Said {
    /// Whether it ended well.
    pub fn succeeded(&self) -> bool {
        self.end == End::Exit(0)
    }
}

impl Job<'_> {
    /// Runs it to its end, or to its bounds.
    ///
    /// # Errors
    /// It cannot be started, or the run is to end.
    pub fn run(&self, place: &Place, check: Check<'_>) -> Result<Said, Failure> {
        check()?;
        let name = self.words.first().map(|word| word.display().to_string()).unwrap_or_default();
        let failed = |error: io::Error| Failure::system(format!("cannot run {name}"), error);
        let mut child = self.command(place).spawn().map_err(failed)?;
        place.tell('+', child.id());
        let voices = [listen(child.stdout.take()), listen(child.stderr.take())];
        let waited = self.wait(&child, check);
        // What it started goes with it.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        let status = child.wait().map_err(failed);
        place.tell('-', child.id());
        let end = match waited? {
            Some(what) => End::Bounded(what),
            None => end_of(status?),
        };
        let heard = voices.map(|voice| voice.recv_timeout(LINGER).unwrap_or_default());
        let output = heard.concat().replace(&format!("{}/", self.folder.display()), "");
        Ok(Said { end, output: output.replace(&format!("{}/", place.folder().display()), "") })
    }

    /// The shell sets what the system bounds for a process: no core file, no large file, few open ones, so much processor time.
    fn command(&self, place: &Place) -> Command {
        let Bounds { time, disk, .. } = self.bounds;
        let limits = format!(
            "ulimit -c 0; ulimit -f {}; ulimit -n 1024; ulimit -t {}; exec \"$@\"",
            disk / 512,
            // All its threads' time counts.
            (time.as_secs() + 1) * 4
        );
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &limits, "sh"]).args(self.words).current_dir(self.folder).process_group(0);
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env_clear().env("PATH", path).env("LC_ALL", "C.UTF-8");
        command.env("HOME", place.folder()).env("TMPDIR", self.folder).envs(self.variables.iter().cloned());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Waits for its end, or says of what it took too much; without taking its number from it: as long as it has that, nothing
    /// else is of its group.
    fn wait(&self, child: &Child, check: Check<'_>) -> Result<Option<&'static str>, Failure> {
        let started = Instant::now();
        let left = || self.bounds.time.saturating_sub(started.elapsed());
        while !ends_within(child, LOOK.min(left()), check)? {
            if left().is_zero() {
                return Ok(Some("time"));
            }
            if let Some(what) = self.takes_too_much(child.id()) {
                return Ok(Some(what));
            }
        }
        Ok(None)
    }

    fn takes_too_much(&self, group: u32) -> Option<&'static str> {
        let members: Vec<u32> =
            supervisor::processes().filter(|process| process.group == group).map(|process| process.id).collect();
        if members.len() > self.bounds.processes {
            return Some("processes");
        }
        if members.into_iter().map(resident).sum::<u64>() > self.bounds.memory {
            return Some("memory");
        }
        (size_of(self.folder, self.bounds.disk) > self.bounds.disk).then_some("disk")
    }
}

/// The memory that a process uses, in bytes, by `/proc/ID/status` (proc_pid_status(5)).
fn resident(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
    kilobytes.map_or(0, |kilobytes: u64| kilobytes << 10)
}

/// The sizes of all files below a folder, in bytes, as soon as they are known to be more than `enough`.
fn size_of(folder: &Path, enough: u64) -> u64 {
    let (mut total, mut folders) = (0, vec![PathBuf::from(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                Ok(metadata) => total += metadata.len(),
                Err(_) => {}
            }
        }
        if total > enough {
            break;
        }
    }
    total
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, signal) => End::Signal(signal.unwrap_or_default()),
    }
}

/// Reads in a thread of its own, so that a program that hangs is no reason to. What is no text is replaced.
fn listen(voice: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    let mut voice = voice.expect("it is piped");
    thread::spawn(move || {
        let mut said = Vec::new();
        let _ = voice.by_ref().take(MOST_SAID).read_to_end(&mut said);
        // What nobody hears must not stop who says it.
        let _ = io::copy(&mut voice, &mut io::sink());
        // Nobody listens any more where the run has ended.
        let _ = sender.send(String::from_utf8_lossy(&said).into_owned());
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(script: &str, bounds: Bounds) -> Said {
        let place = Place::open().unwrap();
        let folder = place.fresh().unwrap();
        let words = ["sh", "-c", script].map(OsString::from);
        Job { words: &words, folder: &folder, variables: &[], bounds }.run(&place, &|| Ok(())).unwrap()
    }

    fn small() -> Bounds {
        Bounds { time: Duration::from_secs(20), memory: 64 << 20, processes: 20, disk: 1 << 20 }
    }

    #[test]
    fn a_program_is_heard_and_its_folder_is_not_told() {
        let said = end("pwd > file; echo out $(pwd)/file; echo err >&2; exit 3", small());
        assert_eq!(said, Said { end: End::Exit(3), output: "out file\nerr\n".to_owned() });
        assert_eq!(end("kill -9 $$", small()).end, End::Signal(9));
    }

    #[test]
    fn one_that_hangs_is_ended() {
        let bounds = Bounds { time: Duration::from_millis(300), ..small() };
        assert_eq!(end("sleep 60", bounds).end, End::Bounded("time"));
    }

    #[test]
    fn one_that_forks_without_end_is_ended_with_all_it_started() {
        let said = end("while :; do sleep 47.13 & done", small());
        assert_eq!(said.end, End::Bounded("processes"));
        let sleeps = || {
            supervisor::processes().filter(|it| it.is_running()).any(|it| {
                fs::read(format!("/proc/{}/cmdline", it.id)).is_ok_and(|line| line.starts_with(b"sleep\x0047.13"))
            })
        };
        supervisor::persist(|| !sleeps());
        assert!(!sleeps());
    }

    #[test]
    fn one_that_fills_the_disk_is_ended_by_one_large_file_or_many() {
        assert_ne!(end("exec head -c 100000000 /dev/zero > large", small()).end, End::Exit(0));
        let many = end("i=0; while :; do i=$((i+1)); head -c 100000 /dev/zero > $i; done", small());
        assert_eq!(many.end, End::Bounded("disk"));
    }

    #[test]
    fn one_that_takes_all_memory_is_ended() {
        let said = end("x=$(head -c 90000000 /dev/zero | tr '\\0' x); sleep 5; echo ${#x}", small());
        assert_eq!(said.end, End::Bounded("memory"));
    }

    #[test]
    fn one_that_talks_without_end_is_heard_in_part_and_ended() {
        let said = end("yes", Bounds { time: Duration::from_millis(500), ..small() });
        assert_eq!((said.end, said.output.len() as u64), (End::Bounded("time"), MOST_SAID));
    }
}
