//! A TCP segment as it was on the wire.

use std::net::SocketAddrV4;

use etherparse::{IpNumber, Ipv4HeaderSlice, TcpHeaderSlice};

/// What the headers say, and whether the data begins with a PING of HTTP/2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    pub source: SocketAddrV4,
    pub destination: SocketAddrV4,
    pub sequence: u32,
    pub acknowledged: u32,
    pub flags: Flags,
    /// The window in the header, not scaled. Zero is zero either way.
    pub window: u16,
    /// Bytes of data.
    pub length: u32,
    pub ping: Option<Ping>,
}

/// The flags of TCP that decide what a segment is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags {
    pub fin: bool,
    pub syn: bool,
    pub reset: bool,
    /// Whether the acknowledged number means anything.
    pub acknowledges: bool,
}

/// HTTP/2's PING (RFC 9113, section 6.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ping {
    Asks,
    Answers,
}

/// Reads an IPv4 packet that holds a TCP segment, or as much of its beginning as was recorded; `None` if it is anything
/// else, a later fragment, or not even its headers are there.
pub(crate) fn parse(packet: &[u8]) -> Option<Segment> {
    let ip = Ipv4HeaderSlice::from_slice(packet).ok()?;
    if ip.protocol() != IpNumber::TCP || ip.fragments_offset().value() > 0 {
        return None;
    }
    let (_, tcp) = packet.split_at(ip.slice().len());
    let tcp = TcpHeaderSlice::from_slice(tcp).ok()?;
    let header_bytes = ip.slice().len() + tcp.slice().len();
    let length = usize::from(ip.total_len()).checked_sub(header_bytes)?;
    let data = &packet[header_bytes..];
    Some(Segment {
        source: SocketAddrV4::new(ip.source_addr(), tcp.source_port()),
        destination: SocketAddrV4::new(ip.destination_addr(), tcp.destination_port()),
        sequence: tcp.sequence_number(),
        acknowledged: tcp.acknowledgment_number(),
        flags: Flags { fin: tcp.fin(), syn: tcp.syn(), reset: tcp.rst(), acknowledges: tcp.ack() },
        window: tcp.window_size(),
        length: u32::try_from(length).ok()?,
        // Link layers pad short packets: what is beyond the length is no data.
        ping: ping(&data[..data.len().min(length)]),
    })
}

