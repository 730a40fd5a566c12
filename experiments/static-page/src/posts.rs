//! Where pages in browsers come from, and where they post what they find: so nothing has to drive a browser.

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
use browsers::Browser;
use harness::Failure;
use supervisor::{MAX_QUOTED, ProgramError, Workplace};
use tokio::sync::oneshot;

/// The page with the canvas.
const CANVAS: &str = include_str!("canvas.html");
/// How long a browser may take from what it posts, or from its start, to what it posts next.
const LIMIT: Duration = Duration::from_secs(60);
/// From look to look whether the run is to end.
const PAUSE: Duration = Duration::from_millis(50);
/// The most that it may post at once, in bytes.
const LONGEST: usize = 1 << 20;

/// A server on this machine alone, until dropped: then it has no connection any more.
pub(crate) struct Serving {
    /// With a slash at its end.
    pub address: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Serving {
    pub(crate) fn start(routes: Router) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::system("cannot serve a page", error);
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
            .route("/", get(|| async { Html(CANVAS) }))
            .route("/{name}", post(take))
            .layer(DefaultBodyLimit::max(LONGEST))
            .with_state(sender);
        Ok(Self { serving: Serving::start(routes)?, posted })
    }

    /// Drops what was posted so far: a page that took too long may have posted before it was closed.
    pub(crate) fn forget(&self) {
        while self.posted.try_recv().is_ok() {}
    }

    /// What this browser posts next, under this name.
    pub(crate) fn next(&self, browser: Browser, name: &str, place: &Workplace<'_>) -> Result<Posted, ProgramError> {
        let told = |why: &str| ProgramError::Unusable(format!("{} {why}", browser.name()));
        let started = Instant::now();
        loop {
            place.check()?;
            match self.posted.recv_timeout(PAUSE) {
                Ok(posted) if posted.name == name => return Ok(posted),
                Ok(Posted { name, body, .. }) => {
                    let said: String = String::from_utf8_lossy(&body).chars().take(MAX_QUOTED).collect();
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

async fn take(State(sender): State<Sender<Posted>>, Path(name): Path<String>, body: Bytes) -> StatusCode {
    let (answer, answered) = oneshot::channel();
    // Nobody listens any more where the run has ended.
    let _ = sender.send(Posted { name, body, _answer: answer });
    let _ = answered.await;
    StatusCode::NO_CONTENT
}
