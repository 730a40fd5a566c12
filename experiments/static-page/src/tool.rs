//! A page that does all that the server does, in browsers: a tool of the site's own modules that puts covers into books while its
//! server runs, when that is gone, and as one file on a disk. There it is also timed.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use browsers::Browser;
use harness::record::{Profile, Skipped};
use harness::{Failure, Run, Warning, undisturbed};
use serde_json::{Value, json};
use static_page_model::samples::Sample;
use supervisor::{ProgramError, Workplace};

use crate::books::told;
use crate::canvas::Met;
use crate::hostile::kinds;
use crate::in_memory::covered;
use crate::posts::{Posts, Serving};
use crate::programs::{open_page, run_program};

const PAGE: &str = include_str!("tool.html");

/// The modules where the site's build puts them, with the names that they are served by: of each of the two, the script and the
/// WebAssembly.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../site/wasm-pkg/");
const FILES: [(&str, &str, &str); 4] = [
    ("planning.js", "text/javascript", "static-page/models.js"),
    ("planning.wasm", "application/wasm", "static-page/models_bg.wasm"),
    ("drawing.js", "text/javascript", "static-page-drawing/models.js"),
    ("drawing.wasm", "application/wasm", "static-page-drawing/models_bg.wasm"),
];

/// How long a small program may take.
const LIMIT: Duration = Duration::from_secs(20);
/// A browser takes so long, nearly, in milliseconds.
const WORK: u64 = 12_000;

/// Books that a page was given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Made {
    pub books: u32,
    /// Books that came out otherwise than the server makes them.
    pub other: u32,
}

/// What a page did in a browser.
pub(crate) struct Did {
    pub browser: Browser,
    /// With its server, and when that was gone.
    pub served: Made,
    pub alone: Made,
    /// Requests that reached the server while the first book got its cover.
    pub requests: u32,
    /// The books of the page as one file, if the browser opens that.
    pub carried: Option<Made>,
    /// Seconds that a book takes, each time.
    pub seconds: Vec<f64>,
}

/// What was found of the page.
#[derive(Default)]
pub(crate) struct Pages {
    /// The bytes of its modules as they are sent, compressed.
    pub module_bytes: Option<f64>,
    pub did: Vec<Did>,
}

/// The page, and what has to come out of it.
struct Tool {
    files: Vec<(&'static str, &'static str, Bytes)>,
    carried: PathBuf,
    /// What the server makes of each book.
    made: Vec<Vec<u8>>,
}

/// Has the page work in every browser that was met.
pub(crate) fn all(
    run: &Run,
    place: &Workplace<'_>,
    posts: &Posts,
    met: &[Met],
    skipped: &mut Vec<Skipped>,
) -> Result<Pages, Failure> {
    if met.is_empty() {
        return Ok(Pages::default());
    }
    let what = "what a page does in browsers";
    let needs = "the WebAssembly that the site’s build makes: npm run build";
    let Some(modules) = told(modules(), what, needs, skipped)? else { return Ok(Pages::default()) };
    let made = Tool::new(run, place, posts, modules);
    let Some((tool, bytes)) = told(made, what, needs, skipped)? else { return Ok(Pages::default()) };
    let mut did = Vec::new();
    for met in met {
        let name = met.browser.name();
        run.expect(WORK);
        let worked = undisturbed(|| tool.serve(met, place, posts))?;
        if let Some(mut worked) = told(worked, &format!("what a page does in {name}"), "a look at it", skipped)? {
            let carried = undisturbed(|| tool.carry(met, place, posts))?;
            worked.carried = told(carried, &format!("one HTML file in {name}"), "a look at it", skipped)?;
            did.push(worked);
        }
        run.advance(WORK)?;
    }
    let named = did.iter().map(|did| (format!("a book, {}", did.browser.name()), &*did.seconds));
    Warning::of_samples(named).into_iter().for_each(|warning| run.warn(warning));
    Ok(Pages { module_bytes: Some(bytes), did })
}

/// The modules, if they were built.
fn modules() -> Result<Vec<Bytes>, ProgramError> {
    let read = |(_, _, path): (&str, &str, &str)| fs::read(format!("{FOLDER}{path}")).map(Bytes::from);
    let read: Result<_, _> = FILES.into_iter().map(read).collect();
    read.map_err(|_| ProgramError::Unusable("the page’s modules are not built here".to_owned()))
}

