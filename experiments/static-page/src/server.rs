//! The server that a page does without: a book is posted to it, and the book with its cover comes back. It draws and plans by the
//! very model that the page has, and so differs in nothing but where that runs.
//!
//! It is a process of its own, which shares neither threads nor memory with the client that times it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::Ipv4Addr;
use std::process::{Child, Stdio};
use std::time::Instant;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use harness::Failure;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use supervisor::Workplace;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::in_memory::covered;
use crate::programs::{THIS_PROGRAM, command};

/// The hidden command of it.
pub(crate) const COMMAND: &str = "server";

fn routes() -> Router {
    Router::new().route("/", post(cover)).layer(DefaultBodyLimit::disable())
}

async fn cover(book: Bytes) -> Response {
    match covered(&book) {
        Ok(book) => book.into_response(),
        Err(refused) => (StatusCode::UNPROCESSABLE_ENTITY, refused.to_string()).into_response(),
    }
}

/// What the hidden command does: it serves on a free port of this machine alone, which it prints, until its standard input ends.
pub(crate) fn serve() -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::system("cannot serve", error);
    runtime()?.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        harness::say(port)?;
        io::stdout().flush().map_err(failed)?;
        // It ends with the run, even with one that is killed.
        std::thread::spawn(|| {
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            std::process::exit(0);
        });
        axum::serve(listener, routes()).await.map_err(failed)
    })
}

pub(crate) fn runtime() -> Result<Runtime, Failure> {
    let made = Builder::new_current_thread().enable_all().build();
    made.map_err(|error| Failure::system("cannot start a runtime", error))
}

/// A server that runs, until dropped, and a client of it that keeps its connection.
pub(crate) struct Server {
    process: Option<Child>,
    address: String,
    client: Client<HttpConnector, Full<Bytes>>,
    runtime: Runtime,
}

impl Server {
    /// Starts one, in the run's folder, so that the run's supervisor ends it at the latest.
    pub(crate) fn start(place: &Workplace<'_>) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::system("cannot start the server", error);
        let mut process = command(place, THIS_PROGRAM)
            .arg(COMMAND)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut line = String::new();
        let said = process.stdout.take().map(|said| BufReader::new(said.take(16)).read_line(&mut line));
        let mut server = Self::at(0)?;
        server.process = Some(process);
        let port: Option<u16> = said.and_then(Result::ok).and_then(|_| line.trim().parse().ok());
        let port = port.ok_or_else(|| Failure::program("the server", "it does not say where it is"))?;
        server.address = address(port);
        Ok(server)
    }

    fn at(port: u16) -> Result<Self, Failure> {
        let (client, runtime) = (Client::builder(TokioExecutor::new()).build_http(), runtime()?);
        Ok(Self { process: None, address: address(port), client, runtime })
    }

    /// Has a cover put into a book. How long that takes, from the first byte of the request to the last of the answer, and the book.
    pub(crate) fn cover(&self, book: Bytes) -> Result<(f64, Bytes), Failure> {
        let failed = |why: &dyn std::fmt::Display| Failure::program("the server", format!("it did not answer: {why}"));
        let started = Instant::now();
        let request = hyper::Request::post(&*self.address).body(Full::new(book)).map_err(|error| failed(&error))?;
        let new = self.runtime.block_on(async {
            let answer = self.client.request(request).await.map_err(|error| failed(&error))?;
            let status = answer.status();
            let bytes = answer.into_body().collect().await.map_err(|error| failed(&error))?.to_bytes();
            if status == StatusCode::OK { Ok(bytes) } else { Err(failed(&String::from_utf8_lossy(&bytes))) }
        })?;
        Ok((started.elapsed().as_secs_f64(), new))
    }
}

fn address(port: u16) -> String {
    format!("http://{}:{port}/", Ipv4Addr::LOCALHOST)
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use static_page_model::samples::Sample;

    use super::*;

    #[test]
    fn a_book_comes_back_with_its_cover_and_what_is_none_is_refused_in_a_line() {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        listener.set_nonblocking(true).unwrap();
        std::thread::spawn(move || {
            runtime().unwrap().block_on(async {
                axum::serve(TcpListener::from_std(listener).unwrap(), routes()).await.unwrap();
            });
        });
        let server = Server::at(port).unwrap();
        let book = Sample::new(2).bytes();
        let (seconds, new) = server.cover(book.clone().into()).unwrap();
        assert!(seconds > 0.0 && new == covered(&book).unwrap() && new.len() > book.len());
        let refused = server.cover(Bytes::from_static(b"no book at all, and longer than an end")).unwrap_err();
        assert!(refused.to_string().contains("this is not a ZIP archive"), "{refused}");
    }
}
