//! What was measured, as the record's series.

use browsers::Browser;
use harness::found::figures;
use harness::record::{Dimension, Estimate, Measure, Outcome as Ending, Point, Series, Setting};
use harness::series::to_digits;
use harness::statistics::{median_if_any, share_if_any};

use crate::books::{Books, Written};
use crate::canvas::Met;
use crate::cover::Drawing;
use crate::hostile::{End, Outcome, Writer};
use crate::measured::Measured;
use crate::sizes::{Many, Size};
use crate::tool::{Did, Made};
use crate::transfer::{Computed, LINKS, Loaded, Trip};
use crate::ways::{Edit, Way};

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

pub(crate) const OTHER: &str = "other_books";
pub(crate) const OTHER_ALONE: &str = "other_books_without_server";
pub(crate) const OTHER_CARRIED: &str = "other_books_from_disk";
pub(crate) const REQUESTS: &str = "requests";
pub(crate) const BOOK_SECONDS: &str = "book_seconds";
pub(crate) const SERVER_SECONDS: &str = "server_seconds";

pub(crate) const MISSING: &str = "missing_share";
pub(crate) const WIDE: &str = "wide_share";
pub(crate) const WIDTH: &str = "text_width_px";

pub(crate) fn at_browser(browser: Browser) -> [(&'static str, Setting); 1] {
    [("browser", words(browser).0.into())]
}

/// A browser in the record, and what a reader sees.
fn words(browser: Browser) -> (&'static str, &'static str) {
    let key = match browser {
        Browser::Chromium => "chromium",
        Browser::Firefox => "firefox",
        Browser::WebKit => "webkitgtk",
    };
    (key, browser.name())
}

/// Digits of times that are kept.
pub(crate) const DIGITS: usize = 4;

pub(crate) fn at_edit(edit: Edit, version: u8) -> [(&'static str, Setting); 2] {
    [("edit", edit.words().0.into()), version_of(version)]
}

pub(crate) fn at_way(way: Way, version: u8) -> [(&'static str, Setting); 2] {
    [("way", way.words().0.into()), version_of(version)]
}

fn version_of(version: u8) -> (&'static str, Setting) {
    ("epub_version", u32::from(version).into())
}

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![
        ways(),
        edits(),
        by_kind(),
        by_browser(),
        by_page(),
        by_size(),
        by_entries(),
        by_title(),
        by_server(),
        by_link(),
        figures(),
    ]
}

/// The same, with what was measured.
pub(crate) fn filled(measured: &Measured) -> Vec<Series> {
    let Measured { books, hostile, browsers, pages, sizes, many, drawings, trips, .. } = measured;
    vec![
        ways().points(books.written.iter().map(way)),
        edits().points(edit_points(books)),
        by_kind().points(hostile.iter().map(kind)),
        by_browser().points(browsers.iter().map(browser)),
        by_page().points(pages.did.iter().map(page)),
        by_size().points(sizes.iter().map(size)),
        by_entries().points(many.iter().map(entries)),
        by_title().points(drawings.iter().map(title)),
        by_server().points(trips.iter().map(server)),
        by_link().points(link_points(trips, Loaded::of(pages))),
    ]
}

fn versions() -> Dimension {
    Dimension::new("epub_version", "EPUB version", None)
}

fn book_bytes() -> Dimension {
    Dimension::new("book_bytes", "Size of the book", Some("bytes"))
}

fn in_browser() -> Dimension {
    Dimension::new("browser", "Browser", None).words(Browser::ALL.map(words))
}

pub(crate) fn once(count: impl Into<f64>) -> Estimate {
    Estimate::certain(1, count.into())
}

fn time(samples: &[f64]) -> Option<Estimate> {
    median_if_any(samples).map(|time| time.to_digits(DIGITS))
}

fn ways() -> Series {
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
}

fn way(Written { way, version, compared, errors, bytes }: &Written) -> Point {
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
}

fn edits() -> Series {
    Series::new(EDITS, "Errors of a made-up book by the way in which its cover is declared, by EPUBCheck")
        .dimensions([Dimension::new("edit", "Declared by", None).words(Edit::ALL.map(Edit::words)), versions()])
        .measures([Measure::counted(ERRORS, "Errors by EPUBCheck", "errors")])
}

fn edit_points(books: &Books) -> impl Iterator<Item = Point> {
    let checked = books.edited.iter().filter_map(|edited| Some((edited, edited.errors?)));
    checked.map(|(edited, errors)| Point::new(at_edit(edited.edit, edited.version)).value(ERRORS, once(errors)))
}

fn by_size() -> Series {
    Series::new(SIZES, "What is read of a book to the plan for its cover, and how long that takes")
        .dimensions([book_bytes()])
        .measures([
            Measure::counted("read_bytes", "Bytes read", "bytes"),
            Measure::median("plan_seconds", "Time to the plan", "s"),
            Measure::median("whole_plan_seconds", "Time to the plan, the whole file read first", "s"),
        ])
}

fn size(size: &Size) -> Point {
    Point::new([("book_bytes", size.bytes.into())])
        .value("read_bytes", once(size.read as f64))
        .value("plan_seconds", time(&size.splice))
        .value("whole_plan_seconds", time(&size.whole))
}

fn by_entries() -> Series {
    Series::new(ENTRIES, "What is read of a book of 100 MB to the plan for its cover, by its entries")
        .dimensions([Dimension::new("entries", "Entries of the book", Some("entries"))])
        .measures([Measure::counted("read_bytes", "Bytes read", "bytes")])
}

fn entries(many: &Many) -> Point {
    Point::new([("entries", many.entries.into())]).value("read_bytes", once(many.read as f64))
}

/// Kinds are named in words.
fn by_kind() -> Series {
    // Method 2: tells of more books that they are only unusual, so that a cover is put into them; and its judge finds more names.
    Series::new(HOSTILE, "What comes of books that are broken, dangerous or only unusual")
        .method(2)
        .dimensions([
            Dimension::new("kind", "Book", None),
            Dimension::new("writer", "Program", None).words(Writer::ALL.map(Writer::words)),
        ])
        .outcomes([Ending::new("end", "What comes of it", End::ALL.map(End::words))])
}

fn kind(Outcome { kind, writer, end }: &Outcome) -> Point {
    Point::new([("kind", (*kind).into()), ("writer", writer.words().0.into())]).ended("end", [end.words().0])
}

fn by_browser() -> Series {
    Series::new(BROWSERS, "What a page with a canvas meets").dimensions([in_browser()]).measures([
        Measure::share(MISSING, "Canvases with no image yet on the line after toBlob()"),
        Measure::share("awaited_share", "Canvases with an image where toBlob is waited for"),
        Measure::share(WIDE, "Lines wrapped by measureText that overflow"),
        Measure::counted(WIDTH, "Width of one text in 48 px Georgia, or in what stands for it", "px"),
    ])
}

fn browser(Met { browser, page, .. }: &Met) -> Point {
    let share = |some: u32, all: u32| share_if_any(some.into(), all.into());
    Point::new(at_browser(*browser))
        .value(MISSING, share(page.missing, page.images))
        .value("awaited_share", share(page.awaited, page.images))
        .value(WIDE, share(page.wide, page.lines))
        .value(WIDTH, once(to_digits(page.text_width, DIGITS)))
}

fn by_page() -> Series {
    let counted = |name: &str, title: &str, unit: &str| Measure::counted(name, title, unit);
    Series::new(PAGES, "What a page does in browsers: made-up books get covers, by WebAssembly")
        .dimensions([in_browser()])
        .measures([
            counted(OTHER, "Books made otherwise than by the server", "books"),
            counted(
                REQUESTS,
                "Requests to the server, from when the page was loaded until the server stopped",
                "requests",
            ),
            counted(OTHER_ALONE, "Books made otherwise when its server was gone", "books"),
            counted(OTHER_CARRIED, "Books made otherwise by the page as one file on a disk", "books"),
            Measure::median(BOOK_SECONDS, "Time for a small book: opened, drawn, planned and put together", "s"),
        ])
}

fn page(did: &Did) -> Point {
    let books = Made { books: did.served.books + did.alone.books, other: did.served.other + did.alone.other };
    Point::new(at_browser(did.browser))
        .value(OTHER, of_books(books))
        .value(REQUESTS, once(did.requests))
        .value(OTHER_ALONE, of_books(did.alone))
        .value(OTHER_CARRIED, did.carried.map(of_books))
        .value(BOOK_SECONDS, time(&did.seconds))
}

fn of_books(made: Made) -> Estimate {
    Estimate::certain(made.books.into(), made.other.into())
}

fn by_title() -> Series {
    Series::new(COVERS, "Time to draw a cover, natively, from the title to the bytes of the PNG")
        .dimensions([Dimension::new("title_characters", "Characters of the title", Some("characters"))])
        .measures([Measure::median("draw_seconds", "Time to draw a cover", "s")])
}

fn title(drawing: &Drawing) -> Point {
    Point::new([("title_characters", drawing.characters.into())]).value("draw_seconds", time(&drawing.seconds))
}

fn by_server() -> Series {
    Series::new(SERVER, "A book by a server on loopback, which gets all of it and sends all of it back")
        .dimensions([book_bytes()])
        .measures([Measure::median(SERVER_SECONDS, "Time by a server, there and back on loopback", "s")])
}

fn server(trip: &Trip) -> Point {
    Point::new([("book_bytes", trip.bytes.into())]).value(SERVER_SECONDS, time(&trip.server))
}

fn by_link() -> Series {
    Series::new(
        TRANSFER,
        "A cover by a server and by a page, computed: the server’s work as measured natively, a page’s as in the slowest browser here, \
         40 ms for a round trip, and the transfer times, the page’s modules as gzip compresses them",
    )
    .dimensions([book_bytes(), Dimension::new("megabits_per_second", "Speed of the link", Some("Mbit/s"))])
    .measures([
        Measure::of_model("server_book_seconds", "Time by a server", "s"),
        Measure::of_model("page_first_seconds", "Time by a page, its first book", "s"),
        Measure::of_model("page_next_seconds", "Time by a page, any later book", "s"),
        Measure::of_model("break_even_books", "Books from which the page takes less time", "books"),
    ])
}

fn link_points(trips: &[Trip], page: Option<Loaded>) -> impl Iterator<Item = Point> {
    let pairs = page.into_iter().flat_map(|page| trips.iter().map(move |trip| (page, trip)));
    pairs.flat_map(|(page, trip)| LINKS.map(|megabits| link(trip, megabits, page)))
}

fn link(trip: &Trip, megabits: u32, page: Loaded) -> Point {
    let digits = |value: f64| to_digits(value, DIGITS);
    let computed = Computed::of(trip, megabits, page);
    Point::new([("book_bytes", trip.bytes.into()), ("megabits_per_second", megabits.into())])
        .predicted("server_book_seconds", digits(computed.server))
        .predicted("page_first_seconds", digits(computed.first))
        .predicted("page_next_seconds", digits(computed.next))
        .predicted("break_even_books", computed.break_even())
}
