//! Every figure of a run, computed once: those of the series, and what claims stand on beside them.

use harness::record::unit;
use harness::statistics::share;
use harness::{Found, Quantity};

use crate::condition::{Condition, Fix, Library};
use crate::conditions::{Cell, MENDED, cells, matrix};
use crate::measured::Rows;
use crate::series;
use crate::tally::Tally;

/// The harmed among all children that have the lock, and among those in the same conditions without it.
pub(crate) const LOCKED: &str = "harmed with the lock";
pub(crate) const UNLOCKED: &str = "harmed without the lock";

/// All of them.
pub(crate) fn quantities(rows: &Rows) -> Found {
    let mut found = Found::new(series::all(rows));
    for cell in cells() {
        found.add(harmed(&cell), harm(rows, &[cell]));
    }
    let locked = matrix().into_iter().filter(|condition| condition.fix == Fix::Lock);
    let with = |fix| locked.clone().map(|condition| Cell::Threads(Condition { fix, ..condition })).collect::<Vec<_>>();
    found.add(LOCKED, harm(rows, &with(Fix::Lock)));
    found.add(UNLOCKED, harm(rows, &with(Fix::None)));
    for library in [Library::Glibc, Library::GlibcNewer, Library::GlibcCurrent] {
        let cells = MENDED.map(|(reader, writer)| Cell::Threads(Condition::in_c(library, reader, writer, Fix::None)));
        found.add(harmed_with(library), harm(rows, &cells));
    }
    found
}

/// The harmed among the children of a cell.
pub(crate) fn harmed(cell: &Cell) -> String {
    format!("harmed, {cell:?}")
}

/// The harmed among the children of a library in [`MENDED`].
pub(crate) fn harmed_with(library: Library) -> String {
    format!("harmed with {}", library.name())
}

/// The share of children that crashed or were given a wrong answer. A child that hangs shows neither that it can happen nor
/// that it cannot, since the machine may have been busy: where some hung and none was harmed, nothing is told.
fn harm(rows: &Rows, cells: &[Cell]) -> Quantity {
    let rows = rows.cells.iter().filter(|row| cells.contains(&row.cell));
    let (mut harmed, mut hung, mut children) = (0, 0, 0);
    for tally in rows.map(|row| Tally::of(&row.outcomes)) {
        harmed += tally.failed() - tally.hung;
        hung += tally.hung;
        children += tally.children;
    }
    let is_told = children > 0 && (harmed > 0 || hung == 0);
    Quantity::new(unit::SHARE, is_told.then(|| share(harmed, children)))
}
