//! Whatever is named is a host with a port, or refused.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const PIECES: [&[u8]; 7] = [b":", b"0", b"-1", b"65536", b"[", b" ", b"\xff"];

proptest! {
    #[test]
    fn names_that_are_nearly_right_have_a_host_and_a_port_or_are_refused(
        name in mutated(vec![b"localhost:7117".to_vec(), b"[::1]:1".to_vec()], PIECES.to_vec()),
    ) {
        let name = String::from_utf8_lossy(&name);
        if let Ok(taken) = in_time(|| parse_name(&name)) {
            prop_assert_eq!(&taken, &name);
            let (host, port) = taken.rsplit_once(':').unwrap();
            prop_assert!(!host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0), "{}", name);
        }
    }
}
