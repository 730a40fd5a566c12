//! The ways to put a cover into a book.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use static_page_model::samples::{Member, Sample, archive};
use supervisor::{ProgramError, Workplace};

use crate::in_memory::with_cover;
use crate::jszip::JsZip;
use crate::programs::run_program;

/// How long a program may take for a book.
const LIMIT: Duration = Duration::from_secs(30);

/// Who puts it in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The plan of this project.
    Splice,
    Pandoc,
    Ebooklib,
    /// Calibre's `ebook-meta`.
    EbookMeta,
    /// Calibre's `ebook-polish`.
    EbookPolish,
    /// A few lines with JSZip, in Node.
    JsZip,
}

impl Way {
    pub(crate) const ALL: [Self; 6] =
        [Self::Splice, Self::EbookMeta, Self::EbookPolish, Self::JsZip, Self::Ebooklib, Self::Pandoc];

    /// Its name in the record, and what a reader sees.
    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Splice => ("splice", "splice plan"),
            Self::Pandoc => ("pandoc", "pandoc"),
            Self::Ebooklib => ("ebooklib", "ebooklib"),
            Self::EbookMeta => ("ebook-meta", "calibre’s ebook-meta"),
            Self::EbookPolish => ("ebook-polish", "calibre’s ebook-polish"),
            Self::JsZip => ("jszip", "20 lines with JSZip"),
        }
    }

    /// What it needs.
    pub(crate) fn needs(self) -> &'static str {
        match self {
            Self::Splice => "nothing",
            Self::Pandoc => "pandoc, or python3 with venv and PyPI",
            Self::Ebooklib => "python3 with venv and PyPI",
            Self::EbookMeta => "ebook-meta (the package calibre, 370 MB)",
            Self::EbookPolish => "ebook-polish (the package calibre, 370 MB)",
            Self::JsZip => "node, npm and its registry",
        }
    }
}

/// What the ways need besides.
pub(crate) struct Tools {
    pub python: Option<PathBuf>,
    pub pandoc: Option<String>,
    pub jszip: Option<JsZip>,
}

/// A book, the cover for it, and where the new one goes.
pub(crate) struct Task<'a> {
    pub old: &'a Path,
    pub cover: &'a Path,
    pub new: &'a Path,
    /// 2 or 3.
    pub version: u8,
}

const EBOOKLIB: &str = "\
import sys
from ebooklib import epub
old, cover, new = sys.argv[1:]
book = epub.read_epub(old)
with open(cover, 'rb') as file:
    book.set_cover('cover.png', file.read())
epub.write_epub(new, book)
";

/// Has the cover put in.
pub(crate) fn put(way: Way, task: &Task<'_>, tools: &Tools, place: &Workplace<'_>) -> Result<(), ProgramError> {
    let told = |error: &dyn std::fmt::Display| ProgramError::Unusable(error.to_string());
    let words = |path: &Path| path.as_os_str().to_owned();
    let run = match way {
        Way::Splice => return splice(task).map_err(|error| told(&error)),
        Way::Pandoc => {
            let pandoc = tools.pandoc.as_ref().ok_or_else(|| told(&"there is no pandoc here"))?;
            let (target, cover) = (format!("--to=epub{}", task.version), "--epub-cover-image".into());
            let arguments = [words(task.old), target.into(), cover, words(task.cover), "-o".into(), words(task.new)];
            run_program(place, pandoc, arguments, LIMIT)
        }
        Way::Ebooklib => {
            let python = tools.python.as_ref().ok_or_else(|| told(&"there is no ebooklib here"))?;
            let program = place.write("with_ebooklib.py", EBOOKLIB)?;
            run_program(place, python, [program.as_path(), task.old, task.cover, task.new], LIMIT)
        }
        Way::EbookMeta => {
            fs::copy(task.old, task.new).map_err(|error| told(&error))?;
            run_program(place, "ebook-meta", [words(task.new), "--cover".into(), words(task.cover)], LIMIT)
        }
        Way::EbookPolish => {
            let arguments = ["--cover".into(), words(task.cover), words(task.old), words(task.new)];
            run_program(place, "ebook-polish", arguments, LIMIT)
        }
        Way::JsZip => {
            let jszip = tools.jszip.as_ref().ok_or_else(|| told(&"there is no JSZip here"))?;
            jszip.put(place, [task.old, task.cover, task.new])
        }
    };
    run?;
    if task.new.is_file() { Ok(()) } else { Err(told(&"no book was written")) }
}

fn splice(task: &Task<'_>) -> Result<(), String> {
    let (old, cover) = (fs::read(task.old), fs::read(task.cover));
    let (old, cover) = (old.map_err(|error| error.to_string())?, cover.map_err(|error| error.to_string())?);
    let new = with_cover(&old, &cover).map_err(|refused| refused.to_string())?;
    fs::write(task.new, new).map_err(|error| error.to_string())
}

/// How a cover is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edit {
    /// Declares the cover by the `meta` alone.
    Meta,
    /// Declares the cover by the `meta` and by the `properties` of the image's item, as published.
    Both,
}

impl Edit {
    pub(crate) const ALL: [Self; 2] = [Self::Meta, Self::Both];

    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Meta => ("meta", "<meta name=\"cover\"> alone"),
            Self::Both => ("both", "both, as published"),
        }
    }

    /// A book of a version with a cover that is declared so, written without the plan.
    pub(crate) fn book(self, version: u8, cover: &[u8]) -> Vec<u8> {
        let sample = Sample::new(version);
        let mut members = sample.members();
        let properties = if self == Self::Both { " properties=\"cover-image\"" } else { "" };
        let item = format!("<item id=\"c\" href=\"cover.png\" media-type=\"image/png\"{properties}/></manifest>");
        let meta = "<meta name=\"cover\" content=\"c\"/></metadata>";
        let text = sample.package_document().replace("</manifest>", &item).replace("</metadata>", meta);
        let package = members.iter_mut().find(|member| member.name == sample.package);
        package.expect("a book has its package document").content = text.into_bytes();
        members.push(Member::stored("cover.png", cover));
        archive(&members, false)
    }
}
