//! What was found as the record's series, and the quantities that stand in none.

use browsers::Browser;
use harness::{Found, Quantity};
use harness::record::{Dimension, Estimate, Measure, Outcome as Ending, Point, Series, Setting, unit};
use harness::statistics::{median_if_any, ratio_within_rounds, share_if_any};

use crate::books::{Books, Written};
use crate::canvas::{Met, pictures, wrapped_alike};
use crate::colours::Colours;
use crate::cover::Drawing;
use crate::hostile::{End, Outcome, Writer};
use crate::sizes::{Many, Size};
use crate::tool::{Did, Made, Pages};
use crate::transfer::{Computed, LINKS, Loaded, PICTURES, Trip};
use crate::ways::{Edit, Way};

/// Everything that a run found.
pub(crate) struct Found {
    pub books: Books,
    pub hostile: Vec<Outcome>,
    pub browsers: Vec<Met>,
    pub pages: Pages,
    pub sizes: Vec<Size>,
    pub many: Vec<Many>,
    pub drawings: Vec<Drawing>,
    pub trips: Vec<Trip>,
    pub colours: Colours,
}

pub(crate) const WAYS: &str = "ways";
pub(crate) const EDITS: &str = "edits";
pub(crate) const SIZES: &str = "sizes";
pub(crate) const ENTRIES: &str = "entries";
pub(crate) const HOSTILE: &str = "hostile";
pub(crate) const BROWSERS: &str = "browsers";
pub(crate) const PAGES: &str = "pages";
pub(crate) const COVERS: &str = "covers";
pub(crate) const SERVER: &str = "server";
pub(crate) const TRANSFER: &str = "transfer";

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

pub(crate) const OTHER: &str = "other_books";
pub(crate) const OTHER_ALONE: &str = "other_books_without_server";
pub(crate) const OTHER_CARRIED: &str = "other_books_from_disk";
pub(crate) const REQUESTS: &str = "requests";
pub(crate) const MODULE_BYTES: &str = "bytes of the page’s modules, compressed";
pub(crate) const MANY_READ: &str = "bytes read of a book with 10,000 entries";

pub(crate) const MISSING: &str = "missing_share";
pub(crate) const WIDE: &str = "wide_share";
pub(crate) const WIDTH: &str = "text_width_px";
pub(crate) const ALIKE: &str = "share of titles that the browsers wrap alike";
pub(crate) const PICTURES_SEEN: &str = "different pictures of one cover that is drawn by canvas";

pub(crate) fn at_browser(browser: Browser) -> [(&'static str, Setting); 1] {
    [("browser", words(browser).0.into())]
}

pub(crate) const KINDS: &str = "kinds of broken, dangerous or unusual books";
pub(crate) const WRONG: &str = "kinds of book that come out wrong, splice plan";
pub(crate) const WRONG_JSZIP: &str = "kinds of book that come out wrong, 20 lines with JSZip";

/// A browser in the record, and what a reader sees.
fn words(browser: Browser) -> (&'static str, &'static str) {
    let key = match browser {
        Browser::Chromium => "chromium",
        Browser::Firefox => "firefox",
        Browser::WebKit => "webkitgtk",
    };
    (key, browser.name())
}

/// How many books are looked at, one after the other, where a page is held against a server.
pub(crate) const BOOKS_IN_TURN: [u32; 2] = [1, 10];
/// Books of these sizes are, and the speeds of links in Mbit/s.
pub(crate) const PICTURES_HELD: [u64; 3] = [PICTURES[0], PICTURES[1], PICTURES[2]];
pub(crate) const LINKS_HELD: [u32; 2] = [LINKS[0], LINKS[2]];

/// How long a server takes, as a multiple of what a page does.
pub(crate) fn ratio_of(picture: u64, books: u32, megabits: u32) -> String {
    format!("time by a server over time by a page, {}", condition(picture, books, megabits))
}

/// The condition of that, in words.
pub(crate) fn condition(picture: u64, books: u32, megabits: u32) -> String {
    let size = if picture == 0 { "of text alone".to_owned() } else { format!("of {} MB", picture / 1_000_000) };
    let books = if books == 1 { "1 book".to_owned() } else { format!("{books} books") };
    format!("{books} {size}, {megabits} Mbit/s")
}

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
pub(crate) fn all(found: &Found) -> Vec<Series> {
    let Found { books, hostile, browsers, pages, sizes, many, drawings, trips, .. } = found;
    vec![
        ways(books),
        edits(books),
        by_kind(hostile),
        by_browser(browsers),
        by_page(&pages.did),
        by_size(sizes),
        by_entries(many),
        by_title(drawings),
        by_server(trips),
        by_link(trips, Loaded::of(pages)),
    ]
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
                .filter_map(|edited| Some((edited, edited.errors?)))
                .map(|(edited, errors)| Point::new(at_edit(edited.edit, edited.version)).value(ERRORS, once(errors))),
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
            Point::new([("book_bytes", size.bytes.into())])
                .value("read_bytes", once(size.read as f64))
                .value("plan_seconds", time(&size.splice))
                .value("whole_plan_seconds", time(&size.whole))
        }))
}

