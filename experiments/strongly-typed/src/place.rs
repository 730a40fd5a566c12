//! A temporary folder of this run's own, in which programs are made and run, and which goes however the run ends.
//!
//! A supervisor, a process of this very program, ends what runs and removes the folder; where it was killed with the run,
//! the next run does.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use harness::Failure;
use supervisor::{Runs, Supervisor, SupervisorOptions, end_groups_told_of, end_what_works_in, remove, works_in};

/// Whose the folders are.
const RUNS: Runs = Runs::of(env!("CARGO_PKG_NAME"));

/// The folder, and the supervisor that watches over it.
pub struct Place {
    supervisor: Mutex<Supervisor>,
    folder: PathBuf,
    made: AtomicU32,
}

impl Place {
    /// Makes a folder that only this user may enter. What killed runs left is ended and removed first.
    pub fn open() -> Result<Self, Failure> {
        RUNS.remove_left(works_in, remove);
        let folder = RUNS.make_folder(|_| Ok(()))?;
        let supervisor = Mutex::new(supervisor_over(&folder)?);
        Ok(Self { supervisor, folder, made: AtomicU32::new(0) })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A fresh folder in it.
    pub fn fresh(&self) -> Result<PathBuf, Failure> {
        let folder = self.folder.join(self.made.fetch_add(1, Ordering::Relaxed).to_string());
        let failed = |error| Failure::system(format!("cannot make {}", folder.display()), error);
        fs::create_dir(&folder).map_err(failed)?;
        Ok(folder)
    }

    /// Tells the supervisor of a group of processes that it is to end if we cannot, or (with `-`) that has ended.
    pub fn tell(&self, sign: char, group: u32) {
        let mut supervisor = self.supervisor.lock().expect("no thread fails while it tells");
        // A supervisor that is gone cannot be told, and then the next run clears up.
        let _ = supervisor.tell(&format!("{sign}{group}"));
    }
}

/// This program, as supervisor of the folder.
#[cfg(not(test))]
fn supervisor_over(folder: &Path) -> Result<Supervisor, Failure> {
    Supervisor::over(folder, &[])
}

/// The program of these tests has no such command; something that reads what it is told and removes the folder does.
#[cfg(test)]
fn supervisor_over(folder: &Path) -> Result<Supervisor, Failure> {
    let script = "cat > /dev/null; rm -r \"$1\"";
    Supervisor::start(std::process::Command::new("sh").args(["-c", script, "sh"]).arg(folder))
}

/// What the hidden command `supervisor` does: its standard input ends when the run does, after SIGKILL as well.
pub fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(|folder| RUNS.made(folder))?;
    end_groups_told_of();
    // One that had been started when the run was killed, and not yet told of, or that has left its group.
    end_what_works_in(folder);
    remove(folder);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_goes_with_the_place() {
        let place = Place::open().unwrap();
        let [one, two] = [place.fresh().unwrap(), place.fresh().unwrap()];
        assert!(one != two && one.starts_with(place.folder()) && two.is_dir());
        let folder = place.folder().to_owned();
        drop(place);
        assert!(!folder.exists());
    }
}
