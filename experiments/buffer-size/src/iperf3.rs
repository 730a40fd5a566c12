//! iperf3, which measures the same loopback connection by another program.

use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use harness::Failure;
use harness::record::Skipped;
use serde_json::Value;
use supervisor::bound_to_us;

use crate::sample::Timing;

/// How long one measurement takes: iperf3 counts in whole seconds.
pub(crate) const DURATION: Duration = Duration::from_millis(1300);
/// Timing of this program beside iperf3: as long, so that both see the same of the machine.
pub(crate) const TIMING: Timing = Timing { warm_up: Duration::from_millis(100), window: Duration::from_millis(900) };
const PROGRAM: &str = "iperf3";

/// The reason why iperf3 cannot be used, if it cannot.
pub(crate) fn missing() -> Option<Skipped> {
    let said = Command::new(PROGRAM).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let why = match said {
        Ok(status) if status.success() => return None,
        Ok(status) => format!("`iperf3 --version` ended with {status}"),
        Err(error) => format!("`iperf3` cannot be started: {error}"),
    };
    let what = "the cross-check by iperf3".to_owned();
    Some(Skipped { what, why, needs: "the Debian package iperf3".to_owned() })
}

/// The server, for one client; killed when dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How often it is tried: the free port that it was told may just have been taken by another program, and a run of minutes
/// should not end for that.
const ATTEMPTS: u32 = 3;

/// Bytes per second over one loopback connection, with blocks of this size at both ends, as the receiver counts them.
pub(crate) fn throughput(block_bytes: usize) -> Result<f64, Failure> {
    let mut outcome = try_once(block_bytes);
    for _ in 1..ATTEMPTS {
        outcome = outcome.or_else(|_| try_once(block_bytes));
    }
    outcome
}

fn try_once(block_bytes: usize) -> Result<f64, Failure> {
    let port = free_port().map_err(|error| Failure::system("cannot find a free port for iperf3", error))?.to_string();
    let _server = serve(&port)?;
    let block = block_bytes.to_string();
    let host = Ipv4Addr::LOCALHOST.to_string();
    let output = start(&["--client", &host, "--port", &port, "--length", &block, "--time", "1", "--json"]).and_then(
        |child| child.wait_with_output().map_err(|error| Failure::system("cannot read from iperf3", error)),
    )?;
    received(&output.stdout)
}

/// A port that is free now; iperf3 cannot choose one itself.
fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Starts a server and waits until it listens.
fn serve(port: &str) -> Result<Server, Failure> {
    let host = Ipv4Addr::LOCALHOST.to_string();
    let mut server = Server(start(&["--server", "--one-off", "--forceflush", "--bind", &host, "--port", port])?);
    let stdout = server.0.stdout.take().expect("it is piped");
    // iperf3 goes on writing: the pipe is kept open by a thread that reads it to its end.
    let mut lines = BufReader::new(stdout).lines();
    let listens = lines.by_ref().map_while(Result::ok).any(|line| line.contains("listening"));
    if !listens {
        return Err(failed("its server does not listen"));
    }
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    Ok(server)
}

/// Starts an iperf3 that ends with this program.
fn start(arguments: &[&str]) -> Result<Child, Failure> {
    let mut command = bound_to_us(&[&[PROGRAM], arguments].concat())?;
    let started = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    started.map_err(|error| Failure::system("cannot start iperf3", error))
}

/// What its report says the receiver got, in bytes per second.
fn received(report: &[u8]) -> Result<f64, Failure> {
    let report: Value = serde_json::from_slice(report).map_err(|error| failed(&format!("its report: {error}")))?;
    let bits = report["end"]["sum_received"]["bits_per_second"].as_f64().filter(|bits| *bits > 0.0);
    let why = || failed(report["error"].as_str().unwrap_or("its report has no rate"));
    bits.map(|bits| bits / 8.0).ok_or_else(why)
}

fn failed(why: &str) -> Failure {
    Failure::program("iperf3", why)
}

#[cfg(test)]
mod tests {
    use super::*;

    mod fuzz;

    #[test]
    fn a_report_tells_what_the_receiver_got() {
        let report = br#"{"end": {"sum_sent": {"bits_per_second": 9e9}, "sum_received": {"bits_per_second": 8e9}}}"#;
        assert_eq!(received(report), Ok(1e9));
    }

    #[test]
    fn a_report_of_a_failure_is_one() {
        let said = received(br#"{"error": "unable to connect"}"#).unwrap_err().to_string();
        assert_eq!(said, "iperf3: unable to connect");
        assert!(received(b"").is_err());
        assert!(received(br#"{"end": {"sum_received": {"bits_per_second": 0}}}"#).is_err());
    }
}
