//! Made-up books of both versions, with covers put in by several programs, and what the judges say of them.

use std::path::{Path, PathBuf};

use harness::record::{Profile, Skipped};
use harness::{Failure, Run};
use static_page_model::colour::Colour;
use static_page_model::cover::{Cover, draw};
use static_page_model::samples::Sample;

use crate::check::{Checker, VERSION};
use crate::compare::{Compared, compare};
use crate::python::{ebooklib_version, pandoc, python};
use crate::ways::{Edit, Task, Tools, Way, put};
use crate::workplace::{Trouble, Workplace};

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
    pub errors: u32,
}

/// All of them.
pub(crate) struct Books {
    pub written: Vec<Written>,
    pub edited: Vec<Edited>,
}

/// Who judges and who writes.
struct Bench<'a> {
    run: &'a Run,
    place: &'a Workplace,
    checker: Option<Checker>,
    tools: Tools,
}

/// Has every way put a cover into a book of each version.
pub(crate) fn all(run: &Run, place: &Workplace, skipped: &mut Vec<Skipped>) -> Result<Books, Failure> {
    let check = || run.advance(0);
    // A look of EPUBCheck at a book takes seconds.
    let edits: &[Edit] = if run.profile == Profile::Quick { &[Edit::Meta, Edit::Both] } else { &Edit::ALL };
    run.expect((VERSIONS.len() * (Way::ALL.len() + edits.len())) as u64 * STEP);
    let checker =
        told(Checker::find(place, &check), "whether books are valid", "java, mvn and Maven Central", skipped)?;
    if checker.is_some() {
        run.uses("EPUBCheck", VERSION);
    }
    let python = python().map_err(|why| skipped.push(why)).ok();
    if python.is_some() {
        run.uses("ebooklib", ebooklib_version());
    }
    let pandoc = told(pandoc(place, python.as_deref(), &check), "pandoc", Way::Pandoc.needs(), skipped)?;
    if let Some(pandoc) = &pandoc {
        run.uses_program("pandoc", pandoc, &["--version"]);
    }
    run.uses_program("Python", "python3", &["--version"]);
    run.uses_program("calibre", "ebook-meta", &["--version"]);
    let bench = Bench { run, place, checker, tools: Tools { python, pandoc } };
    let title = Sample::new(2).title;
    let colour = Colour::of(&title);
    let cover = draw(&Cover { title: &title, author: "", kind: "", colour }).png;
    let cover_file = place.write("given-cover.png", &cover)?;
    let mut books = Books { written: Vec::new(), edited: Vec::new() };
    for version in VERSIONS {
        let old = place.write(&format!("old-{version}.epub"), Sample::new(version).bytes())?;
        for way in Way::ALL {
            let words = way.words();
            let new = place.path(&format!("{}-{version}.epub", words.0));
            let written = bench.write(way, &Task { old: &old, cover: &cover_file, new: &new, version });
            let what = format!("a cover put in by {} (EPUB {version})", words.1);
            books.written.extend(told(written, &what, way.needs(), skipped)?);
            run.advance(STEP)?;
        }
        for &edit in edits {
            let path = place.write(&format!("edit-{}-{version}.epub", edit.words().0), edit.book(version, &cover))?;
            let errors = told(bench.errors(&path), "whether an edited book is valid", "java", skipped)?.flatten();
            books.edited.extend(errors.map(|errors| Edited { edit, version, errors }));
            run.advance(STEP)?;
        }
    }
    Ok(books)
}

/// A program that judges or writes takes a second or so, in the unit of progress.
pub(crate) const STEP: u64 = 1000;

impl Bench<'_> {
    fn write(&self, way: Way, task: &Task<'_>) -> Result<Written, Trouble> {
        let check = || self.run.advance(0);
        put(way, task, &self.tools, self.place, &check)?;
        let compared = compare(self.place, task.old, task.new, &check)?;
        let new: PathBuf = task.new.to_owned();
        let bytes = new.metadata().map_err(|error| Trouble::Told(error.to_string()))?.len();
        Ok(Written { way, version: task.version, compared, errors: self.errors(&new)?, bytes })
    }

    fn errors(&self, book: &Path) -> Result<Option<u32>, Trouble> {
        let check = || self.run.advance(0);
        self.checker.as_ref().map(|checker| checker.errors(self.place, book, &check)).transpose()
    }
}

/// What there is, or a line on what there is not; the run's own end is passed on.
fn told<T>(
    found: Result<T, Trouble>,
    what: &str,
    needs: &str,
    skipped: &mut Vec<Skipped>,
) -> Result<Option<T>, Failure> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Trouble::Ours(failure)) => Err(failure),
        Err(Trouble::Told(why)) => {
            // One that is there and fails needs something else.
            let needs = if why.contains(" ended with ") { "a version of it that does not fail" } else { needs };
            skipped.push(Skipped { what: what.to_owned(), why, needs: needs.to_owned() });
            Ok(None)
        }
    }
}
