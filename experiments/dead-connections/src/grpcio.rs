//! gRPC's own client and server (grpcio from PyPI), for comparison.

mod environment;

use std::fmt::Display;
use std::io::{BufReader, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use dead_connections_model::{Call, GrpcKeepalive, Pattern, Settings};
use harness::Failure;
use harness::record::Skipped;
use serde_json::{Value, json};
use supervisor::{Check, Workplace, bound_to_us};

use crate::client::Noticed;
use crate::place::RUNS;
use crate::{counters, signs};
use environment::ENVIRONMENT;

/// How often it is looked whether an idle connection still stands.
const LOOK_EVERY: Duration = Duration::from_millis(10);

const SCRIPT: &str = include_str!("grpcio/script.py");

/// The Python that has grpcio, made if need be, until `check` says that the run is to end; else why there is none.
pub(crate) fn python(check: Check<'_>) -> Result<&'static Path, &'static Skipped> {
    static PYTHON: OnceLock<Result<PathBuf, Skipped>> = OnceLock::new();
    let make = || {
        // The run's own is over namespaces, and there is none on the loopback interface.
        let place = Workplace::open(RUNS, check)
            .map_err(|failure| Skipped::new(ENVIRONMENT.what, failure.to_string(), "a folder for temporary files"))?;
        ENVIRONMENT.python(&place)
    };
    PYTHON.get_or_init(make).as_deref()
}

/// The version of grpcio, which is pinned.
pub(crate) fn version() -> &'static str {
    let pinned = ENVIRONMENT.requirements.lines().find_map(|line| line.strip_prefix("grpcio=="));
    pinned.expect("grpcio is required")
}

/// Starts the script in the namespace that this thread is in.
fn start(arguments: &[String]) -> Result<Child, Failure> {
    let python = python(&|| Ok(())).map_err(|Skipped { what, why, needs }| Failure::Missing {
        what: format!("{what}: {why}"),
        needs: needs.clone(),
    })?;
    let mut command = bound_to_us(&[python.as_os_str(), "-c".as_ref(), SCRIPT.as_ref()])?;
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // Proxies are no part of the experiment.
    command.env("no_grpc_proxy", "*");
    command.spawn().map_err(|error| Failure::system("cannot start Python", error))
}

/// Starts a server that permits as many pings as the settings say; it says where it listens, and ends when its standard input
/// does.
pub(crate) fn server(address: IpAddr, grpc: Option<GrpcKeepalive>) -> Result<Child, Failure> {
    let options = grpc.filter(|grpc| grpc.min_ping_interval_us > 0).map_or(json!([]), server_options);
    start(&["serve".to_owned(), address.to_string(), options.to_string()])
}

/// A client that has made one call; killed when dropped.
pub(crate) struct Client {
    child: Child,
    stdout: BufReader<ChildStdout>,
    watched: Duration,
    peer: SocketAddr,
}

impl Client {
    /// Connects, makes a call, and waits for its answer.
    pub(crate) fn connect_and_call(settings: &Settings, peer: SocketAddr, watched: Duration) -> Result<Self, Failure> {
        let options = settings.grpc.map_or(json!([]), |keepalive| options(keepalive, settings.user_timeout_us));
        let arguments = ["call".to_owned(), peer.to_string(), options.to_string(), watched.as_secs_f64().to_string()];
        let mut child = start(&arguments)?;
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut client = Self { child, stdout, watched, peer };
        match client.line()?.as_str() {
            "called" => Ok(client),
            other => Err(failed(format_args!("it said {other:?}"))),
        }
    }

    /// Makes a call that gets no answer; `None` if it only ends with its deadline.
    pub(crate) fn go_on(&mut self, pattern: Pattern, zero: Instant) -> Result<Option<Noticed>, Failure> {
        debug_assert_eq!(pattern, Pattern::Awaiting, "the script makes calls");
        let stdin = self.child.stdin.as_mut().expect("it is piped");
        stdin.write_all(b"go\n").map_err(failed)?;
        let said: Value = serde_json::from_str(&self.line()?).map_err(failed)?;
        let after = zero.elapsed();
        let code = said["code"].as_str().unwrap_or_default();
        if code == "DEADLINE_EXCEEDED" && after >= self.watched {
            return Ok(None);
        }
        // The server's reason: nothing else tells its displeasure from a lost peer.
        let with_reason = format!("{code}: {}", said["details"].as_str().unwrap_or_default());
        let is_displeased = with_reason.eq_ignore_ascii_case(signs::TOO_MANY_PINGS);
        let sign = if is_displeased { signs::TOO_MANY_PINGS } else { signs::of_code_named(code) };
        Ok(Some(Noticed { after, call: Call::Rpc, sign: sign.to_owned() }))
    }

    /// Makes no call; waits until the library has closed the connection, which no call tells; `None` if it stands at `until`.
    pub(crate) fn watch(&self, zero: Instant, until: Instant) -> Option<Noticed> {
        while counters::is_established_to(self.peer.port()) {
            if Instant::now() > until {
                return None;
            }
            thread::sleep(LOOK_EVERY);
        }
        Some(Noticed { after: zero.elapsed(), call: Call::Rpc, sign: signs::CLOSED.to_owned() })
    }

    fn line(&mut self) -> Result<String, Failure> {
        harness::line(&mut self.stdout).map_err(failed)
    }
}

/// The client did not do its part.
fn failed(why: impl Display) -> Failure {
    Failure::program("the grpcio client", why)
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server's arguments: both kinds of pings that it permits.
fn server_options(grpc: GrpcKeepalive) -> Value {
    json!([
        ["grpc.http2.min_ping_interval_without_data_ms", grpc.min_ping_interval_us / 1000],
        ["grpc.keepalive_permit_without_calls", i32::from(grpc.server_permits_without_calls)],
    ])
}

/// The channel's arguments. Without the fourth a client stops pinging after two pings without data.
fn options(keepalive: GrpcKeepalive, user_timeout_us: u64) -> Value {
    let ms = |us: u64| us / 1000;
    json!([
        ["grpc.keepalive_time_ms", ms(keepalive.ping_after_us)],
        ["grpc.keepalive_timeout_ms", ms(user_timeout_us)],
        ["grpc.http2.ping_timeout_ms", ms(keepalive.timeout_us)],
        ["grpc.http2.max_pings_without_data", 0],
        ["grpc.keepalive_permit_without_calls", i32::from(keepalive.without_calls)],
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_requirement_is_pinned() {
        assert!(ENVIRONMENT.requirements.lines().count() > 0);
        assert!(ENVIRONMENT.requirements.lines().all(|line| line.contains("==")), "{}", ENVIRONMENT.requirements);
    }

    #[test]
    fn grpcio_tells_its_version() {
        let version = version();
        let is_version = version.split('.').count() == 3 && version.starts_with(|first: char| first.is_ascii_digit());
        assert!(is_version, "{version}");
    }
}
