//! A page that does all that the server does, in browsers: a tool of the site's own modules that puts covers into books while its
//! server runs, when that is gone, and as one file on a disk. There it is also timed, and given books that are large.

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
use harness::schedule::interleaved;
use harness::{Failure, Run, Warning};
use serde::Deserialize;
use serde_json::{Value, json};
use static_page_model::samples::{Sample, with_hole};

use crate::books::told;
use crate::canvas::Met;
use crate::cover::timed_cover;
use crate::hostile::kinds;
use crate::in_memory::covered;
use crate::posts::{Posts, Serving};
use crate::sizes::below_4_gb;
use crate::workplace::{Trouble, Workplace};

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
/// A browser takes so long, nearly, in milliseconds; and for every large book.
const WORK: u64 = 12_000;
const LARGE_WORK: u64 = 2000;

/// Books that a page was given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Made {
    pub books: u32,
    /// Those that came out otherwise than the server makes them.
    pub other: u32,
}

/// What became of a large book.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tried {
    /// Seconds to its plan, each time.
    pub plan_seconds: Vec<f64>,
    /// How reading all of it ends: `read`, `short`, or the name of the browser's error.
    pub whole: String,
}

/// What a page did in a browser.
pub(crate) struct Did {
    pub browser: Browser,
    /// With its server, and when that was gone.
    pub served: Made,
    pub alone: Made,
    /// Requests that reached the server while the first book got its cover.
    pub requests: u32,
    /// As one file, if the browser opens that.
    pub carried: Option<Made>,
    /// Seconds that a cover takes by WebAssembly and on a canvas, and a whole book, each time.
    pub seconds: [Vec<f64>; 3],
    /// By the size of the book, in bytes.
    pub tried: Vec<(u64, Tried)>,
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
    sizes: Vec<u64>,
}

/// Has the page work in every browser that was met.
pub(crate) fn all(
    run: &Run,
    place: &Workplace,
    posts: &Posts,
    met: &[Met],
    sizes: &[u64],
    skipped: &mut Vec<Skipped>,
) -> Result<Pages, Failure> {
    if met.is_empty() {
        return Ok(Pages::default());
    }
    let what = "what a page does in browsers";
    let needs = "the WebAssembly that the site’s build makes: npm run build";
    let Some(modules) = told(modules(), what, needs, skipped)? else { return Ok(Pages::default()) };
    let made = Tool::new(run, place, posts, modules, sizes);
    let Some((tool, bytes)) = told(made, what, needs, skipped)? else { return Ok(Pages::default()) };
    let mut did = Vec::new();
    for met in met {
        let name = met.browser.name();
        let work = WORK + tool.sizes.len() as u64 * LARGE_WORK;
        run.expect(work);
        let worked = tool.serve(met, place, posts, skipped);
        if let Some(mut worked) = told(worked, &format!("what a page does in {name}"), "a look at it", skipped)? {
            let carried = tool.carry(met, place, posts);
            worked.carried = told(carried, &format!("one HTML file in {name}"), "a look at it", skipped)?;
            did.push(worked);
        }
        run.advance(work)?;
    }
    let ways = ["a cover by WebAssembly", "a cover on a canvas", "a book"];
    let named = did.iter().flat_map(|did| {
        ways.iter().zip(&did.seconds).map(|(way, seconds)| (format!("{way}, {}", did.browser.name()), &**seconds))
    });
    Warning::of_samples(named).into_iter().for_each(|warning| run.warn(warning));
    Ok(Pages { module_bytes: Some(bytes), did })
}

/// The modules, if they were built.
fn modules() -> Result<Vec<Bytes>, Trouble> {
    let read = |(_, _, path): (&str, &str, &str)| fs::read(format!("{FOLDER}{path}")).map(Bytes::from);
    let read: Result<_, _> = FILES.into_iter().map(read).collect();
    read.map_err(|_| Trouble::Told("the page’s modules are not built here".to_owned()))
}

