//! Every figure of a run: those of the series, and what claims stand on and no series has.

use harness::record::{Estimate, unit};
use harness::series::to_digits;
use harness::statistics::{ratio_within_rounds, share_if_any};
use harness::{Found, Quantity};

use crate::books::{Books, Written};
use crate::canvas::{Met, pictures, wrapped_alike};
use crate::colours::Colours;
use crate::hostile::{End, Outcome, Writer};
use crate::measured::Measured;
use crate::series::{self, DIGITS, once};
use crate::sizes::{Many, Size};
use crate::tool::Pages;
use crate::transfer::{Computed, LINKS, Loaded, PICTURES, Trip};
use crate::ways::Way;

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
pub(crate) const MODULE_BYTES: &str = "bytes of the page’s modules, compressed";
pub(crate) const MANY_READ: &str = "bytes read of a book with 10,000 entries";
pub(crate) const ALIKE: &str = "share of titles that the browsers wrap alike";
pub(crate) const PICTURES_SEEN: &str = "different pictures of one cover that is drawn by canvas";
pub(crate) const KINDS: &str = "kinds of broken, dangerous or unusual books";
pub(crate) const WRONG: &str = "kinds of book that come out wrong, splice plan";
pub(crate) const WRONG_JSZIP: &str = "kinds of book that come out wrong, 20 lines with JSZip";

/// How many books are looked at, one after the other, where a page is held against a server.
pub(crate) const BOOKS_IN_TURN: [u32; 2] = [1, 10];
/// Books of these sizes are, and the speeds of links in Mbit/s.
pub(crate) const PICTURES_HELD: [u64; 3] = [PICTURES[0], PICTURES[1], PICTURES[2]];
pub(crate) const LINKS_HELD: [u32; 2] = [LINKS[0], LINKS[2]];

/// How long a server takes, as a multiple of what a page does.
pub(crate) fn ratio_of(picture: u64, books: u32, megabits: u32) -> String {
    let books = if books == 1 { "1 book".to_owned() } else { format!("{books} books") };
    format!("time by a server over time by a page, {books} {}, {megabits} Mbit/s", size_of(picture))
}

/// The size of a book with such a picture, in words.
pub(crate) fn size_of(picture: u64) -> String {
    if picture == 0 { "of text alone".to_owned() } else { format!("of {} MB", picture / 1_000_000) }
}

/// All of them.
pub(crate) fn found(measured: &Measured) -> Found {
    let Measured { books, hostile, browsers, pages, sizes, many, trips, colours, .. } = measured;
    let mut found = Found::new(series::filled(measured));
    add_books(&mut found, books);
    add_read(&mut found, sizes, many);
    add_colours(&mut found, colours);
    add_hostile(&mut found, hostile);
    add_browsers(&mut found, browsers);
    add_transfer(&mut found, trips, pages);
    found
}

/// What programs leave of books.
fn add_books(found: &mut Found, books: &Books) {
    let by = |way: Way| books.written.iter().filter(move |written| written.way == way);
    let spliced: Vec<&Written> = by(Way::Splice).collect();
    let changed = |written: &&Written| f64::from(written.compared.entries - 1 - written.compared.same_bytes);
    found.add(CHANGED, counts("entries", spliced.iter().map(changed)));
    let lost = books.written.iter().filter(|written| !written.compared.leads_to_package).count();
    let total = books.written.len();
    found.add(OPENED, Quantity::new("books", (total > 0).then(|| Estimate::certain(total as u64, lost as f64))));
    found.add(ALL_BOOKS, Quantity::new("books", (total > 0).then(|| once(total as f64))));
    let left = |of: &dyn Fn(&Written) -> (u32, u32)| {
        let shares: Vec<f64> = by(Way::Pandoc).map(of).map(|(kept, all)| f64::from(kept) / f64::from(all)).collect();
        range("share", &shares)
    };
    found.add(ENTRIES_LEFT, left(&|written| (written.compared.same_content, written.compared.entries)));
    found.add(CLASSES_LEFT, left(&|written| (written.compared.classes_kept, written.compared.classes)));
    found.add(SELECTORS_LEFT, left(&|written| (written.compared.selectors_kept, written.compared.selectors)));
}

/// How little is read of them.
fn add_read(found: &mut Found, sizes: &[Size], many: &[Many]) {
    let most = sizes.iter().map(|size| size.read).max();
    found.add(MOST_READ, Quantity::new("bytes", most.map(|most| Estimate::certain(sizes.len() as u64, most as f64))));
    found.add(MANY_READ, Quantity::new("bytes", many.last().map(|many| once(many.read as f64))));
    let largest = sizes.iter().rfind(|size| !size.whole.is_empty());
    let ratio = largest.map(|size| ratio_within_rounds(&size.whole, &size.splice).to_digits(DIGITS));
    found.add(FASTER, Quantity::new("ratio", ratio));
}

fn add_colours(found: &mut Found, colours: &Colours) {
    found.add(DIFFERING, Quantity::new("fandoms", once(colours.differing)));
    found.add(NEAREST, Quantity::new("hundredths", once(to_digits(colours.nearest, 3))));
    found.add(SHARED, Quantity::new("fandoms", once(colours.shared)));
}

fn add_hostile(found: &mut Found, hostile: &[Outcome]) {
    for (name, writer) in [(WRONG, Writer::Splice), (WRONG_JSZIP, Writer::JsZip)] {
        let ends: Vec<End> = hostile.iter().filter(|it| it.writer == writer).map(|it| it.end).collect();
        let wrong = ends.iter().filter(|&&end| end == End::Wrong).count();
        let count = (!ends.is_empty()).then(|| Estimate::certain(ends.len() as u64, wrong as f64));
        found.add(name, Quantity::new("kinds", count));
    }
    let kinds = hostile.iter().filter(|it| it.writer == Writer::Splice).count();
    found.add(KINDS, Quantity::new("kinds", (kinds > 0).then(|| once(kinds as f64))));
}

fn add_browsers(found: &mut Found, browsers: &[Met]) {
    let alike = wrapped_alike(browsers).and_then(|(alike, all)| share_if_any(alike as u64, all as u64));
    found.add(ALIKE, Quantity::new(unit::SHARE, alike));
    found.add(PICTURES_SEEN, Quantity::new("pictures", pictures(browsers).map(|count| once(count as f64))));
}

/// What only a model gives of a page and a server with a network between them.
fn add_transfer(found: &mut Found, trips: &[Trip], pages: &Pages) {
    found.add(MODULE_BYTES, Quantity::new("bytes", pages.module_bytes.map(once)));
    for (index, picture) in PICTURES_HELD.into_iter().enumerate() {
        for (books, megabits) in BOOKS_IN_TURN.into_iter().flat_map(|books| LINKS_HELD.map(|link| (books, link))) {
            let computed =
                trips.get(index).zip(Loaded::of(pages)).map(|(trip, page)| Computed::of(trip, megabits, page));
            let ratio = computed.map(|computed| computed.ratio(books));
            let ratio = ratio.map(|ratio| to_digits(ratio, DIGITS));
            found.add(ratio_of(picture, books, megabits), Quantity::new(unit::RATIO, None).predicted(ratio));
        }
    }
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
