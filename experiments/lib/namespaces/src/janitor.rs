//! Removes namespaces, whatever becomes of the process that made them.

use std::fs;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use clap::Args;
use harness::Failure;
use supervisor::{Maker, this_program};

use crate::commands::ip;
use crate::pair::NAMES;

/// How often removing is tried again: a namespace may just be in the making.
const ATTEMPTS: u32 = 5;
/// From try to try.
const PAUSE: Duration = Duration::from_millis(50);

/// The janitor's command line.
#[derive(Debug, Args)]
pub struct JanitorOptions {
    /// The experiment's name
    experiment: String,
    /// What the names of the namespaces begin with
    prefix: String,
}

/// A process that outlives this one, just long enough to remove its namespaces: after success, failure, Ctrl-C and
/// SIGKILL alike. It knows by its standard input, which ends when this process does.
pub(crate) struct Janitor(Child);

impl Janitor {
    pub(crate) fn start(experiment: &str, prefix: &str) -> Result<Self, Failure> {
        let child = Command::new(this_program()?)
            .args(["janitor", experiment, prefix])
            // A group of its own: Ctrl-C is sent to the whole group of the terminal's program.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| Failure::Failed(format!("cannot start the janitor: {error}")))?;
        Ok(Self(child))
    }
}

impl Drop for Janitor {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// What the experiment's hidden command `janitor` does: it waits until its standard input ends, and removes.
pub fn remove_when_asked(options: &JanitorOptions) -> Result<(), Failure> {
    let JanitorOptions { experiment, prefix } = options;
    // Complete names of a maker's: nothing else can be asked for.
    if !prefix.ends_with('-') || Maker::of(experiment, &format!("{prefix}0a")).is_none() {
        return Err(Failure::Usage(format!("{prefix}: no names of {experiment}'s namespaces begin so")));
    }
    io::stdin().read_to_end(&mut Vec::new()).map_err(|error| Failure::Failed(error.to_string()))?;
    for _ in 0..ATTEMPTS {
        remove(|name| name.starts_with(prefix.as_str()))?;
        thread::sleep(PAUSE);
    }
    Ok(())
}

/// Removes the namespaces of this experiment's runs that are no more, in case their janitors were killed as well.
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
    fn the_janitor_takes_no_names_but_a_runs_own() {
        for prefix in ["", "-", "somebody", "some-experiment", "some-experiment-", "some-experiment-1-", "other-1-2-"] {
            let options = JanitorOptions { experiment: "some-experiment".to_owned(), prefix: prefix.to_owned() };
            assert!(matches!(remove_when_asked(&options), Err(Failure::Usage(_))), "{prefix}");
        }
    }
}
