//! A run as the experiment sees it.

use std::sync::Mutex;

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;
use crate::record::Profile;
use crate::warning::Warning;

/// A run as the experiment sees it: how thorough to be, and whom to tell what. Shared between threads.
pub struct Run {
    /// How thorough to be.
    pub profile: Profile,
    /// What every random choice derives from.
    pub seed: u64,
    progress: Progress,
    warnings: Mutex<Vec<Warning>>,
}

impl Run {
    /// A run that shows nothing, such as a test's.
    pub fn silent(profile: Profile, seed: u64) -> Self {
        Self::new(profile, seed, Progress::Silent)
    }

    pub(crate) fn new(profile: Profile, seed: u64, progress: Progress) -> Self {
        Self { profile, seed, progress, warnings: Mutex::default() }
    }

    /// There is `amount` more to do, in a unit of the experiment's own that is proportional to time.
    pub fn expect(&self, amount: u64) {
        self.progress.expect(amount);
    }

    /// `amount` of it is done. An error when the run is to end; pass it on at once.
    pub fn advance(&self, amount: u64) -> Result<(), Failure> {
        self.progress.advance(amount);
        interrupt::check()
    }

    /// Something to know before trusting the figures: it is said at the end, and kept in the record.
    pub fn warn(&self, warning: Warning) {
        let mut warnings = self.warnings.lock().expect("no thread fails while it warns");
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    pub(crate) fn finish(self) -> Vec<Warning> {
        self.progress.clear();
        self.warnings.into_inner().expect("no thread fails while it warns")
    }
}
