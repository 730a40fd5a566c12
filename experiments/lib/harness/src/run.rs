//! A run as the experiment sees it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::sync::Mutex;

use crate::failure::Failure;
use crate::interrupt;
use crate::processor_time::Counted;
use crate::progress::Progress;
use crate::record::{ProcessorTime, Profile, YardstickReading};
use crate::standstill;
use crate::versions::{locked, version};
use crate::warning::Warning;
use crate::yardstick::{Yardstick, change};

/// A run as the experiment sees it: how thorough to be, and whom to tell what. Shared between threads.
pub struct Run {
    /// Thoroughness.
    pub profile: Profile,
    /// Seed of every random choice.
    pub seed: u64,
    progress: Progress,
    warnings: Mutex<Vec<Warning>>,
    programs: Mutex<BTreeMap<String, String>>,
    /// None where figures do not depend on time.
    yardstick: Mutex<Option<Yardstick>>,
    counted: Option<Counted>,
}

/// The parts of its record that a run gathers itself.
pub(crate) struct Finished {
    pub warnings: Vec<Warning>,
    pub programs: BTreeMap<String, String>,
    pub yardstick: Vec<YardstickReading>,
    /// None where figures do not depend on time, or the system does not tell.
    pub processor_time: Option<ProcessorTime>,
}

impl Run {
    /// A run that shows nothing, such as a test's.
    pub fn silent(profile: Profile, seed: u64) -> Self {
        Self::new(profile, seed, Progress::Silent, None)
    }

    pub(crate) fn new(profile: Profile, seed: u64, progress: Progress, yardstick: Option<Yardstick>) -> Self {
        let counted = yardstick.is_some().then(Counted::now).flatten();
        let yardstick = Mutex::new(yardstick);
        let (warnings, programs) = Default::default();
        Self { profile, seed, progress, warnings, programs, yardstick, counted }
    }

    /// There is `amount` more to do, in a unit of the experiment's own that is proportional to time.
    pub fn expect(&self, amount: u64) {
        self.progress.expect(amount);
    }

    /// `amount` of it is done. An error when the run is to end; pass it on at once.
    ///
    /// Call it with more than 0 only between turns, when nothing is measured: where figures are times, it then reads the
    /// yardstick about once a minute, which takes a fifth of a second.
    pub fn advance(&self, amount: u64) -> Result<(), Failure> {
        self.progress.advance(amount);
        interrupt::check()?;
        if amount > 0
            && let Some(yardstick) = &mut *self.yardstick.lock().expect("no thread fails while it reads the yardstick")
        {
            yardstick.read_if_due();
        }
        Ok(())
    }

    /// Notes in the record that the figures are of, or depend on, `name` (such as `nginx`) in this `version`.
    pub fn uses(&self, name: &str, version: impl Into<String>) {
        self.programs.lock().expect("no thread fails while it names a program").insert(name.to_owned(), version.into());
    }

    /// The same with the version that `program` tells when it is run with `arguments` (such as `--version`): the first
    /// line with a digit. Nothing where there is no such program.
    pub fn uses_program(&self, name: &str, program: impl AsRef<OsStr>, arguments: &[&str]) {
        if let Some(version) = version(program.as_ref(), arguments) {
            self.uses(name, version);
        }
    }

    /// The same of a library that this program is built with, by its name in `Cargo.lock`.
    ///
    /// # Panics
    ///
    /// If `Cargo.lock` has no such library, or several versions of it.
    pub fn uses_library(&self, name: &str) {
        self.uses(name, locked(name));
    }

    /// Something to know before trusting the figures: it is said at the end, and kept in the record.
    pub fn warn(&self, warning: Warning) {
        let mut warnings = self.warnings.lock().expect("no thread fails while it warns");
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    pub(crate) fn finish(self) -> Finished {
        self.progress.clear();
        let unpoisoned = "no thread fails while it tells the run something";
        // A user who ends a run does not wait for another reading.
        let yardstick = self.yardstick.into_inner().expect(unpoisoned).filter(|_| interrupt::check().is_ok());
        let yardstick = yardstick.map_or_else(Vec::new, Yardstick::finish);
        let processor_time = self.counted.and_then(|before| before.until(Counted::now()?));
        // The warnings that explain the others come first.
        let disturbed = Warning::of_machine(processor_time, change(&yardstick));
        let own = self.warnings.into_inner().expect(unpoisoned);
        let warnings = standstill::warnings().into_iter().chain(disturbed).chain(own).collect();
        Finished { warnings, programs: self.programs.into_inner().expect(unpoisoned), yardstick, processor_time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_there_tells_its_version_and_one_that_is_not_is_left_out() {
        let run = Run::silent(Profile::Quick, 1);
        run.uses("made up", "1.2");
        run.uses_program("shell", "sh", &["-c", "echo Welcome; echo shell 3.4"]);
        run.uses_program("none", "no-such-program-here", &["--version"]);
        let programs: Vec<_> = run.finish().programs.into_iter().collect();
        assert_eq!(programs, [("made up".into(), "1.2".into()), ("shell".into(), "shell 3.4".into())]);
    }
}
