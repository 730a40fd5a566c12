//! Socket options.

use std::io;
use std::os::fd::AsFd;

use nix::sys::socket::SetSockOpt;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with, sockopt};

use crate::Kind;
use crate::low_water::ReceiveLowWater;

/// Options of both ends of a connection; what is `None` or `false` stays as the system has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// `TCP_NODELAY`; without meaning for Unix sockets.
    pub no_delay: bool,
    /// `SO_RCVLOWAT`, in bytes: a reader is woken only when so many are there, or the stream has ended. A read over TCP that
    /// begins with some of its bytes there waits for so many more, even where it asks for fewer.
    pub receive_low_water: Option<usize>,
    /// `SO_SNDBUF`, in bytes, of which Linux doubles what is asked for, up to twice `net.core.wmem_max`.
    pub send_buffer: Option<usize>,
    /// `SO_RCVBUF`, in bytes, likewise with `net.core.rmem_max`. TCP then no longer adapts its buffer.
    pub receive_buffer: Option<usize>,
    /// `TCP_CONGESTION`, such as `cubic`; without meaning for Unix sockets.
    pub congestion_control: Option<String>,
}

impl Options {
    /// Sets what has to be set before a connection is made: an accepted one takes it over from its listener.
    pub(crate) fn set_before(&self, kind: Kind, socket: impl AsFd) -> io::Result<()> {
        if let Some(bytes) = self.send_buffer {
            sockopt::set_socket_send_buffer_size(&socket, bytes)?;
        }
        if let Some(bytes) = self.receive_buffer {
            sockopt::set_socket_recv_buffer_size(&socket, bytes)?;
        }
        match (&self.congestion_control, kind) {
            (Some(name), Kind::Tcp) => Ok(sockopt::set_tcp_congestion(&socket, name)?),
            _ => Ok(()),
        }
    }

    /// Sets what belongs to a connection that is there.
    pub(crate) fn set_after(&self, kind: Kind, socket: impl AsFd) -> io::Result<()> {
        if let Some(bytes) = self.receive_low_water {
            ReceiveLowWater.set(&socket, &bytes)?;
        }
        if self.no_delay && kind == Kind::Tcp {
            sockopt::set_tcp_nodelay(&socket, true)?;
        }
        Ok(())
    }
}

/// True if a TCP connection of this program may use this congestion control: the kernel has it and, without root, allows it.
pub fn congestion_control_works(name: &str) -> bool {
    socket_with(AddressFamily::INET, SocketType::STREAM, SocketFlags::CLOEXEC, None)
        .and_then(|socket| sockopt::set_tcp_congestion(&socket, name))
        .is_ok()
}