impl Tool {
    /// With the bytes of the modules, compressed.
    fn new(run: &Run, place: &Workplace<'_>, posts: &Posts, modules: Vec<Bytes>) -> Result<(Self, f64), ProgramError> {
        let shell = |script: &str, path: &PathBuf| {
            run_program(place, "sh", [OsStr::new("-c"), OsStr::new(script), path.as_os_str()], LIMIT)
        };
        let encoded = |bytes: &[u8]| {
            let path = place.write("encoded", bytes)?;
            shell("base64 -w 0 \"$0\"", &path)
        };
        // Valid and unusual ones; what the server refuses is no book.
        let samples = [2, 3].map(|version| Sample::new(version).bytes());
        let books = samples.into_iter().chain(kinds().into_iter().map(|(_, bytes)| bytes));
        let (mut books_given, mut made) = (Vec::new(), Vec::new());
        for book in books {
            if let Ok(new) = covered(&book) {
                books_given.push(encoded(&book)?);
                made.push(new);
            }
        }
        let (rounds, each) = if run.profile == Profile::Quick { (6, 4) } else { (40, 10) };
        let mut given = json!({ "posts": posts.serving.address, "books": books_given, "each": each, "rounds": rounds });
        let page = |given: &Value, addresses: &[String]| {
            let mut given = given.clone();
            (given["planning"], given["drawing"]) = (json!(addresses[..2]), json!(addresses[2..]));
            PAGE.replacen("GIVEN", &given.to_string(), 1)
        };
        let apart = page(&given, &FILES.map(|(name, ..)| format!("./{name}")));
        let mut inside = Vec::new();
        let mut bytes = 0.0;
        for ((_, kind, _), module) in FILES.into_iter().zip(&modules) {
            inside.push(format!("data:{kind};base64,{}", encoded(module)?));
            let path = place.write("module", module)?;
            let said = shell("gzip -9 -c \"$0\" | wc -c", &path)?;
            bytes +=
                said.trim().parse::<f64>().map_err(|_| ProgramError::Unusable("gzip said no number".to_owned()))?;
        }
        // What is timed is timed once.
        given["rounds"] = json!(0);
        let carried = place.write("tool.html", page(&given, &inside))?;
        let names = FILES.map(|(name, kind, _)| (name, kind)).into_iter();
        let mut files: Vec<_> = names.zip(modules).map(|((name, kind), module)| (name, kind, module)).collect();
        files.push(("", "text/html", apart.into()));
        Ok((Self { files, carried, made }, bytes))
    }

    /// Has the page work while its server runs, and then without.
    fn serve(
        &self,
        Met { browser, program, .. }: &Met,
        place: &Workplace<'_>,
        posts: &Posts,
    ) -> Result<Did, ProgramError> {
        let requests = Arc::new(AtomicU32::new(0));
        let mut server = Some(Serving::start(self.routes(&requests))?);
        let address = server.as_ref().map(|server| server.address.clone()).unwrap_or_default();
        posts.forget();
        let _open = open_page(place, *browser, program, &address)?;
        drop(posts.next(*browser, "loaded", place)?);
        let before = requests.load(Ordering::SeqCst);
        let (mut served, mut alone) = (Made::default(), Made::default());
        for new in &self.made {
            let posted = posts.next(*browser, "made", place)?;
            // The page goes on when it is answered, which is after this turn.
            let is_served = server.take().is_some();
            if is_served { &mut served } else { &mut alone }.count(&posted.body, new);
        }
        let requests = requests.load(Ordering::SeqCst) - before;
        let seconds = parse_times(&posts.next(*browser, "timed", place)?.body);
        let strange = || ProgramError::Unusable(format!("{} posted what is no finding", browser.name()));
        let seconds = seconds.ok_or_else(strange)?;
        Ok(Did { browser: *browser, served, alone, requests, carried: None, seconds })
    }

    /// Opens the page as one file.
    fn carry(
        &self,
        Met { browser, program, .. }: &Met,
        place: &Workplace<'_>,
        posts: &Posts,
    ) -> Result<Made, ProgramError> {
        posts.forget();
        let _open = open_page(place, *browser, program, &format!("file://{}", self.carried.display()))?;
        drop(posts.next(*browser, "loaded", place)?);
        let mut carried = Made::default();
        for new in &self.made {
            carried.count(&posts.next(*browser, "made", place)?.body, new);
        }
        Ok(carried)
    }

    /// The page and its modules; every request is counted.
    fn routes(&self, requests: &Arc<AtomicU32>) -> Router {
        let (files, requests) = (self.files.clone(), Arc::clone(requests));
        Router::new().fallback(move |uri: Uri| {
            requests.fetch_add(1, Ordering::SeqCst);
            let file = files.iter().find(|(name, ..)| uri.path().strip_prefix('/') == Some(*name)).cloned();
            async move {
                let found = file.map(|(_, kind, bytes)| ([(header::CONTENT_TYPE, kind)], bytes).into_response());
                found.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
            }
        })
    }
}

impl Made {
    fn count(&mut self, made: &[u8], expected: &[u8]) {
        self.books += 1;
        self.other += u32::from(made != expected);
    }
}

fn parse_times(bytes: &[u8]) -> Option<Vec<f64>> {
    let times: Vec<f64> = serde_json::from_slice(bytes).ok()?;
    (!times.is_empty() && times.iter().all(|time| time.is_finite() && *time > 0.0)).then_some(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_posts_is_read_and_what_is_no_time_is_not() {
        assert_eq!(parse_times(b"[0.015, 0.016]").unwrap(), [0.015, 0.016]);
        for no_times in ["[]", "[0.015, 0]", "[-1]", "\"failed\""] {
            assert_eq!(parse_times(no_times.as_bytes()), None, "{no_times}");
        }
    }

    #[test]
    fn a_book_that_is_not_the_servers_is_counted() {
        let mut made = Made::default();
        made.count(b"book", b"book");
        made.count(b"boot", b"book");
        assert_eq!(made, Made { books: 2, other: 1 });
    }
}
