//! Whatever the kernel says of a process's memory is a number of bytes or nothing.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const STATUS: &[u8] = b"Name:\tspeed\nState:\tR (running)\nVmPeak:\t  10000 kB\nVmHWM:\t    5120 kB\nThreads:\t1\n";
const PIECES: [&[u8]; 8] =
    [b" ", b"\n", b"VmHWM:", b"kB", b"-1", b"18014398509481984", b"18446744073709551615", b"\xff"];

proptest! {
    #[test]
    fn a_status_that_is_nearly_right_is_read_or_refused(status in mutated(vec![STATUS.to_vec()], PIECES.to_vec())) {
        let status = String::from_utf8_lossy(&status);
        if let Some(bytes) = in_time(|| most_memory_in(&status)) {
            prop_assert!(bytes % 1024 == 0 && status.contains(&(bytes / 1024).to_string()), "{}", bytes);
        }
    }
}
