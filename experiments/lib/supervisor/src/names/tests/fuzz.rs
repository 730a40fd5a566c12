//! Whatever a folder or a namespace is called, it is ours or nobody's.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const PIECES: [&[u8]; 7] = [b"-", b"--", b"0", b"+", b"4294967296", b"18446744073709551616", b"\xc3\xa9"];

proptest! {
    #[test]
    fn names_that_are_nearly_ours_have_a_maker_or_none(
        name in mutated(vec![b"some-experiment-4711-123456-3a".to_vec()], PIECES.to_vec()),
    ) {
        let name = String::from_utf8_lossy(&name);
        if let Some(Maker { process, start }) = in_time(|| Maker::of("some-experiment", &name)) {
            let rest = name.strip_prefix("some-experiment-").unwrap().replace('+', "");
            let numbers: Vec<u64> = rest.split('-').take(2).map(|part| part.parse().unwrap()).collect();
            prop_assert_eq!(numbers, [u64::from(process), start]);
        }
    }
}
