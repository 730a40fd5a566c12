//! Inputs that are nearly right: valid ones, with some mutations.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The most times that a part is repeated.
const REPEATS: usize = 64;

/// A change at a place.
#[derive(Debug, Clone)]
enum Change {
    Put(u8),
    Insert(Vec<u8>),
    Remove(usize),
    /// So many bytes, so many times more.
    Repeat(usize, usize),
    Cut,
}

/// One of `valid` with up to six changes, some of which insert one of `pieces`, such as a separator.
///
/// `PROPTEST_CASES` says how many a test draws.
pub fn mutated(valid: Vec<Vec<u8>>, pieces: Vec<&'static [u8]>) -> impl Strategy<Value = Vec<u8>> {
    let change = prop_oneof![
        3 => any::<u8>().prop_map(Change::Put),
        1 => vec(any::<u8>(), 1..9).prop_map(Change::Insert),
        4 => select(pieces).prop_map(|piece| Change::Insert(piece.to_vec())),
        3 => (1..20_usize).prop_map(Change::Remove),
        1 => (1..40_usize, 1..REPEATS).prop_map(|(bytes, times)| Change::Repeat(bytes, times)),
        1 => Just(Change::Cut),
    ];
    (select(valid), vec((any::<Index>(), change), 0..7)).prop_map(|(mut bytes, changes)| {
        for (place, change) in changes {
            apply(&mut bytes, place, change);
        }
        bytes
    })
}

fn apply(bytes: &mut Vec<u8>, place: Index, change: Change) {
    let at = place.index(bytes.len() + 1);
    let end = |length: usize| bytes.len().min(at + length);
    match change {
        Change::Put(byte) => {
            if let Some(there) = bytes.get_mut(at) {
                *there = byte;
            }
        }
        Change::Insert(piece) => drop(bytes.splice(at..at, piece)),
        Change::Remove(length) => drop(bytes.drain(at..end(length))),
        Change::Repeat(length, times) => {
            let more = bytes[at..end(length)].repeat(times);
            bytes.splice(at..at, more);
        }
        Change::Cut => bytes.truncate(at),
    }
}
