//! The other end: a process of its own, so that it can be killed and stopped.

use std::io::{self, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::thread;

use clap::{Args, ValueEnum};
use dead_connections_model::GrpcKeepalive;
use harness::Failure;
use rustix::net::sockopt;
use rustix::process::{Pid, Signal, kill_process};

use supervisor::{bound_to_us, this_program};

use crate::{grpc, grpcio};

/// What the peer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Manner {
    /// It answers the first bytes, down to one of value 1, and reads all others.
    Reads,
    /// It answers them and leaves the others unread.
    LeavesUnread,
    /// It reads all, and its connection ends without a word: RST instead of FIN.
    EndsAbruptly,
    /// It serves gRPC.
    Grpc,
    /// gRPC's own server does.
    Grpcio,
}

/// The peer's command line.
#[derive(Debug, Args)]
pub(crate) struct PeerOptions {
    address: IpAddr,
    #[arg(value_enum)]
    manner: Manner,
}

/// The peer as the experiment sees it; killed when dropped.
pub(crate) struct Peer {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Peer {
    /// Starts one in the namespace that this thread is in, and waits until it listens. It ends with this thread. Of gRPC's own
    /// servers, one permits as many pings as `grpc` says.
    pub(crate) fn start(address: IpAddr, manner: Manner, grpc: Option<GrpcKeepalive>) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::system("cannot start the peer", error);
        let mut child = match manner {
            Manner::Grpcio => grpcio::server(address, grpc)?,
            _ => Self::of_this_program(address, manner)?,
        };
        let mut said = BufReader::new(child.stdout.take().expect("it is piped"));
        let address = harness::line(&mut said).map_err(failed).and_then(|line| {
            line.parse().map_err(|_| Failure::program("the peer", format_args!("it said {line:?}, and no address")))
        });
        match address {
            Ok(address) => Ok(Self { child, address }),
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }

    fn of_this_program(address: IpAddr, manner: Manner) -> Result<Child, Failure> {
        let manner = manner.to_possible_value().expect("no manner is hidden");
        let mut command = bound_to_us(&[this_program()?])?;
        command.args(["peer", &address.to_string(), manner.get_name()]).stdout(Stdio::piped());
        command.spawn().map_err(|error| Failure::system("cannot start the peer", error))
    }

    /// SIGKILL.
    pub(crate) fn kill(&self) {
        self.signal(Signal::KILL);
    }

    /// SIGSTOP: it hangs, and its kernel goes on.
    pub(crate) fn stop(&self) {
        self.signal(Signal::STOP);
    }

    fn signal(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        // It may have ended by itself.
        let _ = kill_process(id, signal);
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the peer's process does.
pub(crate) fn be(options: &PeerOptions) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::system("the peer failed", error);
    if options.manner == Manner::Grpc {
        return grpc::serve(options.address, say);
    }
    let listener = TcpListener::bind((options.address, 0)).map_err(failed)?;
    say(listener.local_addr().map_err(failed)?).map_err(failed)?;
    let (stream, _) = listener.accept().map_err(failed)?;
    attend(stream, options.manner).map_err(failed)?;
    // The process is ended from outside.
    loop {
        thread::park();
    }
}

/// Tells the experiment where it listens.
fn say(address: SocketAddr) -> io::Result<()> {
    let mut stdout = io::stdout();
    writeln!(stdout, "{address}")?;
    stdout.flush()
}

fn attend(mut stream: TcpStream, manner: Manner) -> io::Result<()> {
    if manner == Manner::EndsAbruptly {
        sockopt::set_socket_linger(&stream, Some(std::time::Duration::ZERO))?;
    }
    loop {
        let mut left = [0];
        stream.read_exact(&mut left)?;
        stream.write_all(&left)?;
        if left == [1] {
            break;
        }
    }
    if manner != Manner::LeavesUnread {
        // Until we end the connection, in whatever way.
        let _ = io::copy(&mut stream, &mut io::sink());
    }
    // Kept open until the process ends.
    std::mem::forget(stream);
    Ok(())
}
