//! Process groups of a run, of which the run tells its supervisor.

use std::collections::BTreeSet;
use std::io;

use rustix::process::{Pid, Signal, kill_process_group};

/// What a supervisor does that is told of process groups: until its standard input ends, as it does when the run has, it reads
/// which run (`+123`) and which have ended (`-123`). Those that run then it ends.
pub fn end_groups_told_of() {
    for group in running(io::stdin().lines()).into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// The groups that run at the end of the lines.
fn running(lines: impl Iterator<Item = io::Result<String>>) -> BTreeSet<i32> {
    let mut running = BTreeSet::new();
    for line in lines {
        // Its end, and whatever is wrong with it, mean that the run has ended.
        let Some((ended, group)) = line.ok().as_deref().and_then(group_in) else { break };
        if ended {
            running.remove(&group);
        } else {
            running.insert(group);
        }
    }
    running
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
    fn groups_run_until_they_are_told_to_have_ended() {
        let told = |lines: &[&str]| running(lines.iter().map(|&line| Ok(line.to_owned())));
        assert_eq!(told(&["+12", "+123", "-12", "+7"]), BTreeSet::from([7, 123]));
        assert_eq!(told(&["-5"]), BTreeSet::new());
        // What is wrong is the end.
        assert_eq!(told(&["+12", "what", "-12", "+13"]), BTreeSet::from([12]));
        let broken = [Ok("+12".to_owned()), Err(io::Error::other("broken")), Ok("+13".to_owned())];
        assert_eq!(running(broken.into_iter()), BTreeSet::from([12]));
    }

    #[test]
    fn nothing_else_is_a_group_not_even_the_whole_system() {
        assert_eq!((group_in("+123"), group_in("-123")), (Some((false, 123)), Some((true, 123))));
        for line in ["", "123", "+", "+0", "+1", "-1", "--5", "+x", "+99999999999"] {
            assert_eq!(group_in(line), None, "{line:?}");
        }
    }
}
