//! The fingerprint of the sources behind a record. `site/kit/record/source-hash.ts` follows the same rule: SHA-256 over
//! every file below the listed files and folders, in the order of their paths, each as `path NUL length NUL content`.
//! Tests, documents (`.md`), hidden files and what judges claims (`judge.rs`, `judge/`) do not count: no figure depends on
//! them.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use sha2::{Digest, Sha256};

use crate::git;

/// SHA-256 (hexadecimal) over `sources`, files or folders given from `root` with `/` between their parts.
pub fn source_hash(root: &Path, sources: &[impl AsRef<str>]) -> io::Result<String> {
    let mut files = BTreeSet::new();
    for source in sources {
        collect_files(root, source.as_ref(), &mut files)?;
    }
    hash(files, |path| fs::read(root.join(path)))
}

/// The same of what a commit held, of the checkout at `root`.
pub fn source_hash_at(root: &Path, commit: &str, sources: &[impl AsRef<str>]) -> io::Result<String> {
    let mut files = BTreeSet::new();
    for source in sources.iter().map(AsRef::as_ref) {
        let below = git::files(root, commit, source)?;
        if below.is_empty() {
            return Err(io::Error::other(format!("there is no {source}")));
        }
        let counting = |path: &String| path[source.len()..].split('/').filter(|name| !name.is_empty()).all(counts);
        files.extend(below.into_iter().filter(counting));
    }
    hash(files, |path| git::content(root, commit, path))
}

fn hash(files: BTreeSet<String>, read: impl Fn(&str) -> io::Result<Vec<u8>>) -> io::Result<String> {
    let mut hash = Sha256::new();
    for path in files {
        let content = read(&path)?;
        hash.update(format!("{path}\0{}\0", content.len()));
        hash.update(&content);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn collect_files(root: &Path, path: &str, files: &mut BTreeSet<String>) -> io::Result<()> {
    if !fs::metadata(root.join(path))?.is_dir() {
        files.insert(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(root.join(path))? {
        let name = entry?.file_name().into_string().map_err(|name| {
            io::Error::other(format!("{path} holds a file whose name is not UTF-8: {}", name.display()))
        })?;
        if counts(&name) {
            collect_files(root, &format!("{path}/{name}"), files)?;
        }
    }
    Ok(())
}

fn counts(name: &str) -> bool {
    !(name.starts_with('.') || ["tests", "tests.rs", "judge", "judge.rs"].contains(&name) || name.ends_with(".md"))
}

#[cfg(test)]
mod tests;
