//! JSZip, which reads and writes ZIP archives in pages and in Node: fetched from npm once, and kept among cargo's output.

use std::path::{Path, PathBuf};
use std::time::Duration;

use supervisor::npm_words;

use crate::workplace::{Trouble, Workplace};

pub(crate) const VERSION: &str = "3.10.1";

const PROGRAM: &str = include_str!("with_jszip.mjs");

/// Where it is.
pub(crate) struct JsZip {
    module: PathBuf,
}

impl JsZip {
    /// Finds or fetches it.
    pub(crate) fn find(place: &Workplace) -> Result<Self, Trouble> {
        place.run("node", ["--version"], Duration::from_secs(20))?;
        let folder = place.kept(&format!("jszip-{VERSION}"), |into| fetch(place, into))?;
        Ok(Self { module: folder.join("node_modules/jszip/lib/index.js") })
    }

    /// Has it put a cover into a book.
    pub(crate) fn put(&self, place: &Workplace, [old, cover, new]: [&Path; 3]) -> Result<String, Trouble> {
        let program = place.write("with_jszip.mjs", PROGRAM).map_err(Trouble::Ours)?;
        place.run("node", [program.as_path(), self.module.as_path(), old, cover, new], Duration::from_secs(30))
    }
}

fn fetch(place: &Workplace, into: &Path) -> Result<(), Trouble> {
    place.run("npm", npm_words("jszip", VERSION, into), Duration::from_secs(60)).map(drop)
}
