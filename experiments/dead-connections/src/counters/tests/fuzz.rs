//! Whatever the kernel's tables say, they are read or refused.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const PIECES: [&[u8]; 10] =
    [b" ", b"\n", b"Tcp: ", b"OutSegs", b"18446744073709551615", b"-1", b":0050", b" 01 ", b"\xff", b"\0"];

proptest! {
    #[test]
    fn tables_that_are_nearly_right_are_read_or_refused(
        snmp in mutated(vec![SNMP.as_bytes().to_vec()], PIECES.to_vec()),
        tcp in mutated(vec![TCP.as_bytes().to_vec()], PIECES.to_vec()),
    ) {
        let (snmp, tcp) = (String::from_utf8_lossy(&snmp), String::from_utf8_lossy(&tcp));
        if in_time(|| segments_sent_in(&snmp)).is_some() {
            prop_assert!(snmp.matches("Tcp: ").count() > 1);
        }
        if in_time(|| is_established_in(&tcp, 80)) {
            prop_assert!(tcp.lines().skip(1).any(|line| line.contains(":0050") && line.contains("01")));
        }
    }
}
