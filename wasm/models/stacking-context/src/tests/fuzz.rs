//! Whatever stands in an address is read or refused, within bounds.

use proptest::prelude::*;

use super::*;
use crate::{CASES, MAX_BOXES, PUBLISHED};
use fuzzing::{bounded, mutated};

const PIECES: [&[u8]; 12] =
    [b"(", b")", b";", b".", b"b", b"z-1", b".z99999999999", b".abs", b"((((", b"a(b(c(", b"\xc3\xa9", b";b.filter"];

/// Some words of some boxes, whose names are short.
fn read(text: &[u8]) {
    let text = String::from_utf8_lossy(text);
    let tree = bounded(text.as_bytes(), 64 << 10, 64, || Tree::parse(&text));
    if let Ok(tree) = tree {
        let painting = bounded(text.as_bytes(), 64 << 10, 64, || tree.paint(Rules::default()));
        assert!(painting.order().len() == tree.boxes().len() && tree.boxes().len() <= MAX_BOXES);
    }
}

proptest! {
    #[test]
    fn text_that_is_nearly_a_tree_takes_bounded_time_and_memory(
        text in mutated(
            CASES.iter().map(|case| case.tree.as_bytes().to_vec()).chain([PUBLISHED.into()]).collect(),
            PIECES.to_vec(),
        ),
    ) {
        read(&text);
    }
}

#[test]
fn long_text_takes_bounded_time_and_memory_whatever_it_repeats() {
    for piece in PIECES {
        read(&piece.repeat((1 << 16) / piece.len()));
        read(&piece.repeat(1000 / piece.len()));
    }
}
