//! Which code a binary was built from.

/// Which code a binary was built from; made by [`this_build!`](crate::this_build).
#[derive(Debug, Clone, Copy)]
pub struct Build {
    /// The experiment's slug, the name of its crate.
    pub experiment: &'static str,
    /// The commit that was checked out, 40 hexadecimal digits, or `unknown`.
    pub commit: &'static str,
    /// `true` if the sources differed from it, else `false`.
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
            commit: env!("RECORD_COMMIT"),
            dirty: env!("RECORD_DIRTY"),
            toolchain: env!("RECORD_TOOLCHAIN"),
        }
    };
}

impl Build {
    /// True if the sources differed from the commit, or if nobody knows.
    pub(crate) fn is_dirty(&self) -> bool {
        self.dirty != "false"
    }
}
