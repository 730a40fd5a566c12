//! Work of the supervisor's process.

use std::collections::BTreeSet;
use std::io::{self, Write};

use harness::Failure;
use rustix::process::{Pid, Signal, kill_process_group};
#[cfg(target_os = "linux")]
use rustix::process::{getpid, set_child_subreaper};

use crate::{Runs, SupervisorOptions, end_children};

/// Does the work of the hidden command `supervisor`. Its standard input ends when the run does, after SIGKILL as well. Until then it
/// reads which process groups run (`+123`) and which have ended (`-123`), and starts the programs that it is asked for in the folder,
/// as its own children; what these start becomes its child when it is orphaned (it is a "subreaper"). Then it ends all of them and
/// whatever else works for the run, and removes the folder.
///
/// # Errors
/// The folder is no run's of this experiment, or the system makes this process no subreaper.
pub fn supervise(runs: Runs, options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(|folder| runs.made(folder))?;
    #[cfg(target_os = "linux")]
    set_child_subreaper(Some(getpid())).map_err(|error| Failure::system("supervisor", error.into()))?;
    let (mut groups, mut answers) = (BTreeSet::new(), io::stdout());
    for line in io::stdin().lines() {
        // Its end, and whatever is wrong with it, mean that the run has ended.
        let Ok(line) = line else { break };
        match group_in(&line) {
            Some((true, group)) => _ = groups.remove(&group),
            Some((false, group)) => _ = groups.insert(group),
            None => {
                let Some(answer) = answer_line(&line, folder) else { break };
                if writeln!(answers, "{answer}").and_then(|()| answers.flush()).is_err() {
                    break;
                }
            }
        }
    }
    runs.ask_to_end(folder);
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    end_children();
    runs.end_and_remove(folder);
    Ok(())
}

#[cfg(target_os = "linux")]
use crate::start_request::answer_line;
/// Programs that end with their parent are Linux's.
#[cfg(not(target_os = "linux"))]
fn answer_line(_: &str, _: &std::path::Path) -> Option<String> {
    None
}

/// Process group that a line names, and whether it has ended.
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
    fn nothing_else_is_a_group_not_even_the_whole_system() {
        assert_eq!((group_in("+123"), group_in("-123")), (Some((false, 123)), Some((true, 123))));
        for line in ["", "123", "+", "+0", "+1", "-1", "--5", "+x", "+99999999999"] {
            assert_eq!(group_in(line), None, "{line:?}");
        }
    }
}
