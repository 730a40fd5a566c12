//! What pages with a canvas meet, asked of browsers: is the image there behind `toBlob`, and do lines fit that `measureText` measured?
//!
//! A page on loopback asks, and posts what it found; so a browser is only started and ended, and nothing has to drive it.

use std::collections::BTreeSet;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::Html;
use axum::routing::{get, post};
use harness::record::Skipped;
use harness::{Failure, Run};
use serde::Deserialize;
use tokio::sync::oneshot;

use crate::books::told;
use crate::screen;
use crate::workplace::{Started, Trouble, Workplace, may_take_long};

const PAGE: &str = include_str!("browsers.html");
/// How long a browser may take from what it posts, or from its start, to what it posts next.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);
/// From look to look whether the run is to end.
const PAUSE: Duration = Duration::from_millis(50);
/// The most that it may post at once, in bytes.
const LONGEST: usize = 1 << 20;
/// So long it takes, nearly, in milliseconds.
const WORK: u64 = 5000;

/// Which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Browser {
    Chromium,
    Firefox,
    WebKit,
}

impl Browser {
    pub(crate) const ALL: [Self; 3] = [Self::Chromium, Self::Firefox, Self::WebKit];

    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Chromium => ("chromium", "Chromium"),
            Self::Firefox => ("firefox", "Firefox"),
            Self::WebKit => ("webkitgtk", "WebKitGTK"),
        }
    }

    /// The names that its program may have. Debian keeps that of WebKitGTK on no path.
    fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["chromium", "google-chrome", "chrome"],
            Self::Firefox => &["firefox-esr", "firefox"],
            Self::WebKit => &[
                "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
                "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
            ],
        }
    }

    fn needs(self) -> &'static str {
        match self {
            Self::Chromium => "the Debian package chromium",
            Self::Firefox => "the Debian package firefox-esr",
            Self::WebKit => "the Debian packages webkit2gtk-driver and xvfb",
        }
    }

    /// How it shows a page; its profile is the run's. Chromium and Firefox do without a screen.
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
                "--user-data-dir=profile",
                "--force-device-scale-factor=1",
            ],
            Self::Firefox => vec!["--headless", "--no-remote", "--profile", PROFILE],
            Self::WebKit => Vec::new(),
        };
        let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        // A container's root has no sandbox.
        if self == Self::Chromium && rustix::process::geteuid().is_root() {
            words.push("--no-sandbox".to_owned());
        }
        words.push(address.to_owned());
        words
    }

    fn tell_version(self, run: &Run, program: &str) {
        let name = self.words().1;
        match self {
            // Without a screen, its program tells nothing.
            Self::WebKit => run.uses_program(name, "dpkg-query", &["-W", "-f=${Version}\n", "webkit2gtk-driver"]),
            _ => run.uses_program(name, program, &["--version"]),
        }
    }
}

