//! The supervisor: a process of this program that ends what a run had started, and removes its folder.
//!
//! Its standard input ends when the run does, after SIGKILL as well. Until then it reads which groups of processes run
//! (`+123`) and which have ended (`-123`).

use std::collections::BTreeSet;
use std::io;

use harness::Failure;
use rustix::process::{Pid, Signal, kill_process_group};
use supervisor::{SupervisorOptions, remove};

use super::{end_what_works_in, is_a_runs};

/// What the hidden command `supervisor` does.
pub(crate) fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(is_a_runs)?;
    let mut running = BTreeSet::new();
    for line in io::stdin().lines() {
        // Its end, and whatever is wrong with it, mean that the run has ended.
        let Some((ended, group)) = line.ok().as_deref().and_then(group_in) else { break };
        if ended {
            running.remove(&group)
        } else {
            running.insert(group)
        };
    }
    for group in running.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    // One that had been started when the run was killed, and not yet told of.
    end_what_works_in(folder);
    remove(folder);
    Ok(())
}

/// Whether a line says that a group has ended, and which.
fn group_in(line: &str) -> Option<(bool, i32)> {
    let number = |text: &str| text.parse().ok().filter(|&number: &i32| number > 1);
    match line.strip_prefix('-') {
        Some(text) => Some((true, number(text)?)),
        None => Some((false, number(line.strip_prefix('+')?)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_groups_that_run_and_that_have_ended() {
        assert_eq!(group_in("+123"), Some((false, 123)));
        assert_eq!(group_in("-123"), Some((true, 123)));
    }

    #[test]
    fn nothing_else_is_a_group_not_even_the_whole_system() {
        for line in ["", "123", "+", "+0", "+1", "-1", "--5", "+x", "+99999999999"] {
            assert_eq!(group_in(line), None, "{line:?}");
        }
    }
}
