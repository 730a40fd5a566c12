//! Removes namespaces, whatever becomes of the process that made them.

use std::fs;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{process, thread};

use harness::Failure;

use super::{NAMES, PREFIX};
use crate::command::{ip, itself};

/// How often removing is tried again: a namespace may just be in the making.
const ATTEMPTS: u32 = 5;

/// A process that outlives this one, just long enough to remove its namespaces: after success, failure, Ctrl-C and
/// SIGKILL alike. It knows by its standard input, which ends when this process does.
pub(crate) struct Janitor(Child);

impl Janitor {
    pub(super) fn start(prefix: &str) -> Result<Self, Failure> {
        let child = Command::new(itself()?)
            .args(["janitor", prefix])
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

/// What the janitor does.
pub(crate) fn wait_and_remove(prefix: &str) -> Result<(), Failure> {
    if !prefix.starts_with(PREFIX) {
        return Err(Failure::Usage(format!("names begin with {PREFIX}")));
    }
    let mut ignored = Vec::new();
    io::stdin().read_to_end(&mut ignored).map_err(|error| Failure::Failed(error.to_string()))?;
    for _ in 0..ATTEMPTS {
        remove(|name| name.starts_with(prefix))?;
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Removes the namespaces of runs that are no more, in case their janitors were killed as well.
pub(super) fn remove_what_others_left() -> Result<(), Failure> {
    remove(|name| maker(name).is_some_and(|id| id != process::id() && !is_this_experiment(id)))
}

/// The number of the process that made a namespace.
fn maker(name: &str) -> Option<u32> {
    name.strip_prefix(PREFIX)?.split('-').next()?.parse().ok()
}

/// Whether the process with this number is a run of this experiment: numbers are used again.
fn is_this_experiment(id: u32) -> bool {
    let name = fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default();
    !name.is_empty() && env!("CARGO_PKG_NAME").starts_with(name.trim_end())
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
    fn a_namespace_names_its_maker() {
        assert_eq!(maker("dead-connections-4711-3a"), Some(4711));
        assert_eq!(maker("dead-connections-x-3a"), None);
        assert_eq!(maker("somebody-elses"), None);
    }

    #[test]
    fn the_janitor_takes_no_names_but_the_experiments_own() {
        assert!(matches!(wait_and_remove(""), Err(Failure::Usage(_))));
        assert!(matches!(wait_and_remove("somebody"), Err(Failure::Usage(_))));
    }
}
