//! The child in C, and its compiler.

use std::time::Duration;

use supervisor::{ProgramError, Workplace};

use super::{Ready, output_of};
use crate::child::{PARENT, output};

const SOURCE: &str = include_str!("../programs/child.c");
/// How long compiling may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
/// How long a child may take to say its version.
const SHORT: Duration = Duration::from_secs(10);

/// With the machine's own C library.
pub(super) fn own(place: &Workplace<'_>) -> Result<Ready, ProgramError> {
    let child = child_in_c(place)?;
    let version = version_of(&[], &child)?;
    Ok(Ready { loader: Vec::new(), child: child.into(), library: None, version })
}

/// The child with the machine's own C library, compiled for the first that asks.
pub(super) fn child_in_c(place: &Workplace<'_>) -> Result<String, ProgramError> {
    child_by(place, "cc", "child", &[])
}

/// The child in C by another compiler, or with more options.
pub(super) fn child_by(
    place: &Workplace<'_>,
    compiler: &str,
    name: &str,
    more: &[&str],
) -> Result<String, ProgramError> {
    compile(place, compiler, SOURCE, name, more)
}

/// A program of one source, or another file, compiled unless it is there.
pub(super) fn compile(
    place: &Workplace<'_>,
    compiler: &str,
    text: &str,
    name: &str,
    more: &[&str],
) -> Result<String, ProgramError> {
    let child = place.folder().join(name);
    if !child.exists() {
        let source = place.write(&format!("{name}.c"), text)?;
        let mut command = place.command_as_user(compiler);
        command.args(["-std=gnu11", "-O2", "-pthread"]).args(more).arg("-o").arg(&child).arg(source);
        output_of(place, &mut command, TIMEOUT)?;
    }
    Ok(child.to_string_lossy().into_owned())
}

/// The version that the C library tells of itself, such as `glibc 2.36`.
pub(super) fn version_of(loader: &[String], child: &str) -> Result<String, ProgramError> {
    let words = loader.iter().map(String::as_str).chain([child, PARENT, "version"]).map(Into::into);
    let said = output(&words.collect::<Vec<_>>(), SHORT).map_err(ProgramError::of_program)?;
    said.lines()
        .next()
        .map(str::to_owned)
        .ok_or_else(|| ProgramError::Unusable("it does not tell its version".to_owned()))
}
