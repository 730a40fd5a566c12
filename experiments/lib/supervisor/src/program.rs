//! Programs that a supervisor has started in its run's folder, and where they may listen.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;

use crate::processes::is_running;
use crate::program_error::last_line;
use crate::start_request::log_of;
use crate::workplace::Workplace;

/// Interval between looks whether a program is ready.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// A program that a supervisor has started.
#[derive(Debug, Clone)]
pub struct Program {
    name: String,
    id: u32,
    log: PathBuf,
}

impl Program {
    /// The output of the program so far, standard error included; what is not UTF-8 is replaced.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned()
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Tries until it succeeds: as long as the program runs, no longer than `timeout`, and until the run is to end.
    ///
    /// # Errors
    /// The program ends or is not ready in time, which is told with what it wrote last; or `check` fails.
    pub fn wait_for<T>(
        &self,
        timeout: Duration,
        check: &dyn Fn() -> Result<(), Failure>,
        attempt: impl Fn() -> Result<T, String>,
    ) -> Result<T, Failure> {
        let started = Instant::now();
        loop {
            let why = match attempt() {
                Ok(value) => return Ok(value),
                Err(why) => why,
            };
            check()?;
            let name = &self.name;
            if !is_running(self.id) {
                return Err(Failure::program(name, format!("it ended at once{}", self.last_words())));
            }
            if started.elapsed() > timeout {
                let waited = timeout.as_secs();
                let last = self.last_words();
                return Err(Failure::program(name, format!("it is not ready after {waited} s: {why}{last}")));
            }
            thread::sleep(LOOK_EVERY);
        }
    }

    /// The last line of its output, behind a colon; empty where there is none.
    fn last_words(&self) -> String {
        let last = last_line(&self.log(), self.log.parent().unwrap_or(Path::new("/")));
        if last.is_empty() { last } else { format!(": {last}") }
    }
}

impl Workplace<'_> {
    /// Has the supervisor start a program in the run's folder, its home, with these variables beside the path and the language. What it
    /// writes goes to its log there ([`log_of`](crate::log_of)). It ends with the supervisor, too, should that be killed.
    ///
    /// # Errors
    /// The supervisor is gone, or the program can't be started.
    ///
    /// # Panics
    /// The workplace has no supervisor.
    pub fn start_program(
        &self,
        name: &str,
        words: &[impl AsRef<str>],
        environment: &[(&str, String)],
    ) -> Result<Program, Failure> {
        let failed = |why: &str| Failure::program(name, format!("cannot be started: {why}"));
        let mut supervisor = self.supervisor().expect("unit tests start no programs by it");
        let started = supervisor.start_program(name, words, environment);
        let id = started.map_err(|gone| failed(&gone.to_string()))?.map_err(|why| failed(&why))?;
        Ok(Program { name: name.to_owned(), id, log: log_of(self.folder(), name) })
    }
}

/// An address of this machine's own whose port was free a moment ago.
///
/// # Errors
/// No port is free.
pub fn free_address() -> Result<SocketAddr, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let address = listener.and_then(|listener| listener.local_addr());
    address.map_err(|error| Failure::system("no free port", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that never ran, with this log.
    fn ended(log: PathBuf) -> Program {
        Program { name: "made up".to_owned(), id: u32::MAX >> 1, log }
    }

    #[test]
    fn what_ended_is_told_with_its_last_words_and_without_the_runs_folder() {
        let folder = tempfile::tempdir().unwrap();
        let log = log_of(folder.path(), "made up");
        fs::write(&log, format!("begins\ncannot read {}/configuration\n\n", folder.path().display())).unwrap();
        let waited = ended(log).wait_for(Duration::from_secs(1), &|| Ok(()), || Err::<(), _>("no answer".to_owned()));
        let Err(Failure::Program { name, why }) = waited else { panic!("{waited:?}") };
        assert_eq!((&*name, &*why), ("made up", "it ended at once: cannot read configuration"));
    }

    #[test]
    fn what_answers_is_not_waited_for_and_what_is_to_end_ends() {
        let program = ended(PathBuf::from("nowhere"));
        assert_eq!(program.wait_for(Duration::ZERO, &|| Ok(()), || Ok(7)).unwrap(), 7);
        let interrupted = || Err(Failure::Interrupted("to end".to_owned()));
        let waited = program.wait_for(Duration::ZERO, &interrupted, || Err::<(), _>(String::new()));
        assert!(matches!(waited, Err(Failure::Interrupted(why)) if why == "to end"));
    }

    #[test]
    fn a_free_address_can_be_had() {
        let address = free_address().unwrap();
        assert!(address.ip().is_loopback());
        TcpListener::bind(address).unwrap();
    }
}
