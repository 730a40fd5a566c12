use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use proptest::prelude::*;

use crate::inflate::inflate;

/// A stream of a library that makes anything of what is compressed, where it makes so many bytes.
fn library(compressed: &[u8], size: usize) -> Option<Vec<u8>> {
    decompress_to_vec_with_limit(compressed, size).ok().filter(|made| made.len() == size)
}

#[test]
fn the_shortest_streams_are_read() {
    // A block with fixed codes and nothing in it, and a stored one.
    assert_eq!(inflate(&[0x03, 0x00], 0), Some(Vec::new()));
    assert_eq!(inflate(&[0x01, 2, 0, 0xfd, 0xff, b'h', b'i'], 2), Some(b"hi".to_vec()));
    // `a`, and it again 258 times by one length and distance: "a" * 259 as zlib writes it.
    assert_eq!(inflate(&[0x4b, 0x1c, 0x05, 0x00], 259), Some(vec![b'a'; 259]));
}

#[test]
fn what_is_no_stream_makes_nothing() {
    for (compressed, why) in [
        (&[][..], "nothing"),
        (&[0x07, 0x00], "a kind of block that there is none of"),
        (&[0x01, 2, 0, 0xfd, 0xfe, b'h', b'i'], "a length that is not what it says again"),
        (&[0x01, 2, 0, 0xfd, 0xff, b'h'], "a stored block that ends before"),
        (&[0x03, 0x02], "a distance before the start"),
        (&[0x4b], "an end within a code"),
        (&[0xfd, 0xff, 0xff], "more codes than there are"),
    ] {
        assert_eq!(inflate(compressed, 2), None, "{why}");
    }
    let compressed = compress_to_vec(b"one, two, one, two, one, two", 9);
    assert!(inflate(&compressed, 28).is_some());
    assert_eq!((inflate(&compressed, 27), inflate(&compressed, 29)), (None, None));
}

/// Bytes that repeat themselves near and far.
fn repetitive() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..300),
        (any::<u8>(), 0..600_usize).prop_map(|(byte, times)| vec![byte; times]),
        "[ab ]{0,400}".prop_map(String::into_bytes),
    ];
    let pieces = proptest::collection::vec(piece, 1..6);
    (pieces, 1..40_usize).prop_map(|(pieces, times)| pieces.concat().repeat(times))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_was_compressed_is_what_comes_out(content in repetitive(), level in 0..=10_u8) {
        prop_assert_eq!(inflate(&compress_to_vec(&content, level), content.len()), Some(content));
    }

    #[test]
    fn fuzz_of_what_is_damaged_the_same_is_made_as_by_a_library(
        content in "[a-e<>/ ]{0,600}",
        level in 0..=9_u8,
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut compressed = compress_to_vec(content.as_bytes(), level);
        for (index, byte) in damage {
            let at = index.index(compressed.len());
            compressed[at] = byte;
        }
        prop_assert_eq!(inflate(&compressed, content.len()), library(&compressed, content.len()));
    }

    #[test]
    fn fuzz_any_bytes_make_the_same_as_by_a_library(bytes in proptest::collection::vec(any::<u8>(), 0..200), size in 0..300_usize) {
        prop_assert_eq!(inflate(&bytes, size), library(&bytes, size));
    }
}
