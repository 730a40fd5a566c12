//! The parser against an independent one, the search against a closed form, and both against what PostgreSQL documents.

use proptest::prelude::*;

use super::difference::{Verdict, parting, verdict};
use super::hstore::{Action, Pair, ParseError, Parser, Part, Side, State, parse};
use super::search::{Place, broken, encoded_with, scalar_values, verdicts_on};
use super::*;

mod all_of_unicode;
mod fuzz;
mod parser;
mod sets;

/// All steps of a parser, and the parser after the last.
fn run(text: &[u8], spaces: ByteSet) -> (Vec<hstore::Step>, Parser<'_>) {
    let mut parser = Parser::new(text, spaces);
    let steps = std::iter::from_fn(|| parser.step()).collect();
    (steps, parser)
}

/// Texts that look like hstore, broken and whole: its marks, spaces, characters that macOS tears apart, and some bytes at random.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(vec![
        "=>", "=", ">", ",", "\"", "\\", " ", "\t", "\u{B}", "a", "NULL", "null", "à", "ą", "兠", "\u{85}", "\u{A0}",
        "日本", "😀", "\0",
    ]);
    let piece = prop_oneof![
        9 => pieces.prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn byte_sets() -> impl Strategy<Value = ByteSet> {
    prop_oneof![
        Just(ASCII_SPACES),
        Just(MACOS_UTF8_SPACES),
        prop::collection::vec(any::<u8>(), 0..16).prop_map(|bytes| bytes.into_iter().collect()),
    ]
}
