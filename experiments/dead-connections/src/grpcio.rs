//! gRPC's own client and server (grpcio from PyPI), for comparison.

mod environment;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufReader, Write};
use std::net::{IpAddr, SocketAddr};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::Args;
use dead_connections_model::{Call, GrpcKeepalive, Pattern, Settings};
use harness::Failure;
use harness::record::Skipped;
use rustix::process::{Signal, set_parent_process_death_signal};
use serde_json::{Value, json};
use supervisor::this_program;

use crate::client::Noticed;
use crate::signs;
use environment::ENVIRONMENT;

const SCRIPT: &str = include_str!("grpcio/script.py");

/// The Python that has grpcio, made if need be; else why there is none.
pub(crate) fn python() -> Result<&'static Path, &'static Skipped> {
    static PYTHON: OnceLock<Result<PathBuf, Skipped>> = OnceLock::new();
    PYTHON.get_or_init(|| ENVIRONMENT.python()).as_deref()
}

/// The version of grpcio, which is pinned.
pub(crate) fn version() -> &'static str {
    let pinned = ENVIRONMENT.requirements.lines().find_map(|line| line.strip_prefix("grpcio=="));
    pinned.expect("grpcio is required")
}

/// The command line of what becomes Python.
#[derive(Debug, Args)]
pub(crate) struct PythonOptions {
    python: OsString,
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Starts the script in the namespace that this thread is in.
fn start(arguments: &[String]) -> Result<Child, Failure> {
    let python = python().map_err(|Skipped { what, why, needs }| Failure::Missing {
        what: format!("{what}: {why}"),
        needs: needs.clone(),
    })?;
    Command::new(this_program()?)
        .arg("python")
        .arg(python)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| Failure::system("cannot start Python", error))
}

/// What the hidden command does: it becomes Python, and ends with its parent, even when stopped.
pub(crate) fn become_python(options: &PythonOptions) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::system("cannot start Python", error);
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| failed(error.into()))?;
    // Proxies are no part of the experiment.
    let mut command = Command::new(&options.python);
    Err(failed(command.args(["-c", SCRIPT]).args(&options.arguments).env("no_grpc_proxy", "*").exec()))
}

/// Starts a server; it says where it listens, and ends when its standard input does.
pub(crate) fn server(address: IpAddr) -> Result<Child, Failure> {
    start(&["serve".to_owned(), address.to_string()])
}

/// A client that has made one call; killed when dropped.
pub(crate) struct Client {
    child: Child,
    stdout: BufReader<ChildStdout>,
    watched: Duration,
}

impl Client {
    /// Connects, makes a call, and waits for its answer.
    pub(crate) fn connect_and_call(settings: &Settings, peer: SocketAddr, watched: Duration) -> Result<Self, Failure> {
        let options = settings.grpc.map_or(json!([]), |keepalive| options(keepalive, settings.user_timeout_us));
        let arguments = ["call".to_owned(), peer.to_string(), options.to_string(), watched.as_secs_f64().to_string()];
        let mut child = start(&arguments)?;
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut client = Self { child, stdout, watched };
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
