//! How the children of one condition ended, and what that shows.

use harness::claims::Figure;
use harness::record::{Estimate, unit};
use harness::verdicts::{Part, RARE, Rule, bound_of_none};
use harness::{Found, Quantity, readable};

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
        // Older records keep only the figures that claims stood on when they were written. Where no child hung, those harmed are
        // those that failed.
        let hung = || measured(found, cell, HUNG).measured.map(|share| share.value);
        if !found.has(&name) && hung() == Some(0.0) {
            return Self { harmed: measured(found, cell, FAILED) };
        }
        Self { harmed: found.named(&name) }
    }

    /// True if any child tried.
    pub(super) fn is_known(&self) -> bool {
        self.harmed.measured.is_some()
    }

    /// True if a child failed.
    fn occurred(&self) -> bool {
        self.harmed.measured.as_ref().is_some_and(|share| share.value > 0.0)
    }

    /// True if none failed, of enough to call it rare.
    fn is_rare(&self) -> bool {
        self.harmed.measured.as_ref().is_some_and(|share| share.value == 0.0 && share.high < RARE)
    }

    /// The share that failed.
    pub(super) fn figure(&self, which: &str) -> Figure {
        Figure::new(format!("share that failed: {which}"), &self.harmed)
    }

    /// How many failed, of how many.
    pub(super) fn in_words(&self) -> Option<String> {
        of_children(&self.harmed)
    }
}

/// A measure of how the children of a cell ended.
pub(super) fn measured(found: &Found, cell: Cell, measure: &str) -> Quantity {
    let (series, settings) = place_of(&cell);
    found.at(series, &settings, measure)
}

/// `180 of 200`, and `0 of 200, so rarer than 1.88%`.
pub(super) fn of_children(share: &Quantity) -> Option<String> {
    let share = share.measured.as_ref()?;
    Some(if share.value == 0.0 { bound_of_none(share) } else { count_of(share) })
}

/// `625 of 10,000`.
pub(super) fn count_of(share: &Estimate) -> String {
    let all = share.n as f64;
    let [some, all] = [(share.value * all).round(), all].map(|count| readable(count, unit::RATIO));
    format!("{some} of {all}")
}

/// How the children ended with each C library, whose names no statement mentions.
pub(super) struct Each<'a> {
    found: &'a Found,
    which: &'static str,
    ends: Vec<(Library, Ends)>,
}

impl<'a> Each<'a> {
    /// Children of C programs without a lock; `which` names them in labels.
    pub(super) fn of(found: &'a Found, which: &'static str, reader: Reader, writer: Writer) -> Self {
        Self::with(found, which, |library| Condition::in_c(library, reader, writer, Fix::None))
    }

    /// Children of Rust programs without a lock.
    pub(super) fn in_rust(found: &'a Found, which: &'static str, reader: Reader) -> Self {
        Self::with(found, which, |library| Condition::in_rust(library, reader))
    }

    /// With all libraries for which a run has such children.
    fn with(found: &'a Found, which: &'static str, condition: impl Fn(Library) -> Condition) -> Self {
        let tried = Library::ALL.map(condition).into_iter().filter(|condition| matrix().contains(condition));
        let ends = tried.map(|condition| (condition.library, Ends::of(found, Cell::Threads(condition)))).collect();
        Self { found, which, ends }
    }

    /// The shares that failed. Those with the machine's own libraries are there whether they were tried or not.
    fn shown(&self) -> impl Iterator<Item = (Library, Figure)> {
        let is_shown =
            |(library, ends): &&(Library, Ends)| matches!(library, Library::Glibc | Library::Musl) || ends.is_known();
        self.ends.iter().filter(is_shown).map(|(library, ends)| (*library, ends.figure(&label(self.which, *library))))
    }

    /// The same alone.
    pub(super) fn figures(&self) -> Vec<Figure> {
        self.shown().map(|(_, figure)| figure).collect()
    }

    /// The rule that it happens with none.
    pub(super) fn never(&self) -> Rule {
        self.under(|figure| vec![Part::never(figure)])
    }

    /// The rule that it can happen, and that `also` holds besides. With one library is enough, so that the first is asked with
    /// which it did; where it happened with none, all are.
    pub(super) fn occurs(&self, also: &[Part]) -> Rule {
        match self.shown().find(|(_, figure)| figure.value() > Some(0.0)) {
            Some((_, figure)) => Rule::all([Part::occurs(&figure)].into_iter().chain(also.iter().cloned())),
            None => self.under(|figure| [&[Part::occurs(figure)], also].concat()),
        }
    }

    fn under(&self, parts: impl Fn(&Figure) -> Vec<Part>) -> Rule {
        Rule::under("the C library", self.shown().map(|(library, figure)| (name(library), parts(&figure))))
    }

    /// The share that failed with one of them.
    pub(super) fn figure(&self, wanted: Library) -> Figure {
        let harmed = self.with_library(wanted).map(|ends| ends.harmed.clone()).unwrap_or_default();
        Ends { harmed }.figure(&label(self.which, wanted))
    }

    /// How many failed with each that was tried: `with glibc 2.36, 180 of 200; with musl 1.2.3, 0 of 200, so rarer than 1.88%`.
    pub(super) fn in_words(&self) -> Option<String> {
        let said = self.ends.iter().filter_map(|(library, ends)| {
            let mends = if self.is_mended_by(*library) { ", which mends it" } else { "" };
            Some(format!("with {}{mends}, {}", version(self.found, *library), ends.in_words()?))
        });
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| said.join("; "))
    }

    /// True for a newer library that is free of what was seen with the machine's own.
    fn is_mended_by(&self, library: Library) -> bool {
        matches!(library, Library::GlibcNewer | Library::GlibcCurrent)
            && self.with_library(Library::Glibc).is_some_and(Ends::occurred)
            && self.with_library(library).is_some_and(Ends::is_rare)
    }

    fn with_library(&self, wanted: Library) -> Option<&Ends> {
        self.ends.iter().find(|(library, _)| *library == wanted).map(|(_, ends)| ends)
    }
}

/// How claims name a library, whichever version of it they speak of.
fn name(library: Library) -> &'static str {
    match library {
        Library::Glibc => "the machine's C library",
        Library::GlibcNewer => "newer glibc",
        Library::GlibcCurrent => "current glibc",
        Library::Musl => "musl",
        Library::MuslCurrent => "current musl",
    }
}

/// A figure's name, with its library's.
fn label(which: &str, library: Library) -> String {
    format!("{which}, {}", name(library))
}
