//! A connection whose loss the kernel notices, by the crate socket2: the standard library can't set these options.

// begin
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use socket2::{Domain, Protocol, Socket, TcpKeepalive, Type};

const IDLE: Duration = Duration::from_secs(15);
const INTERVAL: Duration = Duration::from_secs(15);
const PROBES: u32 = 5;
const USER_TIMEOUT: Duration = Duration::from_millis(90_000);

/// Before or after connecting. `SockRef::from(&stream)` makes one
/// of any other socket.
pub fn notice_a_lost_peer(socket: &Socket) -> io::Result<()> {
    let keepalive = TcpKeepalive::new()
        // Turns SO_KEEPALIVE on, too.
        .with_time(IDLE)
        .with_interval(INTERVAL)
        .with_retries(PROBES);
    socket.set_tcp_keepalive(&keepalive)?;
    socket.set_tcp_user_timeout(Some(USER_TIMEOUT))
}
// end

/// Connects with the options set before, so that the user timeout bounds that too.
pub fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    notice_a_lost_peer(&socket)?;
    socket.connect(&address.into())?;
    Ok(socket.into())
}
