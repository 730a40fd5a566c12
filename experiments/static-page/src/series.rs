//! What was found as the record's series, and the quantities that stand in none.

use harness::quantities::{Quantities, Quantity};
use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting};
use harness::statistics::{median_if_any, ratio_within_rounds};

use crate::books::{Books, Written};
use crate::colours::Colours;
use crate::sizes::Size;
use crate::ways::{Edit, Way};

pub(crate) const WAYS: &str = "ways";
pub(crate) const EDITS: &str = "edits";
pub(crate) const SIZES: &str = "sizes";

pub(crate) const SAME_CONTENT: &str = "entries_same_content";
pub(crate) const SAME_BYTES: &str = "entries_same_bytes";
pub(crate) const CLASSES_KEPT: &str = "classes_kept";
pub(crate) const SELECTORS_KEPT: &str = "selectors_kept";
pub(crate) const ERRORS: &str = "errors";

pub(crate) const CHANGED: &str = "entries that the plan changed besides the package document";
pub(crate) const OPENED: &str = "books whose container leads to no package document";
pub(crate) const ALL_BOOKS: &str = "books written by all programs";
pub(crate) const MOST_READ: &str = "most bytes read of a book";
pub(crate) const SELECTORS_LEFT: &str = "share of the selectors that pandoc leaves";
pub(crate) const CLASSES_LEFT: &str = "share of the classes that pandoc leaves";
pub(crate) const ENTRIES_LEFT: &str = "share of the entries that pandoc leaves as they were";
pub(crate) const DIFFERING: &str = "fandoms whose books differ in colour";
pub(crate) const NEAREST: &str = "distance of the nearest two of 40 fandoms’ colours (Oklab, times 100)";
pub(crate) const SHARED: &str = "fandoms of 40 that share their colour with another";
pub(crate) const FASTER: &str = "time to the plan, whole file read over spliced, largest read whole";

/// Digits of times that are kept.
const DIGITS: usize = 4;

