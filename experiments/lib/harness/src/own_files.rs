//! Removal of our own files: no other code of these crates removes a file or a folder, which a lint sees to.
//!
//! Each function goes by what it finds there itself, and not by what it is told: where something really lies, whose it is, and which
//! file it is. What is not known to be ours is refused, and stays as it is. No link is followed.

#![expect(clippy::disallowed_methods, reason = "all others call this")]

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rustix::process::geteuid;

/// Files that this process may remove: real paths, each with an identity, since another file may have this path later.
static CLAIMED: Mutex<Vec<(PathBuf, Identity)>> = Mutex::new(Vec::new());

/// The numbers of a file's disk and of the file there.
type Identity = (u64, u64);

fn identity(there: &Metadata) -> Identity {
    (there.dev(), there.ino())
}

fn is_this_users(there: &Metadata) -> bool {
    there.uid() == geteuid().as_raw()
}

/// Claims an empty folder or file that this process has just made: it may be removed by [`remove`], with whatever is in it then.
///
/// # Errors
/// The file is somebody else's, holds something, or is neither a folder nor a file.
pub fn claim(path: &Path) -> io::Result<()> {
    let (path, there) = find(path)?.ok_or(ErrorKind::NotFound)?;
    let is_empty =
        if there.is_dir() { fs::read_dir(&path)?.next().is_none() } else { there.is_file() && there.len() == 0 };
    if !is_empty || !is_this_users(&there) {
        return Err(refusal(&path));
    }
    enter(path, &there);
    Ok(())
}

/// Claims a folder of a run, with all that is in it: named as runs name theirs, this user's, no link to one, and directly in the
/// system's folder for temporary files or in a folder that is claimed.
///
/// # Errors
/// The path is no such folder.
pub fn claim_run(folder: &Path, is_named_so: impl FnOnce(&str) -> bool) -> io::Result<()> {
    let (path, there) = find(folder)?.ok_or(ErrorKind::NotFound)?;
    let is_named_so = path.file_name().and_then(|name| name.to_str()).is_some_and(is_named_so);
    let temporary = env::temp_dir().canonicalize()?;
    let lies_there = path.parent() == Some(temporary.as_path()) || is_claimed(&path);
    if !(is_named_so && there.is_dir() && is_this_users(&there) && lies_there) {
        return Err(refusal(&path));
    }
    enter(path, &there);
    Ok(())
}

fn enter(path: PathBuf, there: &Metadata) {
    CLAIMED.lock().expect("no thread fails while it claims").push((path, identity(there)));
}

/// Removes a file, a link or a folder with all that is in it. What is not there needs no removing. Known as ours is
///
/// - what this process has claimed ([`claim`], [`claim_run`]), and what lies in such a folder;
/// - what lies among Cargo's output, if this very program does, too;
/// - the file that a record is written to before it takes its place.
///
/// # Errors
/// The file is not known as ours, which is an error of the kind [`ErrorKind::InvalidInput`]; or it can't be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    let Some((path, there)) = find(path)? else { return Ok(()) };
    let is_record_to_be = || there.is_file() && path.file_name().is_some_and(is_temporary);
    if is_claimed(&path) || is_among_cargos_output(&path) || is_record_to_be() {
        remove_all(&path, &there)
    } else {
        Err(refusal(&path))
    }
}

/// Removes a file of this user's that lies where others have theirs, too, as a lock does; `is_ours` knows it by what it is or holds.
///
/// # Errors
/// As [`remove`].
pub fn remove_known(file: &Path, is_ours: impl FnOnce(&Metadata) -> bool) -> io::Result<()> {
    let Some((path, there)) = find(file)? else { return Ok(()) };
    let is_known = !there.is_dir() && is_this_users(&there) && is_ours(&there);
    if is_known { remove_all(&path, &there) } else { Err(refusal(&path)) }
}

/// Removes a folder with nothing in it, by which nothing can be lost: that of a control group, which has no files of its own; or one
/// that lies where others make it, too.
///
/// # Errors
/// There is something in it, or it can't be removed.
pub fn remove_empty(folder: &Path) -> io::Result<()> {
    gone(fs::remove_dir(folder))
}

/// No other program names its files so: what is left of them is ours to remove.
const TEMPORARY_SUFFIX: &str = ".being-measured";

/// The file that a record is written to before it takes its place: in the same folder, since a rename is atomic only there; hidden and
/// without the ending `.json`, so that nobody takes it for a record.
pub(crate) fn temporary_of(path: &Path) -> PathBuf {
    let name = path.file_name().expect("a destination has a name").to_string_lossy();
    path.with_file_name(format!(".{name}{TEMPORARY_SUFFIX}"))
}

/// True for the name of such a file.
pub(crate) fn is_temporary(name: &OsStr) -> bool {
    let name = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(TEMPORARY_SUFFIX));
    name.is_some_and(|name| !name.is_empty())
}

/// The real path of what has this one, and what it is: of a link, the link. `None` where nothing has it.
fn find(path: &Path) -> io::Result<Option<(PathBuf, Metadata)>> {
    let name = path.file_name().ok_or_else(|| refusal(path))?;
    let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let there = above.canonicalize().and_then(|above| {
        let path = above.join(name);
        fs::symlink_metadata(&path).map(|there| (path, there))
    });
    match there {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        there => there.map(Some),
    }
}

fn is_claimed(path: &Path) -> bool {
    let claimed = CLAIMED.lock().expect("no thread fails while it claims");
    let is_still = |folder: &Path, was| fs::symlink_metadata(folder).is_ok_and(|there| identity(&there) == was);
    claimed.iter().any(|(folder, was)| path.starts_with(folder) && is_still(folder, *was))
}

/// First bytes of the file by which Cargo marks a folder of files that can be made again (<https://bford.info/cachedir/>).
const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";

fn is_among_cargos_output(path: &Path) -> bool {
    let is_cargos = |folder: &&Path| {
        let mut begins = [0; SIGNATURE.len()];
        let tag = File::open(folder.join("CACHEDIR.TAG")).and_then(|mut tag| tag.read_exact(&mut begins));
        tag.is_ok() && begins == SIGNATURE
    };
    let program = env::current_exe().unwrap_or_default();
    let output = program.ancestors().skip(1).find(is_cargos).and_then(|folder| folder.canonicalize().ok());
    output.is_some_and(|output| path != output && path.starts_with(output))
}

fn remove_all(path: &Path, there: &Metadata) -> io::Result<()> {
    gone(if there.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) })?;
    // Whatever has this path from now on is another's, even if the disk gives it the same number.
    CLAIMED.lock().expect("no thread fails while it claims").retain(|(claimed, _)| !claimed.starts_with(path));
    Ok(())
}

/// Somebody else may have removed it meanwhile.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

fn refusal(path: &Path) -> io::Error {
    let why = format!("{} is none of what this program makes, and so not its to remove", path.display());
    io::Error::new(ErrorKind::InvalidInput, why)
}

#[cfg(test)]
mod tests;
