//! Made-up books of both versions, with covers put in by several programs, and what the judges say of them.

use harness::record::Skipped;
use harness::{Failure, Run, undisturbed};
use static_page_model::samples::Sample;
use supervisor::{ProgramError, Workplace};

use crate::check::{Checker, VERSION};
use crate::compare::{Compared, compare};
use crate::jszip::{self, JsZip};
use crate::python::{ebooklib_version, pandoc, python};
use crate::ways::{Edit, Task, Tools, Way, put};

pub(crate) const VERSIONS: [u8; 2] = [2, 3];

/// What became of a book.
pub(crate) struct Written {
    pub way: Way,
    pub version: u8,
    pub compared: Compared,
    /// Errors that EPUBCheck finds in it, if it was asked.
    pub errors: Option<u32>,
    /// Its bytes.
    pub bytes: u64,
}

/// What EPUBCheck says of an edit.
pub(crate) struct Edited {
    pub edit: Edit,
    pub version: u8,
    /// If it was asked.
    pub errors: Option<u32>,
}

/// All of them.
pub(crate) struct Books {
    pub written: Vec<Written>,
    pub edited: Vec<Edited>,
}

/// The programs that are here.
pub(crate) fn tools(run: &Run, place: &Workplace<'_>, skipped: &mut Vec<Skipped>) -> Result<Tools, Failure> {
    let python = python(place).map_err(|why| skipped.push(why)).ok();
    if python.is_some() {
        run.uses("ebooklib", ebooklib_version());
    }
    let pandoc = told(pandoc(place, python.as_deref()), "pandoc", Way::Pandoc.needs(), skipped)?;
    if let Some(pandoc) = &pandoc {
        run.uses_program("pandoc", pandoc, &["--version"]);
    }
    let jszip = told(JsZip::find(place), "JSZip", Way::JsZip.needs(), skipped)?;
    if jszip.is_some() {
        run.uses("JSZip", jszip::VERSION);
        run.uses_program("Node", "node", &["--version"]);
    }
    run.uses_program("Python", "python3", &["--version"]);
    run.uses_program("calibre", "ebook-meta", &["--version"]);
    Ok(Tools { python, pandoc, jszip })
}

/// Has every way put a cover into a book of each version, and EPUBCheck look at all of them at once.
pub(crate) fn all(
    run: &Run,
    place: &Workplace<'_>,
    tools: &Tools,
    cover: &[u8],
    skipped: &mut Vec<Skipped>,
) -> Result<Books, Failure> {
    run.expect((VERSIONS.len() * Way::ALL.len()) as u64 * STEP + CHECKS);
    let checker = told(Checker::find(place), "whether books are valid", "java, mvn and Maven Central", skipped)?;
    let cover_file = place.write("given-cover.png", cover)?;
    let mut books = Books { written: Vec::new(), edited: Vec::new() };
    // Of each, where it is: first the written ones.
    let (mut written, mut edited) = (Vec::new(), Vec::new());
    for version in VERSIONS {
        let old = place.write(&format!("old-{version}.epub"), Sample::new(version).bytes())?;
        for way in Way::ALL {
            let words = way.words();
            let new = place.folder().join(format!("{}-{version}.epub", words.0));
            let task = Task { old: &old, cover: &cover_file, new: &new, version };
            let made = undisturbed(|| write(way, &task, tools, place))?;
            let what = format!("a cover put in by {} (EPUB {version})", words.1);
            if let Some(made) = told(made, &what, way.needs(), skipped)? {
                books.written.push(made);
                written.push(new);
            }
            run.advance(STEP)?;
        }
        for edit in Edit::ALL {
            edited.push(place.write(&format!("edit-{}-{version}.epub", edit.words().0), edit.book(version, cover))?);
            books.edited.push(Edited { edit, version, errors: None });
        }
    }
    if let Some(checker) = checker {
        run.uses("EPUBCheck", VERSION);
        written.extend(edited);
        let found = undisturbed(|| checker.errors(place, &written))?;
        let found = told(found, "whether books are valid", "java", skipped)?;
        let all = books.written.iter_mut().map(|book| &mut book.errors);
        for (errors, found) in
            all.chain(books.edited.iter_mut().map(|book| &mut book.errors)).zip(found.unwrap_or_default())
        {
            *errors = Some(found);
        }
    }
    run.advance(CHECKS)?;
    Ok(books)
}

/// A program that judges or writes takes a second or so, in the unit of progress.
const STEP: u64 = 1000;
/// All books together take EPUBCheck so many.
const CHECKS: u64 = 8000;

fn write(way: Way, task: &Task<'_>, tools: &Tools, place: &Workplace<'_>) -> Result<Written, ProgramError> {
    put(way, task, tools, place)?;
    let compared = compare(place, task.old, task.new)?;
    let bytes = task.new.metadata().map_err(|error| ProgramError::Unusable(error.to_string()))?.len();
    Ok(Written { way, version: task.version, compared, errors: None, bytes })
}

/// What there is, or a line on what there is not; the run's own end is passed on.
pub(crate) fn told<T>(
    found: Result<T, ProgramError>,
    what: &str,
    needs: &str,
    skipped: &mut Vec<Skipped>,
) -> Result<Option<T>, Failure> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) => {
            // One that is there and fails needs something else.
            let fails = matches!(error, ProgramError::Failed { .. });
            let needs = if fails { "a version of it that does not fail" } else { needs };
            skipped.push(Skipped::new(what, error.into_reason()?, needs));
            Ok(None)
        }
    }
}
