//! The fingerprint of the sources behind a record. `site/kit/record/source-hash.ts` follows the same rule: SHA-256 over
//! every file below the listed files and folders, in the order of their paths, each as `path NUL length NUL content`.
//! Tests, documents (`.md`) and hidden files do not count.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use sha2::{Digest, Sha256};

/// SHA-256 (hexadecimal) over `sources`, files or folders given from `root` with `/` between their parts.
pub fn source_hash(root: &Path, sources: &[impl AsRef<str>]) -> io::Result<String> {
    let mut files = BTreeSet::new();
    for source in sources {
        collect_files(root, source.as_ref(), &mut files)?;
    }
    let mut hash = Sha256::new();
    for path in files {
        let content = fs::read(root.join(&path))?;
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
    !(name.starts_with('.') || name == "tests" || name == "tests.rs" || name.ends_with(".md"))
}

#[cfg(test)]
mod tests;
