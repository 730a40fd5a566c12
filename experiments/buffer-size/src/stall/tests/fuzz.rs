//! Whatever a thread is called, it is told whether it waits.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const PIECES: [&[u8]; 5] = [b" ", b")", b") S", b"\n", b"\xff"];

proptest! {
    #[test]
    fn a_thread_waits_whatever_it_is_called(
        name in any::<String>(),
        stat in mutated(vec![b"7 (a) S 5 6 0\n".to_vec()], PIECES.to_vec()),
    ) {
        prop_assert_eq!(in_time(|| is_awake_in(&format!("7 ({name}) S 5 6 0\n"))), Some(false));
        prop_assert_eq!(in_time(|| is_awake_in(&format!("7 ({name}) R 5 6 0\n"))), Some(true));
        let stat = String::from_utf8_lossy(&stat);
        prop_assert_eq!(in_time(|| is_awake_in(&stat)).is_some(), stat.contains(')'));
    }
}
