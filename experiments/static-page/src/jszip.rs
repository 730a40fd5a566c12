//! JSZip, which reads and writes ZIP archives in pages and in Node: fetched from npm once, and kept among cargo's output.

use std::path::{Path, PathBuf};
use std::time::Duration;

use supervisor::{ProgramError, Workplace};

use crate::programs::run_program;

pub(crate) const VERSION: &str = "3.10.1";

const PROGRAM: &str = include_str!("with_jszip.mjs");

/// Where it is.
pub(crate) struct JsZip {
    module: PathBuf,
}

impl JsZip {
    /// Finds or fetches it.
    pub(crate) fn find(place: &Workplace<'_>) -> Result<Self, ProgramError> {
        run_program(place, "node", ["--version"], Duration::from_secs(20))?;
        let folder = place.cached_package("jszip", VERSION)?;
        Ok(Self { module: folder.join("node_modules/jszip/lib/index.js") })
    }

    /// Has it put a cover into a book.
    pub(crate) fn put(&self, place: &Workplace<'_>, [old, cover, new]: [&Path; 3]) -> Result<String, ProgramError> {
        let program = place.write("with_jszip.mjs", PROGRAM)?;
        run_program(place, "node", [program.as_path(), self.module.as_path(), old, cover, new], Duration::from_secs(30))
    }
}
