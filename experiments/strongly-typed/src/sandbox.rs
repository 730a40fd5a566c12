//! Programs, bounded in time, memory, processes, files and what they say.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use harness::Failure;
use supervisor::{BoundedOutput, ProgramError, Workplace};

/// The most that is read of a program's standard output, and of its standard error, in bytes; the rest goes nowhere.
const MOST_SAID: u64 = 1 << 16;

/// Bounds of a program and all that it starts.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Time.
    pub time: Duration,
    /// Memory in use, in bytes.
    pub memory: u64,
    /// Processes at once.
    pub processes: usize,
    /// Disk: the sum of its folder, and the largest file, in bytes.
    pub disk: u64,
}

impl Default for Bounds {
    /// Plenty for compiling and running a few lines.
    fn default() -> Self {
        Self { time: Duration::from_secs(60), memory: 3 << 30, processes: 100, disk: 512 << 20 }
    }
}

/// A program to run.
#[derive(Debug, Clone)]
pub struct Job<'a> {
    /// The program and its arguments.
    pub words: &'a [OsString],
    /// The folder that it works in.
    pub folder: &'a Path,
    /// Environment variables, beside `PATH`, `HOME`, `TMPDIR` and `LC_ALL`.
    pub variables: &'a [(&'static str, OsString)],
    /// Its bounds.
    pub bounds: Bounds,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The program ended by itself, with this status.
    Exit(i32),
    /// The program was ended by this signal.
    Signal(i32),
    /// We ended it, since it took too much of this.
    Bounded(&'static str),
}

/// End and output of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// How it ended.
    pub end: End,
    /// Standard output and then standard error, without the run's folder.
    pub output: String,
}

impl Said {
    /// True if it ended well.
    pub fn succeeded(&self) -> bool {
        self.end == End::Exit(0)
    }
}

/// A fresh folder in the run's.
pub fn fresh_folder(place: &Workplace<'_>) -> Result<PathBuf, Failure> {
    static MADE: AtomicU32 = AtomicU32::new(0);
    place.make(&MADE.fetch_add(1, Ordering::Relaxed).to_string())
}

impl Job<'_> {
    /// Runs it to its end, or to its bounds.
    ///
    /// # Errors
    /// It cannot be started, or the run is to end.
    pub fn run(&self, place: &Workplace<'_>) -> Result<Said, Failure> {
        let look = |group| self.takes_too_much(group);
        let watched = place.watch(&mut self.command(place), self.bounds.time, MOST_SAID, look);
        let BoundedOutput { end, stdout, stderr } = watched.map_err(ProgramError::into_failure)?;
        let output = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        let output = output.replace(&format!("{}/", self.folder.display()), "");
        let output = output.replace(&format!("{}/", place.folder().display()), "");
        Ok(Said { end: end.map_or_else(End::Bounded, end_of), output })
    }

    /// The shell sets what the system bounds for a process: no core file, no large file, few open ones, so much processor time.
    fn command(&self, place: &Workplace<'_>) -> Command {
        let Bounds { time, disk, .. } = self.bounds;
        let limits = format!(
            "ulimit -c 0; ulimit -f {}; ulimit -n 1024; ulimit -t {}; exec \"$@\"",
            disk / 512,
            // All its threads' time counts.
            (time.as_secs() + 1) * 4
        );
        let mut command = place.command("/bin/sh");
        command.args(["-c", &limits, "sh"]).args(self.words).current_dir(self.folder);
        command.env("TMPDIR", self.folder).envs(self.variables.iter().cloned());
        command
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RUNS;

    fn end(script: &str, bounds: Bounds) -> Said {
        let place = Workplace::unsupervised(RUNS, &|| Ok(())).unwrap();
        let folder = fresh_folder(&place).unwrap();
        let words = ["sh", "-c", script].map(OsString::from);
        Job { words: &words, folder: &folder, variables: &[], bounds }.run(&place).unwrap()
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
