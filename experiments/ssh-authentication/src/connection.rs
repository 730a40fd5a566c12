//! One connection of a real client with a real server, on loopback.

use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use harness::Failure;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::cases::Client;
use crate::place::{Place, UNBOUND};
use crate::process::{Ended, Line, Running, TIMEOUT};
use crate::programs::without_user;
use crate::trace::client::says_accepted;

/// How much the two ends say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Saying {
    /// Every message: for traces.
    Everything,
    /// The few lines that tell when authentication begins and ends: for times.
    Little,
}

/// A connection that has ended.
#[derive(Debug)]
pub(crate) struct Connection {
    /// When the client was started.
    pub started: Instant,
    /// What the client said when it was accepted, if it was.
    pub accepted: Option<Line>,
    pub client: Ended,
    pub server: Ended,
}

impl Connection {
    /// From the start of the client until it was accepted, in seconds.
    pub(crate) fn seconds(&self) -> Option<f64> {
        Some((self.accepted.as_ref()?.at - self.started).as_secs_f64())
    }

    /// From the server's word that authentication may begin until it accepted, in seconds.
    pub(crate) fn authentication_seconds(&self) -> Option<f64> {
        let begun = self.client.lines.iter().find(|line| line.text.contains("SSH2_MSG_SERVICE_ACCEPT received"))?;
        Some((self.accepted.as_ref()?.at - begun.at).as_secs_f64())
    }
}

/// Connects once; the client asks for no session, and ends as soon as it is accepted.
pub(crate) fn connect(place: &Place, client: &Client, saying: Saying) -> Result<Connection, Failure> {
    let started = Instant::now();
    let port = place.listener.local_addr().map_err(|error| Failure::system("cannot tell our port", error))?.port();
    let mut command = client_command(place, client, saying);
    let mut client = Running::start("ssh", command.args(["-p", &port.to_string()]))?;
    match accept(place, &client) {
        Ok(stream) => finish(started, client, start_server(place, stream, saying)?),
        Err(why) => {
            client.terminate();
            let said = client.finish().map(|ended| ended.lines).unwrap_or_default();
            let said = said.last().map_or_else(String::new, |line| format!(": {}", line.text));
            Err(Failure::program("ssh", format!("it does not connect ({why}){said}")))
        }
    }
}

/// The same over the two ends of a connection that exists.
pub(crate) fn connect_over(
    place: &Place,
    client: &Client,
    saying: Saying,
    (clients, servers): (TcpStream, TcpStream),
) -> Result<Connection, Failure> {
    let failed = |error: std::io::Error| Failure::system("cannot hand ssh its connection", error);
    let output = OwnedFd::from(clients.try_clone().map_err(failed)?);
    let started = Instant::now();
    let mut command = client_command(place, client, saying);
    // With a `-` for a program in between, ssh takes its input and output for the connection.
    command.args(["-o", "ProxyCommand=-"]).stdin(Stdio::from(OwnedFd::from(clients))).stdout(Stdio::from(output));
    let client = Running::start("ssh", &mut command)?;
    // Ours of its ends are closed: the connection is to end with the two programs.
    drop(command);
    finish(started, client, start_server(place, servers, saying)?)
}

fn finish(started: Instant, mut client: Running, server: Running) -> Result<Connection, Failure> {
    let accepted = client.wait_for_line(says_accepted)?;
    if accepted.is_some() {
        client.terminate();
    }
    Ok(Connection { started, accepted, client: client.finish()?, server: server.finish()? })
}

fn client_command(place: &Place, client: &Client, saying: Saying) -> Command {
    let folder = place.folder();
    let mut command = without_user(&place.programs.ssh, folder);
    command.arg("-F").arg(folder.join("ssh_config")).arg("-N");
    command.arg(if saying == Saying::Everything { "-vvv" } else { "-v" });
    command.args(["-o", &format!("User={}", client.user)]);
    let option = |name: &str, path: &Path| format!("{name}={}", path.display());
    if let Some(holder) = client.holder {
        command.args(["-o", &option("IdentityAgent", place.relay(holder).socket())]);
    }
    if client.is_unbound && place.knows_unbound {
        command.args(["-o", UNBOUND]);
    }
    for identity in &client.identities {
        command.arg("-i").arg(identity);
    }
    command.arg("127.0.0.1");
    command
}

/// Waits for the client to come.
fn accept(place: &Place, client: &Running) -> Result<TcpStream, String> {
    let pause = Timespec::try_from(Duration::from_millis(50)).expect("it fits");
    let started = Instant::now();
    while started.elapsed() < TIMEOUT {
        match poll(&mut [PollFd::new(&place.listener, PollFlags::IN)], Some(&pause)) {
            Ok(0) if client.has_ended() => return Err("it ended".to_owned()),
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return place.listener.accept().map(|(stream, _)| stream).map_err(|error| error.to_string()),
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(format!("nobody came within {} s", TIMEOUT.as_secs()))
}

/// A server for this connection alone, as inetd starts them.
fn start_server(place: &Place, stream: TcpStream, saying: Saying) -> Result<Running, Failure> {
    let failed = |error: std::io::Error| Failure::system("cannot hand sshd its connection", error);
    let output = OwnedFd::from(stream.try_clone().map_err(failed)?);
    let mut command = without_user(&place.programs.sshd, place.folder());
    command.args(["-i", "-e", "-f"]).arg(place.folder().join("sshd_config"));
    if saying == Saying::Everything {
        command.arg("-ddd");
    }
    // They are closed here with the command: the connection is to end with the two programs.
    command.stdin(Stdio::from(OwnedFd::from(stream))).stdout(Stdio::from(output));
    Running::start("sshd", &mut command)
}
