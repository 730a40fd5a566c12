//! What git says of a checkout; `None` where there is no git or no checkout.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The commit that is checked out, 40 hexadecimal digits.
pub fn commit(root: &Path) -> Option<String> {
    git(root, ["rev-parse", "--verify", "HEAD"])
}

/// Whether any file of these differs from that commit or is new. What is only read (`.md`) does not count.
pub fn differs(root: &Path, paths: &[PathBuf]) -> Option<bool> {
    let paths = paths.iter().map(|path| path.as_os_str());
    let arguments = ["status", "--porcelain", "--"].map(OsStr::new).into_iter().chain(paths);
    Some(!git(root, arguments.chain([OsStr::new(":(exclude)*.md")]))?.is_empty())
}

/// The log of what was checked out, where git keeps one.
pub(crate) fn head_log(root: &Path) -> Option<PathBuf> {
    let log = root.join(git(root, ["rev-parse", "--git-path", "logs/HEAD"])?);
    log.is_file().then_some(log)
}

fn git(root: &Path, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Option<String> {
    // Without optional locks, asking never disturbs a commit that is being made elsewhere.
    let output = Command::new("git").arg("--no-optional-locks").arg("-C").arg(root).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
