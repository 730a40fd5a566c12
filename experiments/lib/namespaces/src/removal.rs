//! Removal of a run's namespaces, whatever becomes of the run.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use harness::Failure;
use supervisor::Runs;

use crate::commands::ip;
use crate::pair::NAMES;

/// Attempts to remove namespaces: one may just be in the making.
const ATTEMPTS: u32 = 5;
/// Pause between attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// The runs of an experiment, whose namespaces go with them.
pub const fn runs(experiment: &'static str) -> Runs {
    Runs::new(experiment).cleared(remove_of)
}

/// The beginning of the names of a run's namespaces, which are named after its folder.
pub(crate) fn prefix_of(run: &Path) -> String {
    format!("{}-", run.file_name().unwrap_or_default().to_string_lossy())
}

/// Removes the namespaces of the run of a folder.
fn remove_of(run: &Path) {
    let prefix = prefix_of(run);
    for _ in 0..ATTEMPTS {
        // The next run removes the rest.
        let _ = remove(|name| name.starts_with(&prefix));
        thread::sleep(PAUSE);
    }
}

/// Removes the namespaces of runs that are no more, in case their supervisors were killed as well.
pub(crate) fn remove_what_others_left(runs: Runs) -> Result<(), Failure> {
    remove(|name| runs.is_abandoned(Path::new(name)))
}

fn remove(which: impl Fn(&str) -> bool) -> Result<(), Failure> {
    let Ok(entries) = fs::read_dir(Path::new(NAMES)) else { return Ok(()) };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    for name in names.filter(|name| which(name)) {
        // One at a time: a name that another process removes meanwhile must not keep the rest.
        if let Err(error) = ip(None, &[format!("netns del {name}")])
            && Path::new(NAMES).join(&name).exists()
        {
            return Err(error);
        }
    }
    Ok(())
}
