//! What pages with a canvas meet, asked of browsers: is the image there behind `toBlob`, and do lines fit that `measureText` measured?
//!
//! A page on loopback asks, and posts what it found; so a browser is only started and ended, and nothing has to drive it.

use std::collections::BTreeSet;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Html;
use axum::routing::{get, post};
use harness::record::Skipped;
use harness::{Failure, Run};
use serde::Deserialize;

use crate::books::told;
use crate::workplace::{Trouble, Workplace, may_take_long};

const PAGE: &str = include_str!("browsers.html");
/// How long a browser may take, from its start to what it found.
const LIMIT: Duration = Duration::from_secs(60);
/// From look to look whether the run is to end.
const PAUSE: Duration = Duration::from_millis(50);
/// The most that it may post, in bytes.
const LONGEST: usize = 1 << 16;
/// So long it takes, nearly, in milliseconds.
const WORK: u64 = 5000;

/// Which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Browser {
    Chromium,
    Firefox,
}

impl Browser {
    pub(crate) const ALL: [Self; 2] = [Self::Chromium, Self::Firefox];

    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Chromium => ("chromium", "Chromium"),
            Self::Firefox => ("firefox", "Firefox"),
        }
    }

    /// The names that its program may have.
    fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["chromium", "google-chrome", "chrome"],
            Self::Firefox => &["firefox-esr", "firefox"],
        }
    }

    /// How it shows a page without a screen; its profile is the run's.
    fn arguments(self, address: &str) -> Vec<String> {
        let words = match self {
            Self::Chromium => vec![
                "--headless=new",
                "--disable-gpu",
                // Else a run that is killed would leave files there.
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-breakpad",
                "--disable-sync",
                "--no-first-run",
                "--user-data-dir=chromium",
                "--force-device-scale-factor=1",
            ],
            Self::Firefox => vec!["--headless", "--no-remote", "--profile", "firefox"],
        };
        let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        // A container's root has no sandbox.
        if self == Self::Chromium && rustix::process::geteuid().is_root() {
            words.push("--no-sandbox".to_owned());
        }
        words.push(address.to_owned());
        words
    }
}

/// Nothing goes over the network by itself.
const FIREFOX_SETTINGS: &str = r#"
user_pref("app.update.disabledForTesting", true);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.server", "data:,");
"#;

/// What a page found.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    /// Canvases whose image was asked for.
    pub images: u32,
    /// Those without an image on the line behind `toBlob`.
    pub missing: u32,
    /// Those that have one where that is waited for.
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
    pub page: Page,
}

/// Asks every browser at hand.
pub(crate) fn all(run: &Run, place: &Workplace, skipped: &mut Vec<Skipped>) -> Result<Vec<Met>, Failure> {
    let (address, posted) = serve()?;
    let mut met = Vec::new();
    for browser in Browser::ALL {
        run.expect(WORK);
        let found = ask(browser, &address, &posted, place, &|| run.advance(0));
        let needs = format!("the Debian package {}", browser.programs()[0]);
        if let Some((program, page)) = told(found, browser.words().1, &needs, skipped)? {
            run.uses_program(browser.words().1, program, &["--version"]);
            met.push(Met { browser, page });
        }
        run.advance(WORK)?;
    }
    Ok(met)
}

/// Serves the page on this machine alone, as long as this program runs; its address, and what is posted.
fn serve() -> Result<(String, Receiver<Bytes>), Failure> {
    let failed = |error: std::io::Error| Failure::Failed(format!("cannot serve a page: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let address = format!("http://{}/", listener.local_addr().map_err(failed)?);
    let (sender, posted) = channel();
    let routes = Router::new()
        .route("/", get(|| async { Html(PAGE) }))
        .route("/found", post(found))
        .layer(DefaultBodyLimit::max(LONGEST))
        .with_state(sender);
    let runtime = crate::server::runtime()?;
    thread::spawn(move || {
        let served =
            runtime.block_on(async { axum::serve(tokio::net::TcpListener::from_std(listener)?, routes).await });
        // Who waits for what is posted then hears that nothing will be.
        drop(served);
    });
    Ok((address, posted))
}

async fn found(State(sender): State<Sender<Bytes>>, body: Bytes) -> StatusCode {
    // Nobody listens any more where the run has ended.
    let _ = sender.send(body);
    StatusCode::NO_CONTENT
}

/// Starts a browser at the page, and ends it once that has posted. The program, and what was posted.
fn ask(
    browser: Browser,
    address: &str,
    posted: &Receiver<Bytes>,
    place: &Workplace,
    check: &dyn Fn() -> Result<(), Failure>,
) -> Result<(&'static str, Page), Trouble> {
    if !may_take_long() {
        return Err(Trouble::Told("a test that has to be short starts no browser".to_owned()));
    }
    let told = |why: &str| Trouble::Told(format!("{} {why}", browser.words().1));
    if browser == Browser::Firefox {
        let written = fs::create_dir_all(place.path("firefox"))
            .and_then(|()| fs::write(place.path("firefox/user.js"), FIREFOX_SETTINGS));
        written.map_err(|error| told(&format!("has no profile: {error}")))?;
    }
    let mut last = told("has no program");
    for program in browser.programs() {
        let _started = match place.start(program, browser.arguments(address)) {
            Ok(started) => started,
            Err(trouble) => {
                last = trouble;
                continue;
            }
        };
        let started = Instant::now();
        loop {
            check().map_err(Trouble::Ours)?;
            match posted.recv_timeout(PAUSE) {
                Ok(said) => {
                    let page = Page::parse(&said).ok_or_else(|| told("posted what is no finding"))?;
                    return Ok((program, page));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(told("has lost its page")),
                Err(RecvTimeoutError::Timeout) if started.elapsed() > LIMIT => {
                    return Err(told(&format!("found nothing within {} s", LIMIT.as_secs())));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
    Err(last)
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
    use fuzzing::{bounded, mutated};
    use proptest::prelude::*;

    use super::*;

    const SAID: &str = r#"{"images": 200, "missing": 200, "awaited": 200, "text_width": 589.5, "lines": 150, "wide": 0,
        "breaks": ["a|b", "c"], "picture": 4294967295}"#;

    fn met(browser: Browser, breaks: [&str; 2], picture: u32) -> Met {
        let page = Page::parse(SAID.as_bytes()).unwrap();
        Met { browser, page: Page { breaks: breaks.map(str::to_owned).into(), picture, ..page } }
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

    proptest! {
        #[test]
        fn fuzz_findings(said in mutated(vec![SAID.into()], vec![b"[", b"\"", b"-1", b"1e999"])) {
            bounded(&said, 10_000, 100, || Page::parse(&said));
        }
    }
}
