//! The child in C, linked to the machine's own C library and to musl.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use harness::record::Skipped;

use super::Ready;
use super::commands::output_of;
use crate::child::{PARENT, output};

const SOURCE: &str = include_str!("../programs/child.c");
/// How long compiling may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
/// How long a child may take to say its version.
const SHORT: Duration = Duration::from_secs(10);

/// With the machine's own C library.
pub(super) fn own(folder: &Path) -> Result<Ready, Skipped> {
    let skipped = |why| Skipped {
        what: "the machine's own C library".to_owned(),
        why,
        needs: "`cc` of the packages gcc and libc6-dev".to_owned(),
    };
    let child = child_in_c(folder).map_err(skipped)?;
    let version = version_of(&[], &child).map_err(skipped)?;
    Ok(Ready { loader: Vec::new(), child: child.into(), library: None, version })
}

/// With musl, statically.
pub(super) fn musl(folder: &Path) -> Result<Ready, Skipped> {
    let skipped =
        |why| Skipped { what: "musl".to_owned(), why, needs: "`musl-gcc` of the package musl-tools".to_owned() };
    let child = compile(folder, "musl-gcc", SOURCE, "child-musl", &["-static"]).map_err(skipped)?;
    Ok(Ready { loader: Vec::new(), child: child.into(), library: None, version: musl_version() })
}

/// The child with the machine's own C library, compiled for the first that asks.
pub(super) fn child_in_c(folder: &Path) -> Result<String, String> {
    compile(folder, "cc", SOURCE, "child", &[])
}

/// A program of one source, or another file, compiled unless it is there.
pub(super) fn compile(folder: &Path, compiler: &str, text: &str, name: &str, more: &[&str]) -> Result<String, String> {
    let child = folder.join(name);
    if child.exists() {
        return Ok(child.to_string_lossy().into_owned());
    }
    let source = folder.join(format!("{name}.c"));
    fs::write(&source, text).map_err(|error| format!("{}: {error}", source.display()))?;
    let mut command = Command::new(compiler);
    command.args(["-std=gnu11", "-O2", "-pthread"]).args(more).arg("-o").arg(&child).arg(source);
    output_of(command.env("TMPDIR", folder), TIMEOUT)?;
    Ok(child.to_string_lossy().into_owned())
}

/// The version that the C library tells of itself, such as `glibc 2.36`.
pub(super) fn version_of(loader: &[String], child: &str) -> Result<String, String> {
    let words = loader.iter().map(String::as_str).chain([child, PARENT, "version"]).map(Into::into);
    let said = output(&words.collect::<Vec<_>>(), SHORT).map_err(|failure| failure.to_string())?;
    said.lines().next().map(str::to_owned).ok_or_else(|| "it does not tell its version".to_owned())
}

/// musl has no way to ask it from within. Its loader, which comes with it, tells when it is run without a program, and fails.
fn musl_version() -> String {
    let loaders = fs::read_dir("/lib").into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let is_one = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("ld-musl-"));
    let said = loaders.into_iter().find(is_one).and_then(|loader| Command::new(loader).output().ok());
    let said = said.map_or_else(String::new, |output| String::from_utf8_lossy(&output.stderr).into_owned());
    match said.lines().find_map(|line| line.strip_prefix("Version ")) {
        Some(version) => format!("musl {}", version.trim()),
        None => "musl".to_owned(),
    }
}