/// In the run's folder.
const PROFILE: &str = "profile";

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
pub(crate) fn all(
    run: &Run,
    place: &Workplace,
    posts: &Posts,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Met>, Failure> {
    let mut met = Vec::new();
    for browser in Browser::ALL {
        run.expect(WORK);
        let found = ask(browser, posts, place, &|| run.advance(0));
        if let Some((program, page)) = told(found, browser.words().1, browser.needs(), skipped)? {
            browser.tell_version(run, program);
            met.push(Met { browser, page });
        }
        run.advance(WORK)?;
    }
    Ok(met)
}

/// A server on this machine alone, until dropped: then it has no connection any more.
pub(crate) struct Serving {
    /// With a slash at its end.
    pub address: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Serving {
    pub(crate) fn start(routes: Router) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::Failed(format!("cannot serve a page: {error}"));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = format!("http://{}/", listener.local_addr().map_err(failed)?);
        let (stop, stopped) = oneshot::channel();
        let runtime = crate::server::runtime()?;
        let thread = thread::spawn(move || {
            // With the runtime, what it serves ends.
            runtime.spawn(async move { axum::serve(tokio::net::TcpListener::from_std(listener)?, routes).await });
            let _ = runtime.block_on(stopped);
        });
        Ok(Self { address, stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.stop.take());
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Where pages post what they find, each time under a name; the page with the canvas is there as well.
pub(crate) struct Posts {
    pub serving: Serving,
    posted: Receiver<Posted>,
}

/// What was posted. The page is answered, and goes on, when this is dropped.
pub(crate) struct Posted {
    pub name: String,
    pub body: Bytes,
    _answer: oneshot::Sender<()>,
}

impl Posts {
    pub(crate) fn open() -> Result<Self, Failure> {
        let (sender, posted) = channel();
        let routes = Router::new()
            .route("/", get(|| async { Html(PAGE) }))
            .route("/{name}", post(take))
            .layer(DefaultBodyLimit::max(LONGEST))
            .with_state(sender);
        Ok(Self { serving: Serving::start(routes)?, posted })
    }

    /// What this browser posts next, under this name.
    pub(crate) fn next(
        &self,
        browser: Browser,
        name: &str,
        check: &dyn Fn() -> Result<(), Failure>,
    ) -> Result<Posted, Trouble> {
        let told = |why: &str| Trouble::Told(format!("{} {why}", browser.words().1));
        let started = Instant::now();
        loop {
            check().map_err(Trouble::Ours)?;
            match self.posted.recv_timeout(PAUSE) {
                Ok(posted) if posted.name == name => return Ok(posted),
                Ok(Posted { name, body, .. }) => {
                    let said: String = String::from_utf8_lossy(&body).chars().take(MOST_SAID).collect();
                    return Err(told(&format!("posted, as {name}: {said}")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(told("has nowhere to post to")),
                Err(RecvTimeoutError::Timeout) if started.elapsed() > LIMIT => {
                    return Err(told(&format!("posted nothing within {} s", LIMIT.as_secs())));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// The most characters of what should not have been posted that are told.
const MOST_SAID: usize = 200;

async fn take(State(sender): State<Sender<Posted>>, Path(name): Path<String>, body: Bytes) -> StatusCode {
    let (answer, answered) = oneshot::channel();
    // Nobody listens any more where the run has ended.
    let _ = sender.send(Posted { name, body, _answer: answer });
    let _ = answered.await;
    StatusCode::NO_CONTENT
}

/// Starts a browser at an address, with a fresh profile. The program that it is, and what ends when it is dropped.
pub(crate) fn start(
    browser: Browser,
    address: &str,
    place: &Workplace,
    check: &dyn Fn() -> Result<(), Failure>,
) -> Result<(&'static str, Vec<Started>), Trouble> {
    if !may_take_long() {
        return Err(Trouble::Told("a test that has to be short starts no browser".to_owned()));
    }
    let told = |why: &str| Trouble::Told(format!("{} {why}", browser.words().1));
    let profile = place.path(PROFILE);
    supervisor::remove(&profile);
    let written = fs::create_dir(&profile).and_then(|()| fs::write(profile.join("user.js"), FIREFOX_SETTINGS));
    written.map_err(|error| told(&format!("has no profile: {error}")))?;
    let screen = if browser == Browser::WebKit { Some(screen::start(place, check)?) } else { None };
    let (screen, name) = screen.unzip();
    let environment = name.iter().flat_map(|name| {
        // Without a bus of a session, it would start one.
        let bus = ("DBUS_SESSION_BUS_ADDRESS", "disabled:");
        [("DISPLAY", &**name), ("GDK_BACKEND", "x11"), ("LIBGL_ALWAYS_SOFTWARE", "1"), ("NO_AT_BRIDGE", "1"), bus]
    });
    let environment: Vec<(&str, &str)> = environment.collect();
    let mut last = told("has no program");
    for program in browser.programs() {
        match place.start(program, browser.arguments(address), &environment) {
            Ok(started) => return Ok((program, [started].into_iter().chain(screen).collect())),
            Err(trouble) => last = trouble,
        }
    }
    Err(last)
}

/// Starts a browser at the page with a canvas, and ends it once that has posted. The program, and what was posted.
fn ask(
    browser: Browser,
    posts: &Posts,
    place: &Workplace,
    check: &dyn Fn() -> Result<(), Failure>,
) -> Result<(&'static str, Page), Trouble> {
    let (program, _started) = start(browser, &posts.serving.address, place, check)?;
    let found = posts.next(browser, "found", check)?;
    let page = Page::parse(&found.body);
    let page = page.ok_or_else(|| Trouble::Told(format!("{} posted what is no finding", browser.words().1)))?;
    Ok((program, page))
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
