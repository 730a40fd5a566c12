//! Where connections are made: a listener, and the address that leads to it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use sockets::{Kind, Listener, Options, Socket};

use crate::transport::Transport;

/// The address of a listener.
#[derive(Debug, Clone)]
pub(crate) enum Address {
    Tcp(SocketAddr),
    Unix(Kind, PathBuf),
}

/// A listener and its address.
pub(crate) struct Door {
    pub listener: Listener,
    pub address: Address,
    pub options: Options,
}

impl Door {
    /// Opens one, a Unix socket's in this folder; `None` for a transport that has nothing to connect to.
    pub(crate) fn open(transport: Transport, folder: &Path) -> io::Result<Option<Self>> {
        let options = transport.options();
        let Some(kind) = transport.kind() else { return Ok(None) };
        if kind == Kind::Tcp {
            let listener = Listener::tcp(fresh_address(), &options)?;
            let address = Address::Tcp(listener.address().expect("a TCP listener has an address"));
            return Ok(Some(Self { listener, address, options }));
        }
        let path = folder.join(format!("socket-{}", next_number()));
        let listener = Listener::unix(kind, &path, &options)?;
        Ok(Some(Self { listener, address: Address::Unix(kind, path), options }))
    }
}

impl Address {
    pub(crate) fn connect(&self, options: &Options) -> io::Result<Socket> {
        match self {
            Self::Tcp(address) => Socket::connect_tcp(*address, options),
            Self::Unix(kind, path) => Socket::connect_unix(*kind, path, options),
        }
    }
}

/// Another address of the loopback interface each time: TCP remembers the connections that are closed for a minute, and the
/// next turn's would have to find their way between them.
fn fresh_address() -> Ipv4Addr {
    // 127.0.0.2 and up; there are 16 million.
    Ipv4Addr::from_bits(Ipv4Addr::LOCALHOST.to_bits() + 1 + next_number() % 0xFF_0000)
}

/// Counts the doors of this process.
fn next_number() -> u32 {
    static DOORS: AtomicU32 = AtomicU32::new(0);
    DOORS.fetch_add(1, Ordering::Relaxed)
}
