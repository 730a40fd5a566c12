//! JSZip, which reads and writes ZIP archives in pages and in Node: fetched from npm once, and kept among cargo's output.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::Failure;
use supervisor::kept;

use crate::workplace::{Trouble, Workplace, may_take_long};

pub(crate) const VERSION: &str = "3.10.1";

const PROGRAM: &str = include_str!("with_jszip.mjs");

/// Where it is.
pub(crate) struct JsZip {
    module: PathBuf,
}

impl JsZip {
    /// Finds or fetches it. Dozens of books take it seconds: of tests, only those that may take long ask it.
    pub(crate) fn find(place: &Workplace, check: &dyn Fn() -> Result<(), Failure>) -> Result<Self, Trouble> {
        if !may_take_long() {
            return Err(Trouble::Told("a test that has to be short asks no other program".to_owned()));
        }
        place.run("node", ["--version"], Duration::from_secs(20), check)?;
        let all = kept(env!("CARGO_PKG_NAME"), &place.path(""));
        let folder = all.join(format!("jszip-{VERSION}"));
        let told = |error: std::io::Error| Trouble::Told(format!("JSZip cannot be kept: {error}"));
        if !folder.is_dir() {
            // Under its name only when it is whole.
            let part = all.join("jszip.part");
            let _ = fs::remove_dir_all(&part);
            fs::create_dir_all(&part).map_err(told)?;
            fetch(place, &part, check).inspect_err(|_| drop(fs::remove_dir_all(&part)))?;
            fs::rename(&part, &folder).map_err(told)?;
        }
        Ok(Self { module: folder.join("node_modules/jszip/lib/index.js") })
    }

    /// Has it put a cover into a book.
    pub(crate) fn put(
        &self,
        place: &Workplace,
        [old, cover, new]: [&Path; 3],
        check: &dyn Fn() -> Result<(), Failure>,
    ) -> Result<String, Trouble> {
        let program = place.write("with_jszip.mjs", PROGRAM).map_err(Trouble::Ours)?;
        place.run("node", [program.as_path(), self.module.as_path(), old, cover, new], Duration::from_secs(30), check)
    }
}

fn fetch(place: &Workplace, into: &Path, check: &dyn Fn() -> Result<(), Failure>) -> Result<(), Trouble> {
    let mut words: Vec<OsString> = vec!["install".into(), "--prefix".into(), into.into()];
    words.extend(["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"].map(OsString::from));
    words.push(format!("jszip@{VERSION}").into());
    place.run("npm", words, Duration::from_secs(60), check).map(drop)
}
