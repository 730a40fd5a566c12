//! What git says of a checkout; `None` where there is no git or no checkout.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The commit that is checked out, 40 hexadecimal digits.
pub fn commit(root: &Path) -> Option<String> {
    git(root, &["rev-parse", "--verify", "HEAD"])
}

/// Whether any file differs from that commit or is new. Published records do not count, so that one can be published
/// after the other.
pub fn is_dirty(root: &Path) -> Option<bool> {
    let changes = git(root, &["status", "--porcelain", "--", ".", ":(exclude)content/measurements"])?;
    Some(!changes.is_empty())
}

/// The log of what was checked out, where git keeps one.
pub(crate) fn head_log(root: &Path) -> Option<PathBuf> {
    let log = root.join(git(root, &["rev-parse", "--git-path", "logs/HEAD"])?);
    log.is_file().then_some(log)
}

/// The files below `path` (or `path` itself) in a commit, from the checkout's top.
pub(crate) fn files(root: &Path, commit: &str, path: &str) -> io::Result<Vec<String>> {
    let listed = output(root, &["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, "--", path])?;
    Ok(String::from_utf8_lossy(&listed).split_terminator('\0').map(str::to_owned).collect())
}

/// What a file held in a commit.
pub(crate) fn content(root: &Path, commit: &str, path: &str) -> io::Result<Vec<u8>> {
    output(root, &["cat-file", "blob", &format!("{commit}:{path}")])
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    output(root, arguments).ok().map(|output| String::from_utf8_lossy(&output).trim().to_owned())
}

fn output(root: &Path, arguments: &[&str]) -> io::Result<Vec<u8>> {
    // Without optional locks, asking never disturbs a commit that is being made elsewhere.
    let output = Command::new("git").arg("--no-optional-locks").arg("-C").arg(root).args(arguments).output()?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let told = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(told.lines().next().unwrap_or("git failed").to_owned()))
}