fn by_entries(many: &[Many]) -> Series {
    Series::new(ENTRIES, "What is read of a book of 100 MB to the plan for its cover, by its entries")
        .dimensions([Dimension::new("entries", "Entries of the book", Some("entries"))])
        .measures([Measure::counted("read_bytes", "Bytes read", "bytes")])
        .points(
            many.iter()
                .map(|many| Point::new([("entries", many.entries.into())]).value("read_bytes", once(many.read as f64))),
        )
}

fn time(samples: &[f64]) -> Option<Estimate> {
    median_if_any(samples).map(|time| time.to_digits(DIGITS))
}

fn by_kind(outcomes: &[Outcome]) -> Series {
    let kinds = outcomes.iter().map(|outcome| (outcome.kind, outcome.kind));
    Series::new(HOSTILE, "What comes of books that are broken, dangerous or only unusual")
        .dimensions([
            Dimension::new("kind", "Book", None).words(kinds),
            Dimension::new("writer", "Program", None).words(Writer::ALL.map(Writer::words)),
        ])
        .outcomes([Ending::new("end", "What comes of it", End::ALL.map(End::words))])
        .points(outcomes.iter().map(|Outcome { kind, writer, end }| {
            Point::new([("kind", (*kind).into()), ("writer", writer.words().0.into())]).ended("end", [end.words().0])
        }))
}

fn by_browser(browsers: &[Met]) -> Series {
    Series::new(BROWSERS, "What a page with a canvas meets")
        .dimensions([Dimension::new("browser", "Browser", None).words(Browser::ALL.map(words))])
        .measures([
            Measure::share(MISSING, "Canvases with no image yet on the line after toBlob()"),
            Measure::share("awaited_share", "Canvases with an image where toBlob is waited for"),
            Measure::share(WIDE, "Lines wrapped by measureText that overflow"),
            Measure::counted(WIDTH, "Width of one text in 48 px Georgia, or in what stands for it", "px"),
        ])
        .points(browsers.iter().map(|Met { browser, page, .. }| {
            let share = |some: u32, all: u32| share_if_any(some.into(), all.into());
            Point::new(at_browser(*browser))
                .value(MISSING, share(page.missing, page.images))
                .value("awaited_share", share(page.awaited, page.images))
                .value(WIDE, share(page.wide, page.lines))
                .value(WIDTH, once(harness::series::to_digits(page.text_width, DIGITS)))
        }))
}

fn by_page(did: &[Did]) -> Series {
    let counted = |name: &str, title: &str, unit: &str| Measure::counted(name, title, unit);
    Series::new(PAGES, "What a page does in browsers: made-up books get covers, by WebAssembly")
        .dimensions([Dimension::new("browser", "Browser", None).words(Browser::ALL.map(words))])
        .measures([
            counted(OTHER, "Books made otherwise than by the server", "books"),
            counted(
                REQUESTS,
                "Requests to the server, from when the page was loaded until the server stopped",
                "requests",
            ),
            counted(OTHER_ALONE, "Books made otherwise when its server was gone", "books"),
            counted(OTHER_CARRIED, "Books made otherwise by the page as one file on a disk", "books"),
            Measure::median("book_seconds", "Time for a small book: opened, drawn, planned and put together", "s"),
        ])
        .points(did.iter().map(|did| {
            let books = Made { books: did.served.books + did.alone.books, other: did.served.other + did.alone.other };
            Point::new(at_browser(did.browser))
                .value(OTHER, of_books(books))
                .value(REQUESTS, once(did.requests))
                .value(OTHER_ALONE, of_books(did.alone))
                .value(OTHER_CARRIED, did.carried.map(of_books))
                .value("book_seconds", time(&did.seconds))
        }))
}

fn of_books(made: Made) -> Estimate {
    Estimate::certain(made.books.into(), made.other.into())
}

