//! Whatever comes over the socket is a message or an error, within bounds.

use fuzzing::{bounded, mutated};
use proptest::prelude::*;

use super::*;

const PIECES: [&[u8]; 7] = [b"4:null", b":", b"[", b"67108864:", b"99999999:", b"\"", b"-1:"];

proptest! {
    #[test]
    fn bytes_that_are_nearly_messages_take_bounded_time_and_memory(
        bytes in mutated(vec![b"24:[1,1,null,{\"value\":[1]}]".to_vec(), b"4:null".to_vec()], PIECES.to_vec()),
    ) {
        let _ = bounded(&bytes, 64 << 10, 256, || message(&mut &bytes[..]));
    }
}
