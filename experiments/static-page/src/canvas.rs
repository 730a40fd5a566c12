//! What pages with a canvas meet, asked of browsers: is the image there behind `toBlob`, and do lines fit that `measureText` measured?
//!
//! A page on loopback asks, and posts what it found; so a browser is only started and ended, and nothing has to drive it.

use std::collections::BTreeSet;

use browsers::{Browser, Driven};
use harness::record::Skipped;
use harness::{Failure, Run, undisturbed};
use serde::Deserialize;
use supervisor::{ProgramError, Workplace};

use crate::books::told;
use crate::posts::Posts;
use crate::programs::open_page;

/// So long it takes, nearly, in milliseconds.
const WORK: u64 = 5000;

fn tell_version(browser: Browser, run: &Run, program: &str) {
    match browser {
        // Without a screen, its program tells nothing.
        Browser::WebKit => {
            run.uses_program(browser.name(), "dpkg-query", &["-W", "-f=${Version}\n", "webkit2gtk-driver"]);
        }
        _ => run.uses_program(browser.name(), program, &["--version"]),
    }
}

/// What a page found.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    /// Canvases whose image was asked for.
    pub images: u32,
    /// Canvases without an image on the line behind `toBlob`.
    pub missing: u32,
    /// Canvases that have one where that is waited for.
    pub awaited: u32,
    /// The width of a text in a font that this machine may lack, in pixels.
    pub text_width: f64,
    /// Lines that titles were wrapped to, and those that are wider than their room all the same.
    pub lines: u32,
    pub wide: u32,
    /// Every title, with a bar where it was wrapped.
    pub breaks: Vec<String>,
    /// A hash of the pixels of a cover.
    pub picture: u32,
}

impl Page {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let page: Self = serde_json::from_slice(bytes).ok()?;
        let fits = page.missing.max(page.awaited) <= page.images && page.wide <= page.lines;
        (fits && page.text_width.is_finite()).then_some(page)
    }
}

/// What a browser met.
pub(crate) struct Met {
    pub browser: Browser,
    /// Where it lies.
    pub program: String,
    pub page: Page,
}

/// Asks every browser at hand.
pub(crate) fn all(
    run: &Run,
    place: &Workplace<'_>,
    posts: &Posts,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Met>, Failure> {
    let mut met = Vec::new();
    for browser in Browser::ALL {
        let program = match browser.find(Driven::No) {
            Ok(mut programs) => programs.swap_remove(0),
            Err(missing) => {
                skipped.push(missing);
                continue;
            }
        };
        run.expect(WORK);
        let found = undisturbed(|| ask(browser, &program, place, posts))?;
        if let Some(page) = told(found, browser.name(), "a version of it that does not fail", skipped)? {
            tell_version(browser, run, &program);
            met.push(Met { browser, program, page });
        }
        run.advance(WORK)?;
    }
    Ok(met)
}

/// Opens the page with a canvas, and ends the browser once that has posted.
fn ask(browser: Browser, program: &str, place: &Workplace<'_>, posts: &Posts) -> Result<Page, ProgramError> {
    posts.forget();
    let _open = open_page(place, browser, program, &posts.serving.address)?;
    let found = posts.next(browser, "found", place)?;
    Page::parse(&found.body)
        .ok_or_else(|| ProgramError::Unusable(format!("{} posted what is no finding", browser.name())))
}

/// Titles that all browsers wrap alike, and how many there are; nothing unless several browsers were asked.
pub(crate) fn wrapped_alike(met: &[Met]) -> Option<(usize, usize)> {
    let [first, others @ ..] = met else { return None };
    if others.is_empty() {
        return None;
    }
    let titles = &first.page.breaks;
    let alike = |index: &usize| others.iter().all(|other| other.page.breaks.get(*index) == titles.get(*index));
    Some(((0..titles.len()).filter(alike).count(), titles.len()))
}

/// How many different pictures of one cover there are.
pub(crate) fn pictures(met: &[Met]) -> Option<usize> {
    let pictures: BTreeSet<u32> = met.iter().map(|met| met.page.picture).collect();
    (met.len() > 1).then_some(pictures.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = r#"{"images": 200, "missing": 200, "awaited": 200, "text_width": 589.5, "lines": 150, "wide": 0,
        "breaks": ["a|b", "c"], "picture": 4294967295}"#;

    fn met(browser: Browser, breaks: [&str; 2], picture: u32) -> Met {
        let page = Page::parse(SAID.as_bytes()).unwrap();
        Met {
            browser,
            program: String::new(),
            page: Page { breaks: breaks.map(str::to_owned).into(), picture, ..page },
        }
    }

    #[test]
    fn findings_are_read_and_what_cannot_be_is_not() {
        assert_eq!(Page::parse(SAID.as_bytes()).unwrap().breaks, ["a|b", "c"]);
        assert_eq!(Page::parse(SAID.replace("\"wide\": 0", "\"wide\": 151").as_bytes()), None);
        assert_eq!(Page::parse(SAID.replace("\"awaited\": 200", "\"awaited\": 201").as_bytes()), None);
    }

    #[test]
    fn browsers_are_held_against_each_other_where_there_are_several() {
        let both = [met(Browser::Chromium, ["a|b", "c"], 1), met(Browser::Firefox, ["a b", "c"], 2)];
        assert_eq!((wrapped_alike(&both), pictures(&both)), (Some((1, 2)), Some(2)));
        assert_eq!((wrapped_alike(&both[..1]), pictures(&both[..1])), (None, None));
    }
}
