//! Removes namespaces, whatever becomes of the process that made them.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use clap::Args;
use harness::Failure;
use supervisor::{Maker, Supervisor, this_program};

use crate::commands::ip;
use crate::pair::NAMES;

/// How often removing is tried again: a namespace may just be in the making.
const ATTEMPTS: u32 = 5;
/// From try to try.
const PAUSE: Duration = Duration::from_millis(50);

/// The supervisor's command line.
#[derive(Debug, Args)]
pub struct SupervisorOptions {
    /// The experiment's name
    experiment: String,
    /// What the names of the namespaces begin with
    prefix: String,
}

/// Starts the process that removes this run's namespaces, however it ends.
pub(crate) fn supervisor(experiment: &str, prefix: &str) -> Result<Supervisor, Failure> {
    Supervisor::start(Command::new(this_program()?).args(["supervisor", experiment, prefix]))
}

/// What the experiment's hidden command `supervisor` does: it waits until its standard input ends, and removes.
pub fn remove_when_asked(options: &SupervisorOptions) -> Result<(), Failure> {
    let SupervisorOptions { experiment, prefix } = options;
    // Complete names of a maker's: nothing else can be asked for.
    if !prefix.ends_with('-') || Maker::of(experiment, &format!("{prefix}0a")).is_none() {
        return Err(Failure::Usage(format!("{prefix}: no names of {experiment}'s namespaces begin so")));
    }
    io::stdin().read_to_end(&mut Vec::new()).map_err(|error| Failure::system("cannot read standard input", error))?;
    for _ in 0..ATTEMPTS {
        remove(|name| name.starts_with(prefix.as_str()))?;
        thread::sleep(PAUSE);
    }
    Ok(())
}

/// Removes the namespaces of this experiment's runs that are no more, in case their supervisors were killed as well.
pub(crate) fn remove_what_others_left(experiment: &str) -> Result<(), Failure> {
    remove(|name| Maker::of(experiment, name).is_some_and(|maker| !maker.is_alive()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_supervisor_takes_no_names_but_a_runs_own() {
        for prefix in ["", "-", "somebody", "some-experiment", "some-experiment-", "some-experiment-1-", "other-1-2-"] {
            let options = SupervisorOptions { experiment: "some-experiment".to_owned(), prefix: prefix.to_owned() };
            assert!(matches!(remove_when_asked(&options), Err(Failure::Usage(_))), "{prefix}");
        }
    }
}
