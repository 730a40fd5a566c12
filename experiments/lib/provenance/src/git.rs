//! The state of a checkout by git; `None` without git or a checkout.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The commit that is checked out, 40 hexadecimal digits.
pub fn commit(root: &Path) -> Option<String> {
    git(root, ["rev-parse", "--verify", "HEAD"])
}

/// Tells if any of these files is new or differs from that commit. Documents (`.md`) do not count.
pub fn differs(root: &Path, paths: &[PathBuf]) -> Option<bool> {
    let paths = paths.iter().map(|path| path.as_os_str());
    let arguments = ["status", "--porcelain", "--"].map(OsStr::new).into_iter().chain(paths);
    Some(!git(root, arguments.chain([OsStr::new(":(exclude)*.md")]))?.is_empty())
}

/// The log of checked-out commits, where git keeps one.
pub(crate) fn head_log(root: &Path) -> Option<PathBuf> {
    let log = root.join(git(root, ["rev-parse", "--git-path", "logs/HEAD"])?);
    log.is_file().then_some(log)
}

fn git(root: &Path, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Option<String> {
    // Without optional locks, so that a commit in progress elsewhere is not disturbed.
    let output = Command::new("git").arg("--no-optional-locks").arg("-C").arg(root).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_sources_make_a_checkout_differ_from_its_commit() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path();
        assert_eq!((commit(top), differs(top, &[top.to_owned()])), (None, None), "it is no checkout");
        fs::create_dir(top.join("src")).unwrap();
        fs::write(top.join("src/main.rs"), "1").unwrap();
        git(top, ["init", "--quiet"]).unwrap();
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        git(top, ["add", "."]).unwrap();
        git(top, author.into_iter().chain(["commit", "--quiet", "-m", "one"])).unwrap();
        assert_eq!(commit(top).map(|commit| commit.len()), Some(40));
        let differs = || differs(top, &[top.join("src")]).unwrap();
        assert!(!differs());
        fs::write(top.join("src/METHOD.md"), "words").unwrap();
        fs::write(top.join("elsewhere"), "new").unwrap();
        assert!(!differs(), "what is only read, and what lies elsewhere, is no source");
        fs::write(top.join("src/main.rs"), "2").unwrap();
        assert!(differs());
        fs::write(top.join("src/main.rs"), "1").unwrap();
        fs::write(top.join("src/new.rs"), "").unwrap();
        assert!(differs());
    }
}
