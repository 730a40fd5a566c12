//! What git says of a checkout; `None` where there is no git or no checkout.

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

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    // Without optional locks, asking never disturbs a commit that is being made elsewhere.
    let output = Command::new("git").arg("--no-optional-locks").arg("-C").arg(root).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
