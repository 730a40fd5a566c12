//! A screen for WebKitGTK, which has no mode without one: Xvfb.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use harness::Failure;

use crate::workplace::{Started, Trouble, Workplace};
use crate::xvfb::{MADE_SOCKETS, PROGRAM, SOCKETS, number_of};

/// How long it may take.
const LIMIT: Duration = Duration::from_secs(20);
/// From look to look whether it is there.
const PAUSE: Duration = Duration::from_millis(20);

/// Starts one; with its name, such as `:1`.
pub(crate) fn start(place: &Workplace, check: &dyn Fn() -> Result<(), Failure>) -> Result<(Started, String), Trouble> {
    if !Path::new(SOCKETS).exists() {
        place.write(MADE_SOCKETS, "").map_err(Trouble::Ours)?;
    }
    let words = ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"];
    let xvfb = place.start(PROGRAM, words, &[])?;
    let started = Instant::now();
    while started.elapsed() < LIMIT {
        check().map_err(Trouble::Ours)?;
        if let Some(number) = number_of(&place.path("")) {
            return Ok((xvfb, format!(":{number}")));
        }
        thread::sleep(PAUSE);
    }
    Err(Trouble::Told(format!("{PROGRAM} gave no screen within {} s", LIMIT.as_secs())))
}
