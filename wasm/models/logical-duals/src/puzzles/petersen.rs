//! Petersen's graph, coloured vertex by vertex so that no two neighbours have the same colour.

use crate::State;

/// How many vertices it has.
pub(crate) const VERTICES: u32 = 10;
/// Bits of a vertex's colour.
const BITS: u32 = 3;

/// The 15 edges: a cycle of five outside, five spokes, and a star of five inside.
pub(crate) fn edges() -> impl Iterator<Item = (u32, u32)> {
    (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)])
}

/// The colour of each vertex, from 1 on; 0 where it has none yet.
pub(crate) fn colours(state: State) -> Vec<u32> {
    (0..VERTICES).map(|vertex| colour(state, vertex)).collect()
}

fn colour(state: State, vertex: u32) -> u32 {
    (state >> (BITS * vertex) & 0b111) as u32
}

/// True if every vertex has a colour.
pub(crate) fn is_complete(state: State) -> bool {
    colour(state, VERTICES - 1) != 0
}

/// Gives the next vertex the colour `action` + 1.
pub(crate) fn step(from: State, action: u32) -> Option<State> {
    let vertex = (0..VERTICES).find(|vertex| colour(from, *vertex) == 0)?;
    let given = action + 1;
    let clashes = edges().any(|(one, other)| {
        one == vertex && colour(from, other) == given || other == vertex && colour(from, one) == given
    });
    (!clashes).then_some(from | u64::from(given) << (BITS * vertex))
}
