//! Whatever is on the wire is a segment of some length or none, and every conversation goes on.

use fuzzing::mutated;
use proptest::collection::vec;
use proptest::prelude::*;

use super::super::conversation::Conversation;
use super::super::segment::parse;
use super::*;

/// Segments of 20 bytes of IPv4 and 20 or 32 of TCP: one without data, one with options, one with a PING of HTTP/2.
fn packets() -> Vec<Vec<u8>> {
    let packet = |tcp_words: u8, flags: u8, data: &[u8]| {
        let total = 20 + 4 * tcp_words + data.len() as u8;
        let ip = [0x45, 0, 0, total, 0, 1, 0x40, 0, 64, 6, 0, 0, 10, 88, 0, 1, 10, 88, 0, 2];
        let tcp =
            [0x12, 0x67, 0, 80, 1, 2, 3, 4, 0xff, 0xfe, 0xfd, 0xfc, tcp_words << 4, flags, 0x12, 0x34, 0, 0, 0, 0];
        [&ip[..], &tcp, &vec![1; 4 * usize::from(tcp_words) - 20], data].concat()
    };
    vec![
        packet(5, 0x02, &[]),
        packet(8, 0x10, &[9; 28]),
        packet(8, 0x18, &[0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ]
}
const PIECES: [&[u8]; 6] = [b"\0", b"\xff", b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x45", b"\x06"];

proptest! {
    #[test]
    fn packets_that_are_nearly_right_make_no_conversation_stop(
        packets in vec((mutated(packets(), PIECES.to_vec()), any::<bool>()), 1..4),
    ) {
        let mut conversation = Conversation::default();
        for (packet, out) in packets {
            if let Some(segment) = parse(&packet) {
                prop_assert!(segment.length <= u32::from(u16::MAX));
                conversation.take(if out { Out } else { In }, &segment);
            }
        }
    }
}
