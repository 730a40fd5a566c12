//! What the kernel counts, in the namespace that this thread is in.

use procfs::net::{Snmp, TcpNetEntries, TcpNetEntry, TcpState};
use procfs::{FromRead, FromReadSI, current_system_info};

/// Segments that TCP sent, new and again, by the kernel's count (`Tcp: OutSegs`, which leaves out what is sent again,
/// and `RetransSegs`).
pub(crate) fn segments_sent() -> Option<u64> {
    let counted = <Snmp as FromRead>::from_file("/proc/thread-self/net/snmp").ok()?;
    counted.tcp_out_segs.checked_add(counted.tcp_retrans_segs)
}

/// Tells if any connection to this port is established.
pub(crate) fn is_established_to(port: u16) -> bool {
    any_established_to(port, |_| true)
}

/// Tells if the peer's kernel has yet to acknowledge anything on a connection to this port.
pub(crate) fn is_unacknowledged_to(port: u16) -> bool {
    any_established_to(port, |connection| connection.tx_queue > 0)
}

fn any_established_to(port: u16, is_wanted: impl Fn(&TcpNetEntry) -> bool) -> bool {
    let is_to = |it: &&TcpNetEntry| it.state == TcpState::Established && it.remote_address.port() == port;
    // gRPC's C core speaks IPv4 by sockets of IPv6.
    ["tcp", "tcp6"].iter().any(|family| {
        let file = format!("/proc/thread-self/net/{family}");
        let known = <TcpNetEntries as FromReadSI>::from_file(file, current_system_info());
        known.is_ok_and(|known| known.0.iter().filter(is_to).any(&is_wanted))
    })
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn a_connection_sends_segments_and_is_established_to_its_other_end_until_it_ends() {
        let before = segments_sent().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        assert!(!is_established_to(port), "it listens");
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        assert!(is_established_to(port) && segments_sent().unwrap() > before);
        assert!(!is_unacknowledged_to(port), "nothing was sent");
        drop((stream, listener));
        assert!(!is_established_to(port));
    }
}