/// Whether data begins with the header of a PING frame: a length of 8, type 6, and stream 0.
fn ping(data: &[u8]) -> Option<Ping> {
    const ACKNOWLEDGES: u8 = 1;
    match data {
        [0, 0, 8, 6, flags, 0, 0, 0, 0, ..] if flags & ACKNOWLEDGES > 0 => Some(Ping::Answers),
        [0, 0, 8, 6, _, 0, 0, 0, 0, ..] => Some(Ping::Asks),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// A packet of options of either header, and data.
    fn packet(ip_options: &[u8], tcp_options: &[u8], data: &[u8]) -> Vec<u8> {
        let (ip_words, tcp_words) = (5 + ip_options.len() / 4, 5 + tcp_options.len() / 4);
        let total = (4 * (ip_words + tcp_words) + data.len()) as u16;
        let mut packet = vec![0x40 | ip_words as u8, 0];
        packet.extend(total.to_be_bytes());
        // Identification, "don't fragment", time to live, protocol, checksum.
        packet.extend([0, 1, 0x40, 0, 64, IpNumber::TCP.0, 0, 0]);
        packet.extend([10, 88, 0, 1, 10, 88, 0, 2]);
        packet.extend(ip_options);
        packet.extend(4711_u16.to_be_bytes());
        packet.extend(80_u16.to_be_bytes());
        packet.extend(0x0102_0304_u32.to_be_bytes());
        packet.extend(0xfffe_fdfc_u32.to_be_bytes());
        packet.extend([(tcp_words as u8) << 4, 0x10, 0x12, 0x34, 0, 0, 0, 0]);
        packet.extend(tcp_options);
        packet.extend(data);
        packet
    }

    #[test]
    fn a_segment_is_read_field_by_field() {
        let expected = Segment {
            source: SocketAddrV4::new(Ipv4Addr::new(10, 88, 0, 1), 4711),
            destination: SocketAddrV4::new(Ipv4Addr::new(10, 88, 0, 2), 80),
            sequence: 0x0102_0304,
            acknowledged: 0xfffe_fdfc,
            flags: Flags { acknowledges: true, ..Flags::default() },
            window: 0x1234,
            length: 3,
            ping: None,
        };
        assert_eq!(parse(&packet(&[], &[], &[1, 2, 3])), Some(expected));
        assert_eq!(parse(&packet(&[1; 8], &[1; 12], &[1, 2, 3])), Some(expected));
    }

    #[test]
    fn flags_are_told_apart() {
        let with = |bits: u8| {
            let mut packet = packet(&[], &[], &[]);
            packet[33] = bits;
            parse(&packet).unwrap().flags
        };
        assert_eq!(with(0x01), Flags { fin: true, ..Flags::default() });
        assert_eq!(with(0x02), Flags { syn: true, ..Flags::default() });
        assert_eq!(with(0x04), Flags { reset: true, ..Flags::default() });
        assert_eq!(with(0x10), Flags { acknowledges: true, ..Flags::default() });
        assert_eq!(with(0xe8), Flags::default());
    }

    #[test]
    fn what_the_link_layer_pads_is_no_data() {
        let mut padded = packet(&[], &[], &[]);
        padded.extend([0, 0, 8, 6, 0, 0, 0, 0, 0]);
        let segment = parse(&padded).unwrap();
        assert_eq!((segment.length, segment.ping), (0, None));
    }

    #[test]
    fn a_segment_whose_data_was_cut_off_keeps_its_length() {
        let whole = packet(&[], &[1; 12], &[7; 1000]);
        assert_eq!(parse(&whole[..60]).unwrap().length, 1000);
        assert_eq!(parse(&whole[..52]).unwrap().length, 1000);
    }

    #[test]
    fn a_ping_of_http_2_and_its_answer_are_recognised() {
        let of = |data: &[u8]| parse(&packet(&[], &[1; 12], data)).unwrap().ping;
        let frame = |kind, flags, stream| [0, 0, 8, kind, flags, 0, 0, 0, stream, 1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(of(&frame(6, 0, 0)), Some(Ping::Asks));
        assert_eq!(of(&frame(6, 1, 0)), Some(Ping::Answers));
        assert_eq!(of(&frame(0, 0, 0)), None);
        assert_eq!(of(&frame(6, 0, 1)), None);
        assert_eq!(of(&frame(6, 0, 0)[..8]), None);
    }

    #[test]
    fn other_packets_are_none_of_ours() {
        let changed = |at: usize, to: u8| {
            let mut packet = packet(&[], &[], &[1]);
            packet[at] = to;
            parse(&packet)
        };
        assert!(changed(1, 0).is_some());
        assert_eq!(changed(0, 0x65), None, "version 6");
        assert_eq!(changed(9, 17), None, "UDP");
        assert_eq!(changed(7, 1), None, "a later fragment");
        assert_eq!(changed(32, 0x40), None, "a TCP header of 16 bytes");
        assert_eq!(changed(3, 39), None, "shorter than its headers");
        assert_eq!(parse(&[]), None);
        // A header of 16 bytes, with a TCP header of 20 after it.
        let mut short = packet(&[], &[], &[1]);
        (short[0], short[28]) = (0x44, 0x50);
        assert_eq!(parse(&short), None);
    }

    #[test]
    fn a_packet_cut_within_its_headers_is_no_segment() {
        let whole = packet(&[1; 4], &[], &[]);
        for length in 0..whole.len() {
            assert_eq!(parse(&whole[..length]), None, "{length}");
        }
        assert!(parse(&whole).is_some());
    }

    proptest! {
        #[test]
        fn nothing_on_the_wire_makes_it_panic(bytes in vec(any::<u8>(), 0..200)) {
            parse(&bytes);
        }

        #[test]
        fn nor_does_a_damaged_segment(damage in vec((0..80_usize, any::<u8>()), 1..6), cut in 0..81_usize) {
            let mut packet = packet(&[1; 4], &[1; 8], &[9; 28]);
            for (at, to) in damage {
                packet[at] = to;
            }
            if let Some(segment) = parse(&packet[..cut]) {
                prop_assert!(segment.length <= u32::from(u16::MAX));
            }
        }
    }
}
