//! Whatever text is typed as hstore is read or refused, within bounds.

use proptest::prelude::*;

use super::super::ASCII_SPACES;
use super::super::MACOS_UTF8_SPACES;
use super::super::hstore::parse;
use fuzzing::{bounded, mutated};

const VALID: [&str; 4] = [
    "a=>1, b=>NULL",
    "\"a key\" => \"a \\\"quoted\\\" value\",\n\u{B}other=>  null , x=>\"\"",
    "à=>ą, 兠=>\u{85}",
    "a\\=b=>c\\,d,\"=>\"=>\"=>\"",
];
const PIECES: [&[u8]; 12] = [b"=>", b"=", b">", b",", b"\"", b"\\", b" ", b"\0", b"\x85", b"\xa0", b"NULL", b"a=>1,"];

/// Words and pairs are vectors of vectors: a key of one letter and an empty value take some hundred bytes.
fn read(text: &[u8]) {
    for spaces in [ASCII_SPACES, MACOS_UTF8_SPACES] {
        let pairs = bounded(text, 4 << 10, 128, || parse(text, spaces));
        if let Err(error) = pairs {
            assert!(error.offset() <= text.len());
        }
    }
}

proptest! {
    #[test]
    fn text_that_is_nearly_hstore_takes_bounded_time_and_memory(
        text in mutated(VALID.map(|text| text.as_bytes().to_vec()).to_vec(), PIECES.to_vec()),
    ) {
        read(&text);
    }
}

#[test]
fn long_text_takes_bounded_time_and_memory_whatever_it_repeats() {
    for piece in PIECES {
        read(&piece.repeat((1 << 16) / piece.len()));
    }
}
