//! How the children of one condition ended, and what that shows.

use harness::claims::Figure;
use harness::{Found, Quantity};
use harness::verdicts::{Part, Rule};

use super::version;
use crate::condition::{Condition, Fix, Library, Reader, Writer};
use crate::conditions::{Cell, matrix};
use crate::quantities::harmed;
use crate::series::place_of;
use crate::tally::{FAILED, HUNG};

/// How the children of one condition ended: the share that crashed or was given a wrong answer.
pub(super) struct Ends {
    harmed: Quantity,
}

impl Ends {
    pub(super) fn of(found: &Found, cell: Cell) -> Self {
        let name = harmed(&cell);
        // A record keeps only the figures that claims stood on when it was written. Where no child hung, those harmed are
        // those that failed.
        let hung = || measured(found, cell, HUNG).measured.map(|share| share.value);
        if !found.has(&name) && hung() == Some(0.0) {
            return Self { harmed: measured(found, cell, FAILED) };
        }
        Self { harmed: found.named(&name).clone() }
    }

    /// Whether any child tried.
    pub(super) fn is_known(&self) -> bool {
        self.harmed.measured.is_some()
    }

    /// The share that failed.
    pub(super) fn figure(&self, which: &str) -> Figure {
        Figure::new(format!("share that failed: {which}"), &self.harmed)
    }

    /// How many were harmed, of how many.
    pub(super) fn in_words(&self) -> String {
        of_children(&self.harmed)
    }
}

/// A measure of how the children of a cell ended.
pub(super) fn measured(found: &Found, cell: Cell, measure: &str) -> Quantity {
    let (series, settings) = place_of(&cell);
    found.at(series, &settings, measure)
}

/// `180 of 200`, or `0 of 0` where nobody tried.
pub(super) fn of_children(share: &Quantity) -> String {
    let count = share.measured.as_ref().map(|share| format!("{:.0} of {}", share.value * share.n as f64, share.n));
    count.unwrap_or_else(|| "0 of 0".to_owned())
}

/// How the children ended with each C library, whose names no statement mentions.
pub(super) struct Each<'a> {
    found: &'a Found,
    ends: Vec<(Library, Ends)>,
}

impl<'a> Each<'a> {
    /// Those of C programs without a lock, with all libraries for which a run has such children.
    pub(super) fn of(found: &'a Found, reader: Reader, writer: Writer) -> Self {
        let conditions = Library::ALL.map(|library| Condition::of(library, reader, writer, Fix::None));
        let tried = conditions.into_iter().filter(|condition| matrix().contains(condition));
        let ends = tried.map(|condition| (condition.library, Ends::of(found, Cell::Threads(condition)))).collect();
        Self { found, ends }
    }

    /// The shares that failed, and the rule that each has to do as `part` says; where only some do, it depends on the library.
    /// The machine's own library and musl are there whether they were tried or not.
    pub(super) fn judged(&self, which: &str, part: impl Fn(&Figure) -> Part) -> (Vec<Figure>, Rule) {
        let is_shown = |(library, ends): &&(Library, Ends)| *library != Library::GlibcNewer || ends.is_known();
        let shown = self.ends.iter().filter(is_shown).map(|(library, ends)| {
            let figure = ends.figure(&label(which, *library));
            let case = (name(*library), vec![part(&figure)]);
            (figure, case)
        });
        let (figures, cases): (Vec<Figure>, Vec<_>) = shown.unzip();
        (figures, Rule::under("the C library", cases))
    }

    /// The share that failed with one of them.
    pub(super) fn figure(&self, which: &str, wanted: Library) -> Figure {
        let (library, ends) = self.ends.iter().find(|(library, _)| *library == wanted).expect("all are there");
        ends.figure(&label(which, *library))
    }

    /// How many failed of each.
    pub(super) fn in_words(&self) -> String {
        let tried = self.ends.iter().filter(|(_, ends)| ends.is_known());
        let said: Vec<String> = tried
            .enumerate()
            .map(|(index, (library, ends))| {
                let children = if index == 0 { " children failed" } else { "" };
                format!("with {}, {}{children}", version(self.found, *library), ends.in_words())
            })
            .collect();
        said.join("; ")
    }
}

/// How claims name a library, whichever version of it they speak of.
pub(super) fn name(library: Library) -> &'static str {
    match library {
        Library::Glibc => "the machine's C library",
        Library::GlibcNewer => "newer glibc",
        Library::Musl => "musl",
    }
}

/// A figure's name, with its library's.
pub(super) fn label(which: &str, library: Library) -> String {
    format!("{which}, {}", name(library))
}
