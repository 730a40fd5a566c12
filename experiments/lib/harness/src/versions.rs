//! Versions of programs, and of libraries that this program is built with.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// The first line with a digit that `program` prints when it is run with `arguments`, on standard output or else on standard error;
/// `None` if the program is missing, fails or prints no such line.
pub(crate) fn version(program: &OsStr, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).env("LC_ALL", "C").stdin(Stdio::null()).output().ok()?;
    if !output.status.success() {
        return None;
    }
    [output.stdout, output.stderr].iter().find_map(|bytes| version_in(&String::from_utf8_lossy(bytes)))
}

/// Strips the paths that some programs print, which could name their owner.
fn version_in(said: &str) -> Option<String> {
    let line = said.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()))?;
    let is_path = |word: &&str| word.trim_start_matches(['(', '"', '\'']).starts_with('/');
    Some(line.split_whitespace().filter(|word| !is_path(word)).collect::<Vec<_>>().join(" "))
}

/// The version of a library that this program is built with.
///
/// # Panics
///
/// If `Cargo.lock` has no library of that name, or several versions of it.
pub(crate) fn locked(name: &str) -> &'static str {
    let after = format!("name = \"{name}\"\nversion = \"");
    let mut versions = include_str!("../../../../Cargo.lock").split(&*after).skip(1);
    let version = versions.next().and_then(|rest| rest.split('"').next());
    let version = version.unwrap_or_else(|| panic!("Cargo.lock has no {name}"));
    assert!(versions.next().is_none(), "Cargo.lock has several versions of {name}");
    version
}

#[cfg(test)]
mod tests {
    use fuzzing::{bounded, mutated};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_line_with_a_digit_is_the_version_and_paths_are_left_out() {
        assert_eq!(version_in("nginx version: nginx/1.22.1\n").as_deref(), Some("nginx version: nginx/1.22.1"));
        assert_eq!(version_in("Welcome\ngo 1.19  linux/amd64\n2\n").as_deref(), Some("go 1.19 linux/amd64"));
        assert_eq!(version_in("pip 23.0 from (/home/anna/pip)").as_deref(), Some("pip 23.0 from"));
        assert_eq!(version_in("no number"), None);
    }

    proptest! {
        #[test]
        fn fuzz_whatever_a_program_says_its_version_is_a_line_without_paths(
            said in mutated(vec![b"Welcome\npip 23.0 from (/home/anna/pip)\n".to_vec()], vec![b"\n", b" ", b"/", b"'(\"/", b"\xff"]),
        ) {
            let text = String::from_utf8_lossy(&said);
            let version = bounded(&said, 1000, 100, || version_in(&text)).unwrap_or_default();
            prop_assert!(!version.contains('\n') && !version.split(' ').any(|word| word.starts_with('/')), "{}", version);
        }
    }

    #[test]
    fn a_program_that_fails_or_is_missing_tells_none() {
        assert_eq!(version("sh".as_ref(), &["-c", "echo 1.2 >&2"]).as_deref(), Some("1.2"));
        assert_eq!(version("sh".as_ref(), &["-c", "echo cannot connect to port 80; exit 1"]), None);
        assert_eq!(version("no-such-program-here".as_ref(), &[]), None);
    }

    #[test]
    fn a_library_tells_the_version_that_this_program_is_built_with() {
        // Cargo gives this package the workspace's version.
        assert_eq!(locked("harness"), env!("CARGO_PKG_VERSION"));
    }

    #[test]
    #[should_panic(expected = "Cargo.lock has no no-such-library")]
    fn a_library_that_is_not_built_in_has_no_version() {
        locked("no-such-library");
    }
}
