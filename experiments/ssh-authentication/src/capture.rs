//! TCP segments of one connection, as the kernel saw them pass on the loopback interface of a network namespace.

use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::time::Instant;

use etherparse::{IpNumber, Ipv4HeaderSlice, TcpHeaderSlice};
use nix::sys::socket::{AddressFamily, SockFlag, SockProtocol, SockType, setsockopt, socket, sockopt};

use crate::stamped::StampedReader;
use crate::trace::From;

/// Room for the packets of a login, which are some hundred, each with a kilobyte of the kernel's own.
const BUFFER_BYTES: usize = 4 << 20;

/// A segment of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packet {
    /// When it left.
    pub at: Instant,
    pub from: From,
    /// Number of its first byte.
    pub sequence: u32,
    /// Number after the last byte that its sender has received.
    pub acknowledged: u32,
    /// Bytes of data.
    pub bytes: u32,
}

impl Packet {
    /// True if this segment acknowledges all data of another one, which the other end sent.
    pub(crate) fn acknowledges(&self, other: &Self) -> bool {
        let behind = self.acknowledged.wrapping_sub(other.sequence.wrapping_add(other.bytes));
        self.from != other.from && behind.cast_signed() >= 0
    }
}

/// A packet socket, which hears all that passes in its namespace. Needs CAP_NET_RAW there.
pub(crate) struct Capture(StampedReader);

impl Capture {
    /// Begins in the namespace of this thread.
    pub(crate) fn start() -> io::Result<Self> {
        let flags = SockFlag::SOCK_CLOEXEC | SockFlag::SOCK_NONBLOCK;
        let socket = socket(AddressFamily::Packet, SockType::Datagram, flags, SockProtocol::EthAll)?;
        setsockopt(&socket, sockopt::RcvBufForce, &BUFFER_BYTES)?;
        Ok(Self(StampedReader::of(socket)?))
    }

    /// What has passed between the client's socket and its peer, in order.
    pub(crate) fn finish(mut self, client_port: u16) -> io::Result<Vec<Packet>> {
        let mut packets: Vec<Packet> = Vec::new();
        loop {
            match self.0.next() {
                Ok(Some((bytes, at))) => {
                    let packet = parse(bytes, at, client_port);
                    // Loopback shows each twice: as it leaves and as it arrives.
                    let is_same =
                        |last: &Packet| packet.is_some_and(|packet| Packet { at: last.at, ..packet } == *last);
                    if !packets.last().is_some_and(is_same) {
                        packets.extend(packet);
                    }
                }
                Ok(None) => return Ok(stamped(packets)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(stamped(packets)),
                Err(error) => return Err(error),
            }
        }
    }
}

/// Packets with times of their own: the kernel begins to note times soon after it was asked to, and those that passed before have the
/// time at which they were read, after the last.
fn stamped(mut packets: Vec<Packet>) -> Vec<Packet> {
    let last = packets.last().map(|packet| packet.at);
    packets.retain(|packet| Some(packet.at) <= last);
    packets
}

/// The port of a socket's own end.
pub(crate) fn port(stream: &TcpStream) -> io::Result<u16> {
    stream.local_addr().map(|address| address.port())
}

/// Reads an IPv4 packet with a TCP segment; `None` for anything else.
fn parse(packet: &[u8], at: Instant, client_port: u16) -> Option<Packet> {
    let ip = Ipv4HeaderSlice::from_slice(packet).ok()?;
    if ip.protocol() != IpNumber::TCP {
        return None;
    }
    let tcp = TcpHeaderSlice::from_slice(&packet[ip.slice().len()..]).ok()?;
    let bytes = usize::from(ip.total_len()).checked_sub(ip.slice().len() + tcp.slice().len())?;
    let from = if tcp.source_port() == client_port { From::Client } else { From::Server };
    let (sequence, acknowledged) = (tcp.sequence_number(), tcp.acknowledgment_number());
    Some(Packet { at, from, sequence, acknowledged, bytes: u32::try_from(bytes).ok()? })
}
