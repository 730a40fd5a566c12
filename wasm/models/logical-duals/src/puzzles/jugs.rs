//! Two jugs without marks, a tap and a drain: how to measure an amount (the "Die Hard" puzzle).

use crate::State;

/// The actions, in the order of the actions' numbers.
pub(crate) const ACTIONS: [&str; 6] = [
    "fill the large jug",
    "fill the small jug",
    "empty the large jug",
    "empty the small jug",
    "pour the large jug into the small one",
    "pour the small jug into the large one",
];

pub(crate) fn state(large: u32, small: u32) -> State {
    u64::from(large) << 8 | u64::from(small)
}

/// Litres in the large jug, and in the small one.
pub(crate) fn amounts(state: State) -> [u32; 2] {
    [(state >> 8) as u32, (state & 0xff) as u32]
}

/// The state after an action; some change nothing, such as filling a jug that is full.
pub(crate) fn step(capacities: [u32; 2], from: State, action: u32) -> Option<State> {
    let [large, small] = amounts(from);
    let [large_holds, small_holds] = capacities;
    Some(match action {
        0 => state(large_holds, small),
        1 => state(large, small_holds),
        2 => state(0, small),
        3 => state(large, 0),
        4 => {
            let poured = large.min(small_holds - small);
            state(large - poured, small + poured)
        }
        5 => {
            let poured = small.min(large_holds - large);
            state(large + poured, small - poured)
        }
        _ => return None,
    })
}
