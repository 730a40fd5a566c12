//! Lines for whoever started the program. `println!` would panic where nobody reads them.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stderr, stdout};

use crate::failure::Failure;

/// Writes a line to standard output. That nobody reads on (`| head -0`) is no failure; a full disk is.
pub fn say(line: impl Display) -> Result<(), Failure> {
    let mut output = stdout().lock();
    unless_closed(writeln!(output, "{line}").and_then(|()| output.flush()))
}

/// The failure to write to standard output, if it is one.
pub(crate) fn unless_closed(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::system("cannot write to standard output", error))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard error, where somebody reads it. That it is closed or full ends no program, as `eprintln!` would.
pub fn note(line: impl Display) {
    let _ = writeln!(stderr(), "{line}");
}