fn by_title(drawings: &[Drawing]) -> Series {
    Series::new(COVERS, "Time to draw a cover, natively, from the title to the bytes of the PNG")
        .dimensions([Dimension::new("title_characters", "Characters of the title", Some("characters"))])
        .measures([Measure::median("draw_seconds", "Time to draw a cover", "s")])
        .points(drawings.iter().map(|drawing| {
            Point::new([("title_characters", (drawing.characters as u64).into())])
                .value("draw_seconds", time(&drawing.seconds))
        }))
}

fn by_server(trips: &[Trip]) -> Series {
    Series::new(SERVER, "A book by a server on loopback, which gets all of it and sends all of it back")
        .dimensions([Dimension::new("book_bytes", "Size of the book", Some("bytes"))])
        .measures([Measure::median("server_seconds", "Time by a server, there and back on loopback", "s")])
        .points(
            trips.iter().map(|trip| {
                Point::new([("book_bytes", trip.bytes.into())]).value("server_seconds", time(&trip.server))
            }),
        )
}

fn by_link(trips: &[Trip], page: Option<Loaded>) -> Series {
    let digits = |value: f64| harness::series::to_digits(value, DIGITS);
    Series::new(
        TRANSFER,
        "A cover by a server and by a page, computed: the server’s work as measured natively, a page’s as in the slowest browser here, \
         40 ms for a round trip, and the transfer times, the page’s modules as gzip compresses them",
    )
    .dimensions([
        Dimension::new("book_bytes", "Size of the book", Some("bytes")),
        Dimension::new("megabits_per_second", "Speed of the link", Some("Mbit/s")),
    ])
    .measures([
        Measure::of_model("server_book_seconds", "Time by a server", "s"),
        Measure::of_model("page_first_seconds", "Time by a page, its first book", "s"),
        Measure::of_model("page_next_seconds", "Time by a page, any later book", "s"),
        Measure::of_model("break_even_books", "Books from which the page takes less time", "books"),
    ])
    .points(page.into_iter().flat_map(|page| trips.iter().map(move |trip| (page, trip))).flat_map(|(page, trip)| {
        LINKS.map(|megabits| {
            let computed = Computed::of(trip, megabits, page);
            Point::new([("book_bytes", trip.bytes.into()), ("megabits_per_second", megabits.into())])
                .predicted("server_book_seconds", digits(computed.server))
                .predicted("page_first_seconds", digits(computed.first))
                .predicted("page_next_seconds", digits(computed.next))
                .predicted("break_even_books", computed.break_even())
        })
    }))
}

/// Adds what claims stand on and no series has.
pub(crate) fn add(found: &mut Found, all: &Found) {
    let Found { books, hostile, browsers, pages, sizes, many, trips, colours, .. } = all;
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
    found.add(MANY_READ, Quantity::new("bytes", many.last().map(|many| once(many.read as f64))));
    found.add(MODULE_BYTES, Quantity::new("bytes", pages.module_bytes.map(once)));
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
    for (name, writer) in [(WRONG, Writer::Splice), (WRONG_JSZIP, Writer::JsZip)] {
        let ends: Vec<End> = hostile.iter().filter(|it| it.writer == writer).map(|it| it.end).collect();
        let wrong = ends.iter().filter(|&&end| end == End::Wrong).count();
        let count = (!ends.is_empty()).then(|| Estimate::certain(ends.len() as u64, wrong as f64));
        found.add(name, Quantity::new("kinds", count));
    }
    let kinds = hostile.iter().filter(|it| it.writer == Writer::Splice).count();
    found.add(KINDS, Quantity::new("kinds", (kinds > 0).then(|| once(kinds as f64))));
    let alike = wrapped_alike(browsers).and_then(|(alike, all)| share_if_any(alike as u64, all as u64));
    found.add(ALIKE, Quantity::new(unit::SHARE, alike));
    found.add(PICTURES_SEEN, Quantity::new("pictures", pictures(browsers).map(|count| once(count as f64))));
    for (index, picture) in PICTURES_HELD.into_iter().enumerate() {
        for (books, megabits) in BOOKS_IN_TURN.into_iter().flat_map(|books| LINKS_HELD.map(|link| (books, link))) {
            let computed =
                trips.get(index).zip(Loaded::of(pages)).map(|(trip, page)| Computed::of(trip, megabits, page));
            let ratio = computed.map(|computed| computed.ratio(books));
            let ratio = ratio.map(|ratio| harness::series::to_digits(ratio, DIGITS));
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
