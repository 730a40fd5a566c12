//! The supervisor: a process of this program that ends what a run had started, and removes its folder.
//!
//! Its standard input ends when the run does, after SIGKILL as well. Until then it reads which groups of processes run
//! (`+123`) and which have ended (`-123`).

use harness::Failure;
use supervisor::{SupervisorOptions, end_groups_told_of, remove};

use super::{end_what_works_in, is_a_runs};

/// What the hidden command `supervisor` does.
pub(crate) fn supervise(options: &SupervisorOptions) -> Result<(), Failure> {
    let folder = options.folder(is_a_runs)?;
    end_groups_told_of();
    // One that had been started when the run was killed, and not yet told of.
    end_what_works_in(folder);
    remove(folder);
    Ok(())
}
