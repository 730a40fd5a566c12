use browsers::Browser;
use harness::record::Verdict;

use super::claims;
use crate::books::Books;
use crate::canvas::{Met, Page};
use crate::colours::Colours;
use crate::hostile::{End, Outcome, Writer};
use crate::measured::Measured;
use crate::quantities::found;
use crate::tool::{Did, Made, Pages};
use crate::transfer::Trip;

fn nothing() -> Measured {
    Measured {
        books: Books { written: Vec::new(), edited: Vec::new() },
        hostile: Vec::new(),
        browsers: Vec::new(),
        pages: Pages::default(),
        sizes: Vec::new(),
        many: Vec::new(),
        drawings: Vec::new(),
        trips: Vec::new(),
        colours: Colours { differing: 0, nearest: 1.0, shared: 0 },
    }
}

fn verdict(measured: &Measured, id: &str) -> Verdict {
    claims(&found(measured)).into_iter().find(|claim| claim.id == id).unwrap().verdict
}

/// What a page did in a browser, that takes so many seconds for a book.
fn did(browser: Browser, seconds: f64) -> Did {
    let made = Made { books: 5, other: 0 };
    Did { browser, served: made, alone: made, requests: 0, carried: Some(made), seconds: vec![seconds; 8] }
}

fn pages(did: Vec<Did>) -> Pages {
    Pages { module_bytes: Some(150_000.0), did }
}

/// Books of text alone, of 1 MB and of 10 MB, by a server.
fn trips() -> Vec<Trip> {
    let trip = |(bytes, seconds)| Trip { bytes, new_bytes: bytes + 10_000, server: vec![seconds; 8] };
    [(14_000, 0.008), (1_014_000, 0.012), (10_014_000, 0.04)].map(trip).into()
}

/// The model's figures and the work of both, with no network between them, are no test of it.
#[test]
fn whether_a_page_is_faster_is_shown_and_not_judged() {
    let pages = pages(vec![did(Browser::Chromium, 0.001), did(Browser::Firefox, 0.01)]);
    let measured = Measured { trips: trips(), pages, ..nothing() };
    let claim = claims(&found(&measured)).into_iter().find(|claim| claim.id == "faster").unwrap();
    assert_eq!(claim.verdict, Verdict::NotTested);
    let times: Vec<f64> = claim.figures.iter().filter_map(|figure| Some(figure.measured.as_ref()?.value)).collect();
    // The slowest browser, a server with each size of book, and the modules.
    assert_eq!(times, [0.01, 0.008, 0.012, 0.04, 150_000.0]);
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::StaticPage>("static-page");
}

#[test]
fn a_page_does_what_the_server_does_in_the_browsers_where_no_book_comes_out_otherwise() {
    let with = |firefox: Did| {
        let found = Measured { pages: pages(vec![did(Browser::Chromium, 0.1), firefox]), ..nothing() };
        ["static-can", "private-offline", "portable"].map(|id| verdict(&found, id))
    };
    let good = || did(Browser::Firefox, 0.1);
    let bad = Made { books: 5, other: 1 };
    let [held, depends] = [Verdict::Reproduced, Verdict::Depends];
    assert_eq!(with(good()), [held; 3]);
    assert_eq!(with(Did { served: bad, ..good() }), [depends, held, held]);
    assert_eq!(with(Did { alone: bad, ..good() }), [depends, depends, held]);
    assert_eq!(with(Did { requests: 1, ..good() }), [held, depends, held]);
    assert_eq!(with(Did { carried: Some(bad), ..good() }), [held, held, depends]);
    // What a browser does not open is not counted.
    assert_eq!(with(Did { carried: None, ..good() }), [held; 3]);
    assert_eq!(verdict(&nothing(), "static-can"), Verdict::NotTested);
}

#[test]
fn one_kind_that_ends_wrong_refutes_and_what_jszip_makes_of_it_does_not() {
    let outcome = |writer: Writer, end: End| Outcome { kind: "no title", writer, end };
    let with = |end: End| {
        let hostile = vec![outcome(Writer::Splice, end), outcome(Writer::JsZip, End::Wrong)];
        verdict(&Measured { hostile, ..nothing() }, "no-library")
    };
    assert_eq!(
        [End::Right, End::Refused, End::Wrong].map(with),
        [Verdict::Reproduced, Verdict::Reproduced, Verdict::Differs]
    );
    assert_eq!(verdict(&nothing(), "no-library"), Verdict::NotTested);
}

#[test]
fn browsers_are_cases_and_one_that_is_not_there_does_not_count() {
    let met = |browser: Browser, missing: u32, wide: u32| {
        let (breaks, picture, text_width) = (vec!["a".to_owned()], 1, 600.0);
        Met {
            browser,
            program: String::new(),
            page: Page { images: 200, missing, awaited: 200, text_width, lines: 200, wide, breaks, picture },
        }
    };
    let with = |met: Vec<Met>| {
        let found = Measured { browsers: met, ..nothing() };
        ["async-trap", "measure-wrap"].map(|id| verdict(&found, id))
    };
    assert_eq!(with(vec![met(Browser::Chromium, 200, 0)]), [Verdict::Reproduced; 2]);
    assert_eq!(with(vec![met(Browser::Chromium, 200, 0), met(Browser::Firefox, 0, 200)]), [Verdict::Depends; 2]);
    assert_eq!(with(vec![met(Browser::Firefox, 199, 1)]), [Verdict::Differs; 2]);
    assert_eq!(with(Vec::new()), [Verdict::NotTested; 2]);
}