impl Tool {
    /// With the bytes of the modules, compressed.
    fn new(
        run: &Run,
        place: &Workplace,
        posts: &Posts,
        modules: Vec<Bytes>,
        sizes: &[u64],
    ) -> Result<(Self, f64), Trouble> {
        let shell = |script: &str, path: &PathBuf| {
            place.run("sh", [OsStr::new("-c"), OsStr::new(script), path.as_os_str()], LIMIT)
        };
        let encoded = |bytes: &[u8]| {
            let path = place.write("encoded", bytes).map_err(Trouble::Ours)?;
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
        let mut large = Vec::new();
        for &size in sizes {
            let [head, tail] = with_hole(Sample::new(2).members(), below_4_gb(size));
            large.push(json!([head.len() as u64 + size + tail.len() as u64, encoded(&head)?, encoded(&tail)?]));
        }
        let (rounds, each) = if run.profile == Profile::Quick { (6, 4) } else { (40, 10) };
        let turns = interleaved(3, 1, rounds, run.seed);
        let turns: Vec<Value> = turns.iter().map(|turn| json!([turn.condition, turn.warm_up])).collect();
        let mut given = json!({
            "posts": posts.serving.address, "books": books_given, "cover": timed_cover(), "turns": turns,
            "large": large, "each": each, "rounds": rounds,
        });
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
            let path = place.write("module", module).map_err(Trouble::Ours)?;
            let said = shell("gzip -9 -c \"$0\" | wc -c", &path)?;
            bytes += said.trim().parse::<f64>().map_err(|_| Trouble::Told("gzip said no number".to_owned()))?;
        }
        // What is timed is timed once.
        (given["turns"], given["large"]) = (json!([]), json!([]));
        let carried = place.write("tool.html", page(&given, &inside)).map_err(Trouble::Ours)?;
        let names = FILES.map(|(name, kind, _)| (name, kind)).into_iter();
        let mut files: Vec<_> = names.zip(modules).map(|((name, kind), module)| (name, kind, module)).collect();
        files.push(("", "text/html", apart.into()));
        Ok((Self { files, carried, made, sizes: sizes.to_vec() }, bytes))
    }

    /// Has the page work while its server runs, and then without.
    fn serve(
        &self,
        Met { browser, program, .. }: &Met,
        place: &Workplace,
        posts: &Posts,
        skipped: &mut Vec<Skipped>,
    ) -> Result<Did, Trouble> {
        let requests = Arc::new(AtomicU32::new(0));
        let mut server = Some(Serving::start(self.routes(&requests)).map_err(Trouble::Ours)?);
        let address = server.as_ref().map(|server| server.address.clone()).unwrap_or_default();
        let _open = place.open_page(*browser, program, &address)?;
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
        let strange = || Trouble::Told(format!("{} posted what is no finding", browser.name()));
        let seconds = seconds.ok_or_else(strange)?;
        let mut tried = Vec::new();
        let what = format!("large books in {}", browser.name());
        for &size in &self.sizes {
            let said = posts.next(*browser, "tried", place);
            let said = said.and_then(|posted| Tried::parse(&posted.body).ok_or_else(strange));
            match told(said, &what, "a browser that gives pages a file system of their own", skipped)
                .map_err(Trouble::Ours)?
            {
                Some(found) => tried.push((size, found)),
                // Its page is gone.
                None => break,
            }
        }
        Ok(Did { browser: *browser, served, alone, requests, carried: None, seconds, tried })
    }

    /// Opens the page as one file.
    fn carry(&self, Met { browser, program, .. }: &Met, place: &Workplace, posts: &Posts) -> Result<Made, Trouble> {
        let _open = place.open_page(*browser, program, &format!("file://{}", self.carried.display()))?;
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

impl Tried {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let tried: Self = serde_json::from_slice(bytes).ok()?;
        let is_name =
            (1..=40).contains(&tried.whole.len()) && tried.whole.bytes().all(|byte| byte.is_ascii_alphabetic());
        (is_name && are_times(&tried.plan_seconds)).then_some(tried)
    }
}

fn parse_times(bytes: &[u8]) -> Option<[Vec<f64>; 3]> {
    let times: [Vec<f64>; 3] = serde_json::from_slice(bytes).ok()?;
    times.iter().all(|times| are_times(times)).then_some(times)
}

fn are_times(times: &[f64]) -> bool {
    !times.is_empty() && times.iter().all(|time| time.is_finite() && *time > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: &str = "[[0.015, 0.016], [0.004], [0.02]]";
    const TRIED: &str = r#"{"plan_seconds": [0.009, 0.01], "whole": "NotReadableError"}"#;

    #[test]
    fn what_a_page_posts_is_read_and_what_is_no_time_is_not() {
        assert_eq!(parse_times(TIMES.as_bytes()).unwrap()[1], [0.004]);
        assert_eq!(parse_times(TIMES.replace("0.004", "").as_bytes()), None);
        assert_eq!(parse_times(TIMES.replace("0.004", "0").as_bytes()), None);
        assert_eq!(Tried::parse(TRIED.as_bytes()).unwrap().whole, "NotReadableError");
        assert_eq!(Tried::parse(TRIED.replace("NotReadableError", "<b>").as_bytes()), None);
    }

    #[test]
    fn a_book_that_is_not_the_servers_is_counted() {
        let mut made = Made::default();
        made.count(b"book", b"book");
        made.count(b"boot", b"book");
        assert_eq!(made, Made { books: 2, other: 1 });
    }
}
