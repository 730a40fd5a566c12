//! Whether a page is faster than a server: not tested, since no page and server were timed with a network between them. The work of both
//! without one was measured and stands beside it, with what a model adds for the network.

use browsers::Browser;
use harness::claims::Figure;
use harness::record::{Claim, Setting};
use harness::verdicts::Rule;
use harness::{Found, Quantity};

use super::{figure, published};
use crate::quantities::{BOOKS_IN_TURN, LINKS_HELD, MODULE_BYTES, PICTURES_HELD, ratio_of, size_of};
use crate::series::{BOOK_SECONDS, PAGES, SERVER, SERVER_SECONDS, at_browser};

/// Shown and not judged: without a network, nothing goes there and back on either side.
pub(super) fn faster(found: &Found) -> Claim {
    let page = Figure::new("time by a page, a small book, in the slowest browser", slowest_page(found));
    let servers = PICTURES_HELD.map(|picture| {
        Figure::new(format!("time by a server without a network, a book {}", size_of(picture)), server(found, picture))
    });
    let figures = [page].into_iter().chain(servers).chain(predicted(found));
    let figures = figures.chain([figure(found, MODULE_BYTES)]).collect();
    let text = "A page is faster than a server, since nothing has to go there and back.";
    published("faster", text).judge_by(figures, Rule::not_tested(), |_| {
        "No page and server were timed with a network between them. The work of each without one was measured, of a page with a small book \
         alone; what a network adds, by size, number and link, is only predicted."
    })
}

/// The time by a page, in the browser where it takes longest.
fn slowest_page(found: &Found) -> Quantity {
    let value = |page: &Quantity| page.measured.as_ref().map(|seconds| seconds.value);
    let pages = Browser::ALL.map(|browser| found.at(PAGES, &at_browser(browser), BOOK_SECONDS));
    pages.into_iter().reduce(|one, other| if value(&other) > value(&one) { other } else { one }).unwrap_or_default()
}

/// The time by a server for a book with a picture of so many bytes, which is nearly all of it.
fn server(found: &Found, picture: u64) -> Quantity {
    let is_of_it = |bytes: f64| (0.0..LEAST_PICTURE).contains(&(bytes - picture as f64));
    let points = found.series.iter().filter(|series| series.words.id == SERVER).flat_map(|series| &series.points);
    let mut sizes = points.filter_map(|point| point.at.get("book_bytes"));
    let size = sizes.find(|size| matches!(size, Setting::Number(bytes) if is_of_it(*bytes))).cloned();
    found.at(SERVER, &[("book_bytes", size.unwrap_or_else(|| picture.into()))], SERVER_SECONDS)
}

/// What is in a book besides has fewer bytes than the smallest of the pictures.
const LEAST_PICTURE: f64 = PICTURES_HELD[1] as f64;

/// What only a model gives: a server’s time over a page’s, with a network between them.
fn predicted(found: &Found) -> impl Iterator<Item = Figure> {
    PICTURES_HELD.into_iter().flat_map(move |picture| {
        let conditions = BOOKS_IN_TURN.into_iter().flat_map(|books| LINKS_HELD.map(|link| (books, link)));
        conditions.map(move |(books, megabits)| figure(found, &ratio_of(picture, books, megabits)))
    })
}
