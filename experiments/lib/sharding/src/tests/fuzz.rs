use fuzzing::{bounded, mutated};

use super::*;

/// Parts, and what is nearly one.
fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = ["1/1", "1/3", "3/3", "300/400"].map(|text| part(text, 1).into_bytes()).into();
    texts.push(b"{}".to_vec());
    texts
}

const PIECES: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\"",
    b"null",
    b"-1",
    b"1e9",
    b"18446744073709551615",
    b"18446744073709551616",
    b"\"part\"",
    b"\"parts\"",
    b"\"thrown\"",
    b"\"6 sides\"",
    b"\"outcomes\"",
    b"\"points\"",
    b"\xff",
    b"0",
];

proptest! {
    #[test]
    fn fuzz_parts_are_read_or_refused(bytes in mutated(texts(), PIECES.to_vec())) {
        // A part's plan, which may have 10,000 parts, takes a fixed amount of memory.
        let read = bounded(&bytes, 4 << 20, 200, || parse::<Dice>(Path::new("part"), &bytes));
        match read {
            Ok(part) => {
                // What is taken for a part has all its repetitions.
                let conditions = Dice::conditions(part.provenance.profile);
                for (counts, repetitions) in part.counts.iter().zip(plan::repetitions_of(&conditions, part.shard)) {
                    prop_assert_eq!(counts.total("thrown"), Some(2 * repetitions));
                }
            }
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }
}
