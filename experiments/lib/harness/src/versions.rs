//! What a program says of its own version.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// The first line with a digit that `program` prints when it is run with `arguments`, on standard output or else on
/// standard error; `None` if it is not there, fails or says no such thing.
pub(crate) fn version(program: &OsStr, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).env("LC_ALL", "C").stdin(Stdio::null()).output().ok()?;
    if !output.status.success() {
        return None;
    }
    [output.stdout, output.stderr].iter().find_map(|bytes| version_in(&String::from_utf8_lossy(bytes)))
}

/// Without the paths that some programs add, which could name their owner.
fn version_in(said: &str) -> Option<String> {
    let line = said.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()))?;
    let is_path = |word: &&str| word.trim_start_matches(['(', '"', '\'']).starts_with('/');
    Some(line.split_whitespace().filter(|word| !is_path(word)).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_with_a_digit_is_the_version_and_paths_are_left_out() {
        assert_eq!(version_in("nginx version: nginx/1.22.1\n").as_deref(), Some("nginx version: nginx/1.22.1"));
        assert_eq!(version_in("Welcome\ngo 1.19  linux/amd64\n2\n").as_deref(), Some("go 1.19 linux/amd64"));
        assert_eq!(version_in("pip 23.0 from (/home/anna/pip)").as_deref(), Some("pip 23.0 from"));
        assert_eq!(version_in("no number"), None);
    }

    #[test]
    fn a_program_that_fails_or_is_missing_tells_none() {
        assert_eq!(version("sh".as_ref(), &["-c", "echo 1.2 >&2"]).as_deref(), Some("1.2"));
        assert_eq!(version("sh".as_ref(), &["-c", "echo cannot connect to port 80; exit 1"]), None);
        assert_eq!(version("no-such-program-here".as_ref(), &[]), None);
    }
}
