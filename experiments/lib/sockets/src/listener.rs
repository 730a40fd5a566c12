//! A socket that takes connections.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, ioctl_fionbio, retry_on_intr};
use rustix::net::{
    SocketAddrAny, SocketAddrUnix, SocketFlags, accept_with, bind, connect, getsockname, listen, socket_with, sockopt,
};

use crate::{Kind, Options, Socket};

/// Connections that may wait to be accepted; Linux takes no more than `net.core.somaxconn`.
const WAITING: i32 = 4096;

/// A socket that takes connections with the same options; closed when dropped.
#[derive(Debug)]
pub struct Listener {
    socket: OwnedFd,
    kind: Kind,
    options: Options,
    address: SocketAddrAny,
    /// Flags of the sockets that it accepts.
    flags: SocketFlags,
}

impl Listener {
    /// Listens on a free TCP port of this address, in the network namespace that this thread is in.
    pub fn tcp(address: Ipv4Addr, options: &Options) -> io::Result<Self> {
        Self::tcp_at((address, 0).into(), options)
    }

    /// Listens at this TCP address.
    pub fn tcp_at(address: SocketAddr, options: &Options) -> io::Result<Self> {
        Self::bound(Kind::Tcp, &address.into(), options)
    }

    /// Listens at a path, where nothing may be yet. What is made there stays when this is dropped: let it lie in a folder
    /// that goes.
    pub fn unix(kind: Kind, path: &Path, options: &Options) -> io::Result<Self> {
        Self::bound(kind, &SocketAddrUnix::new(path)?.into(), options)
    }

    fn bound(kind: Kind, address: &SocketAddrAny, options: &Options) -> io::Result<Self> {
        let socket = socket_with(address.address_family(), kind.socket_type(), SocketFlags::CLOEXEC, None)?;
        if kind == Kind::Tcp {
            sockopt::set_socket_reuseaddr(&socket, true)?;
        }
        options.set_before(kind, &socket)?;
        bind(&socket, address)?;
        listen(&socket, WAITING)?;
        let address = getsockname(&socket)?;
        Ok(Self { socket, kind, options: options.clone(), address, flags: SocketFlags::CLOEXEC })
    }

    /// Address that it listens at; `None` for a Unix socket.
    pub fn address(&self) -> Option<SocketAddr> {
        SocketAddr::try_from(self.address.clone()).ok()
    }

    /// Connects to it, from the network namespace that this thread is in.
    pub fn connect(&self) -> io::Result<Socket> {
        connected(self.kind, &self.address, &self.options)
    }

    /// From now on [`Listener::accept`] waits for nobody, and the sockets that it accepts do as after [`Socket::spin`].
    pub fn spin(&mut self) -> io::Result<()> {
        ioctl_fionbio(&self.socket, true)?;
        self.flags |= SocketFlags::NONBLOCK;
        Ok(())
    }

    /// Takes one connection, waiting for it; after [`Listener::spin`], an error of the kind `WouldBlock` where nobody asks for one.
    pub fn accept(&self) -> io::Result<Socket> {
        let accepted = retry_on_intr(|| accept_with(&self.socket, self.flags))?;
        self.options.set_after(self.kind, &accepted)?;
        let accepted = Socket::from(accepted);
        if self.flags.contains(SocketFlags::NONBLOCK) {
            accepted.spin()?;
        }
        Ok(accepted)
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Socket {
    /// A TCP connection to this address.
    pub fn connect_tcp(address: SocketAddr, options: &Options) -> io::Result<Self> {
        connected(Kind::Tcp, &address.into(), options)
    }

    /// A connection to the Unix socket at this path.
    pub fn connect_unix(kind: Kind, path: &Path, options: &Options) -> io::Result<Self> {
        connected(kind, &SocketAddrUnix::new(path)?.into(), options)
    }
}

fn connected(kind: Kind, address: &SocketAddrAny, options: &Options) -> io::Result<Socket> {
    let socket = socket_with(address.address_family(), kind.socket_type(), SocketFlags::CLOEXEC, None)?;
    options.set_before(kind, &socket)?;
    match connect(&socket, address) {
        // A signal ends the call, not the connecting.
        Err(Errno::INTR) => wait_until_connected(&socket)?,
        outcome => outcome?,
    }
    options.set_after(kind, &socket)?;
    Ok(socket.into())
}

fn wait_until_connected(socket: &OwnedFd) -> io::Result<()> {
    retry_on_intr(|| poll(&mut [PollFd::new(socket, PollFlags::OUT)], None))?;
    Ok(sockopt::socket_error(socket)??)
}
