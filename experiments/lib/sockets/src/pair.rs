//! Two connected ends.

use std::io;
use std::net::Ipv4Addr;
use std::panic;
use std::thread;

use harness::Failure;
use namespaces::{PEER_ADDRESS, Pair};
use rustix::net::{SocketFlags, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};

use crate::{Kind, Listener, Options, Socket};

/// Two connected ends on this machine: TCP over the loopback interface, Unix as `socketpair` makes them.
pub fn pair(kind: Kind, options: &Options) -> io::Result<(Socket, Socket)> {
    if kind == Kind::Tcp {
        let listener = Listener::tcp(Ipv4Addr::LOCALHOST, options)?;
        let ours = listener.connect()?;
        return Ok((ours, listener.accept()?));
    }
    let (ours, theirs) = socketpair(kind.family(), kind.socket_type(), SocketFlags::CLOEXEC, None)?;
    for end in [&ours, &theirs] {
        options.set_before(kind, end)?;
        options.set_after(kind, end)?;
    }
    Ok((ours.into(), theirs.into()))
}

/// Two ends of a TCP connection from our namespace (the first) to the peer's (the second).
pub fn pair_between(namespaces: &Pair, options: &Options) -> Result<(Socket, Socket), Failure> {
    let failed = |error: io::Error| Failure::system("cannot connect two namespaces", error);
    // A thread of its own: it cannot come back from a namespace.
    thread::scope(|scope| {
        let there = scope.spawn(|| {
            namespaces.enter_peers()?;
            let listener = Listener::tcp(PEER_ADDRESS, options).map_err(failed)?;
            namespaces.enter_ours()?;
            let ours = listener.connect().map_err(failed)?;
            Ok((ours, listener.accept().map_err(failed)?))
        });
        there.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
    })
}

/// A pipe: the end to read from, and the end to write to.
pub fn pipe() -> io::Result<(Socket, Socket)> {
    let (read, write) = pipe_with(PipeFlags::CLOEXEC)?;
    Ok((Socket::of_pipe(read), Socket::of_pipe(write)))
}
