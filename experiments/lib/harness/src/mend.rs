//! Commands that mend what a run could not measure.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::record::Skipped;

/// Commands of a checkout that mend what a run of an experiment could not measure.
pub(crate) struct Mends {
    experiment: String,
    /// The Debian packages that the experiment can use and this machine lacks; none where it is no Debian.
    lacking: BTreeSet<String>,
}

impl Mends {
    /// Commands of the checkout at `top`.
    pub(crate) fn of(experiment: &str, top: &Path) -> Self {
        let list = top.join("experiments").join(experiment).join("debian-packages.txt");
        let list = fs::read_to_string(list).unwrap_or_default();
        let wanted: BTreeSet<String> = packages_in(&list).collect();
        let lacking = if wanted.is_empty() { None } else { installed().map(|there| &wanted - &there) };
        Self { experiment: experiment.to_owned(), lacking: lacking.unwrap_or_default() }
    }

    /// The command that mends it, if one does.
    pub(crate) fn command(&self, skipped: &Skipped) -> Option<String> {
        let is_in_full = ["--profile full", "a full run"].iter().any(|words| skipped.needs.contains(words));
        let flags = if is_in_full {
            "--profile full"
        } else if words(&skipped.needs).any(|word| self.lacking.contains(word)) {
            "--install"
        } else {
            return None;
        };
        Some(format!("npm run experiments -- {flags} {}", self.experiment))
    }
}

/// Packages, one a line; `#` begins a comment.
fn packages_in(list: &str) -> impl Iterator<Item = String> {
    let names = list.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    names.filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Words that could name a package.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    text.split(move |c| !is_part(c)).map(|word| word.trim_end_matches('.'))
}

/// The packages that are installed, and what they provide; `None` where the system has no such packages.
fn installed() -> Option<BTreeSet<String>> {
    let format = r"--showformat=${Package} ${db:Status-Status}|${Provides}\n";
    let output = Command::new("dpkg-query").args(["--show", format]).output().ok()?;
    Some(installed_in(&String::from_utf8_lossy(&output.stdout)))
}

fn installed_in(listed: &str) -> BTreeSet<String> {
    let there = listed.lines().filter_map(|line| {
        let (package, provided) = line.split_once('|')?;
        Some((package.strip_suffix(" installed")?, provided))
    });
    let name = |provided: &str| provided.trim().split([' ', ':', '(']).next().unwrap_or_default().to_owned();
    there
        .flat_map(|(package, provided)| [package.to_owned()].into_iter().chain(provided.split(',').map(name)))
        .collect()
}

#[cfg(test)]
mod tests;