pub(crate) fn at_edit(edit: Edit, version: u8) -> [(&'static str, Setting); 2] {
    [("edit", edit.words().0.into()), version_of(version)]
}

pub(crate) fn at_way(way: Way, version: u8) -> [(&'static str, Setting); 2] {
    [("way", way.words().0.into()), version_of(version)]
}

fn version_of(version: u8) -> (&'static str, Setting) {
    ("epub_version", u32::from(version).into())
}

/// All series of the record.
pub(crate) fn all(books: &Books, sizes: &[Size]) -> Vec<Series> {
    vec![ways(books), edits(books), by_size(sizes)]
}

fn versions() -> Dimension {
    Dimension::new("epub_version", "EPUB version", None)
}

fn once(count: impl Into<f64>) -> Estimate {
    Estimate::certain(1, count.into())
}

fn ways(books: &Books) -> Series {
    let counted = |name: &str, title: &str, unit: &str| Measure::counted(name, title, unit);
    Series::new(WAYS, "What is left of a made-up book that gets a cover, by the program that puts it in")
        .dimensions([Dimension::new("way", "Program", None).words(Way::ALL.map(Way::words)), versions()])
        .measures([
            counted("entries", "Entries of the book", "entries"),
            counted(SAME_CONTENT, "Entries with the same content", "entries"),
            counted(SAME_BYTES, "Entries with the same compressed bytes", "entries"),
            counted("classes", "Classes of its pages", "classes"),
            counted(CLASSES_KEPT, "Classes that are left", "classes"),
            counted("selectors", "Selectors of its style sheet", "selectors"),
            counted(SELECTORS_KEPT, "Selectors that are left", "selectors"),
            counted(ERRORS, "Errors by EPUBCheck", "errors"),
            counted("size_bytes", "Size of the new book", "bytes"),
        ])
        .points(books.written.iter().map(|written| {
            let Written { way, version, compared, errors, bytes } = written;
            Point::new(at_way(*way, *version))
                .value("entries", once(compared.entries))
                .value(SAME_CONTENT, once(compared.same_content))
                .value(SAME_BYTES, once(compared.same_bytes))
                .value("classes", once(compared.classes))
                .value(CLASSES_KEPT, once(compared.classes_kept))
                .value("selectors", once(compared.selectors))
                .value(SELECTORS_KEPT, once(compared.selectors_kept))
                .value(ERRORS, errors.map(once))
                .value("size_bytes", once(*bytes as f64))
        }))
}

fn edits(books: &Books) -> Series {
    Series::new(EDITS, "Errors of a made-up book by the way in which its cover is declared, by EPUBCheck")
        .dimensions([Dimension::new("edit", "Declared by", None).words(Edit::ALL.map(Edit::words)), versions()])
        .measures([Measure::counted(ERRORS, "Errors by EPUBCheck", "errors")])
        .points(
            books
                .edited
                .iter()
                .map(|edited| Point::new(at_edit(edited.edit, edited.version)).value(ERRORS, once(edited.errors))),
        )
}

fn by_size(sizes: &[Size]) -> Series {
    Series::new(SIZES, "What is read of a book to the plan for its cover, and how long that takes")
        .dimensions([Dimension::new("book_bytes", "Size of the book", Some("bytes"))])
        .measures([
            Measure::counted("read_bytes", "Bytes read", "bytes"),
            Measure::median("plan_seconds", "Time to the plan", "s"),
            Measure::median("whole_plan_seconds", "Time to the plan, the whole file read first", "s"),
        ])
        .points(sizes.iter().map(|size| {
            let time = |samples: &[f64]| median_if_any(samples).map(|time| time.to_digits(DIGITS));
            Point::new([("book_bytes", size.bytes.into())])
                .value("read_bytes", once(size.read as f64))
                .value("plan_seconds", time(&size.splice))
                .value("whole_plan_seconds", time(&size.whole))
        }))
}

/// Adds what claims stand on and no series has.
pub(crate) fn add(found: &mut Quantities, books: &Books, sizes: &[Size], colours: &Colours) {
    let by = |way: Way| books.written.iter().filter(move |written| written.way == way);
    let spliced: Vec<&Written> = by(Way::Splice).collect();
    let changed = |written: &&Written| f64::from(written.compared.entries - 1 - written.compared.same_bytes);
    found.add(CHANGED, counts("entries", spliced.iter().map(changed)));
    let lost = books.written.iter().filter(|written| !written.compared.leads_to_package).count();
    let total = books.written.len();
    found.add(OPENED, Quantity::new("books", (total > 0).then(|| Estimate::certain(total as u64, lost as f64))));
    found.add(ALL_BOOKS, Quantity::new("books", (total > 0).then(|| once(total as f64))));
    let most = sizes.iter().map(|size| size.read).max();
    found.add(MOST_READ, Quantity::new("bytes", most.map(|most| Estimate::certain(sizes.len() as u64, most as f64))));
    let left = |of: &dyn Fn(&Written) -> (u32, u32)| {
        let shares: Vec<f64> = by(Way::Pandoc).map(of).map(|(kept, all)| f64::from(kept) / f64::from(all)).collect();
        range("share", &shares)
    };
    found.add(ENTRIES_LEFT, left(&|written| (written.compared.same_content, written.compared.entries)));
    found.add(CLASSES_LEFT, left(&|written| (written.compared.classes_kept, written.compared.classes)));
    found.add(SELECTORS_LEFT, left(&|written| (written.compared.selectors_kept, written.compared.selectors)));
    found.add(DIFFERING, Quantity::new("fandoms", once(colours.differing)));
    found.add(NEAREST, Quantity::new("hundredths", once(harness::series::to_digits(colours.nearest, 3))));
    found.add(SHARED, Quantity::new("fandoms", once(colours.shared)));
    let largest = sizes.iter().rfind(|size| !size.whole.is_empty());
    let ratio = largest.map(|size| ratio_within_rounds(&size.whole, &size.splice).to_digits(DIGITS));
    found.add(FASTER, Quantity::new("ratio", ratio));
}

/// The most of some counts, each the same every time.
fn counts(unit: &str, counts: impl Iterator<Item = f64>) -> Quantity {
    range(unit, &counts.collect::<Vec<_>>())
}

/// The middle of what differs by the book's version alone, and both ends.
fn range(unit: &str, values: &[f64]) -> Quantity {
    let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
    let measured = (!values.is_empty()).then(|| Estimate::between(values.len() as u64, high, [low, high]));
    Quantity::new(unit, measured)
}
