//! Which code a binary was built from.

use std::path::Path;

/// Which code a binary was built from; made by [`this_build!`](crate::this_build).
#[derive(Debug, Clone, Copy)]
pub struct Build {
    /// The experiment's slug, the name of its crate.
    pub experiment: &'static str,
    /// The files and folders that decide its figures, separated by commas.
    pub sources: &'static str,
    /// SHA-256 over them.
    pub source_hash: &'static str,
    /// The commit that was checked out, or `unknown`.
    pub commit: &'static str,
    /// Whether the checkout differed from it: `true` or `false`.
    pub dirty: &'static str,
    /// The compiler.
    pub toolchain: &'static str,
}

/// The code that the calling crate is built from; its build script must call `provenance::emit`.
#[macro_export]
macro_rules! this_build {
    () => {
        $crate::Build {
            experiment: env!("CARGO_PKG_NAME"),
            sources: env!("RECORD_SOURCES"),
            source_hash: env!("RECORD_SOURCE_HASH"),
            commit: env!("RECORD_COMMIT"),
            dirty: env!("RECORD_DIRTY"),
            toolchain: env!("RECORD_TOOLCHAIN"),
        }
    };
}

/// Where a binary's code stands in history.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The commit, or `unknown`.
    pub commit: String,
    /// Whether the code differs from it.
    pub dirty: bool,
    /// Whether the checkout's sources have changed since the binary was built.
    pub outdated: bool,
}

impl Build {
    /// The sources, one by one.
    pub(crate) fn sources(&self) -> Vec<String> {
        self.sources.split(',').map(str::to_owned).collect()
    }

    /// Where this code stands in history: as the checkout says, if it still holds the sources this binary was built
    /// from (a commit may have been made since); else as it was when the binary was built.
    pub(crate) fn origin(&self, checkout: Option<&Path>) -> Origin {
        let as_built = |outdated| Origin { commit: self.commit.to_owned(), dirty: self.dirty != "false", outdated };
        let Some(root) = checkout else { return as_built(false) };
        match provenance::source_hash(root, &self.sources()) {
            Ok(hash) if hash == self.source_hash => {
                match (provenance::git::commit(root), provenance::git::is_dirty(root)) {
                    (Some(commit), Some(dirty)) => Origin { commit, dirty, outdated: false },
                    _ => as_built(false),
                }
            }
            _ => as_built(true),
        }
    }
}
