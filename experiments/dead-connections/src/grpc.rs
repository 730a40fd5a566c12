//! A real gRPC client and server (tonic), of one call that may never be answered.

use std::convert::Infallible;
use std::future::{Future, pending};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use dead_connections_model::{Call, GrpcKeepalive, Pattern};
use harness::Failure;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};
use tonic::body::Body;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::codegen::{Service, http};
use tonic::server::{NamedService, UnaryService};
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint, Server};
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;

use crate::client::Noticed;
use crate::{counters, signs};

const PATH: &str = "/dead.Connections/Call";
/// A request for an answer, and one that gets none.
const ANSWER: u64 = 0;
const NO_ANSWER: u64 = 1;
/// How often it is looked whether an idle connection still stands.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A thread's own: it stays in the thread's namespace.
fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

#[derive(Clone)]
struct Calls;

impl UnaryService<u64> for Calls {
    type Response = u64;
    type Future = Pin<Box<dyn Future<Output = Result<Response<u64>, Status>> + Send>>;

    fn call(&mut self, request: Request<u64>) -> Self::Future {
        Box::pin(async move {
            match request.into_inner() {
                NO_ANSWER => pending().await,
                _ => Ok(Response::new(ANSWER)),
            }
        })
    }
}

impl Service<http::Request<Body>> for Calls {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        Box::pin(async move {
            let mut grpc = tonic::server::Grpc::new(ProstCodec::<u64, u64>::default());
            Ok(grpc.unary(Self, request).await)
        })
    }
}

impl NamedService for Calls {
    const NAME: &'static str = "dead.Connections";
}

/// What the peer's process does, if it serves gRPC; it says where it listens.
pub(crate) fn serve(address: IpAddr, say: impl Fn(SocketAddr) -> io::Result<()>) -> Result<(), Failure> {
    let refused = |error| Failure::system("cannot serve gRPC", error);
    let runtime = runtime().map_err(refused)?;
    runtime.block_on(async {
        let listener = TcpListener::bind((address, 0)).await.map_err(refused)?;
        listener.local_addr().and_then(say).map_err(refused)?;
        let server = Server::builder().add_service(Calls).serve_with_incoming(TcpIncoming::from(listener));
        server.await.map_err(|error| Failure::program("the gRPC server", error))
    })
}

/// A client that has made one call. It holds the connection.
pub(crate) struct Client {
    runtime: Runtime,
    channel: Channel,
    peer: SocketAddr,
}

impl Client {
    /// Connects and makes a call. The moment of its answer is the last contact.
    pub(crate) fn connect_and_call(
        keepalive: Option<GrpcKeepalive>,
        user_timeout_us: u64,
        peer: SocketAddr,
    ) -> Result<(Self, Instant), Failure> {
        let failed = |error: tonic::transport::Error| Failure::program("the gRPC client", error);
        let runtime = runtime().map_err(|error| Failure::system("cannot make a gRPC client", error))?;
        let mut endpoint = Endpoint::from_shared(format!("http://{peer}")).map_err(failed)?;
        if let Some(keepalive) = keepalive {
            endpoint = endpoint
                .http2_keep_alive_interval(Duration::from_micros(keepalive.ping_after_us))
                .keep_alive_timeout(Duration::from_micros(keepalive.timeout_us))
                .keep_alive_while_idle(keepalive.without_calls);
        }
        debug_assert_eq!(user_timeout_us, 0, "tonic sets none");
        let channel = runtime.block_on(endpoint.connect()).map_err(failed)?;
        let client = Self { runtime, channel, peer };
        let answered = client.runtime.block_on(client.call(ANSWER));
        answered.map_err(|status| Failure::program("the gRPC client", status))?;
        Ok((client, Instant::now()))
    }

    async fn call(&self, request: u64) -> Result<(), Status> {
        let mut grpc = Grpc::new(self.channel.clone());
        let unready = |error: tonic::transport::Error| Status::unavailable(error.to_string());
        grpc.ready().await.map_err(unready)?;
        let codec = ProstCodec::<u64, u64>::default();
        grpc.unary(Request::new(request), PathAndQuery::from_static(PATH), codec).await.map(|_| ())
    }

    /// Goes on with the connection, as the pattern says, until `until`; `None` if nothing was noticed.
    pub(crate) fn go_on(&self, pattern: Pattern, zero: Instant, until: Instant) -> Option<Noticed> {
        let left = until.saturating_duration_since(Instant::now());
        let sign = self.runtime.block_on(async {
            match pattern {
                Pattern::Idle => timeout(left, self.stands()).await.ok().map(|()| signs::CLOSED),
                _ => match timeout(left, self.call(NO_ANSWER)).await {
                    Ok(Err(status)) => Some(signs::of_code(status.code() as i32)),
                    Ok(Ok(())) | Err(_) => None,
                },
            }
        });
        sign.map(|sign| Noticed { after: zero.elapsed(), call: Call::Rpc, sign: sign.to_owned() })
    }

    /// Until the library has closed the connection: no call tells.
    async fn stands(&self) {
        while counters::is_established_to(self.peer.port()) {
            sleep(LOOK_EVERY).await;
        }
    }
}
