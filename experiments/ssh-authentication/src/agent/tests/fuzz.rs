//! Whatever the kernel says of a process's time is a time or nothing.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const PIECES: [&[u8]; 8] = [b" ", b"\n", b"-", b".5", b"e400", b"inf", b"nan", b"18446744073709551615"];

proptest! {
    #[test]
    fn times_that_are_nearly_right_are_times_or_nothing(
        schedstat in mutated(vec![b"2500000000 17 3\n".to_vec()], PIECES.to_vec()),
    ) {
        let seconds = in_time(|| cpu_seconds_in(&String::from_utf8_lossy(&schedstat)));
        prop_assert!(seconds.is_none_or(|seconds| seconds.is_finite() && seconds > 0.0), "{:?}", seconds);
    }
}
