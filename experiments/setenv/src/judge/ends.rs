//! How the children of one condition ended, and what that shows.

use harness::claims::Figure;
use harness::quantities::{Quantities, Quantity};

use super::{not, version};
use crate::condition::{Condition, Fix, Library, Reader, Writer};
use crate::conditions::Cell;
use crate::quantities::harmed;
use crate::series::place_of;
use crate::tally::FAILED;

/// With no failure among so many, fewer than 2.5% fail (the upper end of Wilson's interval).
const ENOUGH_CHILDREN: u64 = 150;

/// How the children of one condition ended.
pub(super) struct Ends {
    /// The share that failed in any way.
    failed: Quantity,
    /// The share that crashed or was given a wrong answer.
    harmed: Quantity,
}

impl Ends {
    pub(super) fn of(found: &Quantities, cell: Cell) -> Self {
        Self { failed: measured(found, cell, FAILED), harmed: found.named(&harmed(&cell)).clone() }
    }

    /// The share that failed.
    pub(super) fn figure(&self, which: &str) -> Figure {
        Figure::new(format!("share that failed: {which}"), &self.failed)
    }

    /// Whether it can fail; `None` where too few children tried, or all that failed hung.
    pub(super) fn fails(&self) -> Option<bool> {
        let hung = self.failed.measured.as_ref().is_some_and(|failed| failed.value > 0.0);
        happens(&self.harmed).filter(|&happens| happens || !hung)
    }

    /// Whether it cannot, as far as can be told.
    pub(super) fn lives(&self) -> Option<bool> {
        not(self.fails())
    }

    /// How many were harmed, of how many.
    pub(super) fn in_words(&self) -> String {
        of_children(&self.harmed)
    }
}

/// A measure of how the children of a cell ended.
pub(super) fn measured(found: &Quantities, cell: Cell, measure: &str) -> Quantity {
    let (series, settings) = place_of(&cell);
    found.at(series, &settings, measure)
}

/// Whether what has this share can happen; `None` where too few children tried.
pub(super) fn happens(share: &Quantity) -> Option<bool> {
    let share = share.measured.as_ref()?;
    if share.value == 0.0 && share.n < ENOUGH_CHILDREN { None } else { Some(share.value > 0.0) }
}

/// `180 of 200`, or `0 of 0` where nobody tried.
pub(super) fn of_children(share: &Quantity) -> String {
    let count = share.measured.as_ref().map(|share| format!("{:.0} of {}", share.value * share.n as f64, share.n));
    count.unwrap_or_else(|| "0 of 0".to_owned())
}

/// How the children ended with the two libraries that the statements of 2023 are about.
pub(super) struct Both<'a> {
    found: &'a Quantities,
    pub(super) own: Ends,
    pub(super) musl: Ends,
}

impl<'a> Both<'a> {
    pub(super) fn of(found: &'a Quantities, reader: Reader, writer: Writer) -> Self {
        let [own, musl] = [Library::Glibc, Library::Musl]
            .map(|library| Ends::of(found, Cell::Threads(Condition::of(library, reader, writer, Fix::None))));
        Self { found, own, musl }
    }

    /// The shares that failed.
    pub(super) fn figures(&self, which: &str) -> Vec<Figure> {
        vec![self.own.figure(&format!("{which}, the machine's C library")), self.musl.figure(&format!("{which}, musl"))]
    }

    /// Whether each can fail.
    pub(super) fn fail(&self) -> Vec<Option<bool>> {
        vec![self.own.fails(), self.musl.fails()]
    }

    /// How many failed of either.
    pub(super) fn in_words(&self) -> String {
        let [own, musl] = [Library::Glibc, Library::Musl].map(|library| version(self.found, library));
        format!("with {own}, {} children failed, and with {musl}, {}", self.own.in_words(), self.musl.in_words())
    }
}
