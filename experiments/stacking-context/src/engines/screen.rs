//! A screen for engines that have no mode without one.

use std::fs;
use std::path::Path;

use harness::{Failure, Run};

use super::supervised::Supervised;
use super::xvfb::{MADE_SOCKETS, NAME, SOCKETS, number_in};

/// Starts one; gives its name, such as `:1`.
pub(super) fn start(programs: &mut Supervised, run: &Run) -> Result<String, Failure> {
    if !Path::new(SOCKETS).exists() {
        let failed = |error| Failure::Failed(format!("cannot write into the run's folder: {error}"));
        fs::write(programs.folder().join(MADE_SOCKETS), "").map_err(failed)?;
    }
    let words = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"];
    let xvfb = programs.start_program(NAME, &words, &[])?;
    let number = xvfb.wait_for(run, || number_in(&xvfb.log()))?;
    Ok(format!(":{number}"))
}
