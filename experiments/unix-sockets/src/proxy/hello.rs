//! The fast application: a server in Rust (hyper) that greets, over TCP and over a Unix socket at once.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use harness::Failure;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};
use tokio::runtime::Builder;

/// The server's command line.
#[derive(Debug, Args)]
pub(crate) struct HelloOptions {
    /// Where it listens for TCP
    #[arg(long)]
    tcp: Option<SocketAddr>,
    /// Where it makes a Unix socket
    #[arg(long)]
    unix: Option<PathBuf>,
    /// What it answers
    text: String,
}

/// What the hidden command `hello` does: it answers until it is ended, on one thread as Gunicorn's one worker does.
pub(crate) fn serve(options: &HelloOptions) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_io().enable_time().build();
    let runtime = runtime.map_err(|error| Failure::system("cannot start a server", error))?;
    let text = Bytes::from(options.text.clone());
    runtime.block_on(async {
        if let Some(address) = options.tcp {
            let listener = TcpListener::bind(address).await;
            let listener = listener.map_err(|error| Failure::system(format!("cannot listen on {address}"), error))?;
            let text = text.clone();
            tokio::spawn(async move {
                loop {
                    // One that failed while it was accepted is the client's to count.
                    if let Ok((stream, _)) = listener.accept().await {
                        let _ = stream.set_nodelay(true);
                        tokio::spawn(answer(stream, text.clone()));
                    }
                }
            });
        }
        if let Some(path) = &options.unix {
            let listener = UnixListener::bind(path)
                .map_err(|error| Failure::system(format!("cannot listen on {}", path.display()), error))?;
            tokio::spawn(async move {
                loop {
                    if let Ok((stream, _)) = listener.accept().await {
                        tokio::spawn(answer(stream, text.clone()));
                    }
                }
            });
        }
        // Until this process is ended.
        std::future::pending().await
    })
}

/// Answers all requests of a connection.
async fn answer(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, text: Bytes) {
    let service = service_fn(|_: Request<Incoming>| {
        let mut response = Response::new(Full::new(text.clone()));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
        async { Ok::<_, Infallible>(response) }
    });
    // It fails where the client ends it: that is the client's to count.
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}
