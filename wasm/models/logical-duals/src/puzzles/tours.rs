//! A tour through all cities and back, city by city.

use crate::State;
use crate::tour::{CITIES, Cities};

/// A bit for each city that was visited, above them the last one, and above that the length so far.
pub(crate) fn start() -> State {
    1
}

/// Set once the tour is back where it started.
const CLOSED: u64 = 1 << 15;

fn last(state: State) -> u32 {
    (state >> 10 & 0xf) as u32
}

pub(crate) fn length(state: State) -> u32 {
    (state >> 16) as u32
}

pub(crate) fn is_complete(state: State) -> bool {
    state & CLOSED != 0
}

/// The last city, and the length so far.
pub(crate) fn values(state: State) -> Vec<u32> {
    vec![last(state), length(state)]
}

/// Travels to a city: one that was not visited, or, after all others, the first.
pub(crate) fn step(cities: &Cities, at_most: u32, from: State, action: u32) -> Option<State> {
    let all = (1 << CITIES) - 1;
    let visited = from & all;
    let back = visited == all && action == 0;
    if is_complete(from) || action >= CITIES || visited >> action & 1 == 1 && !back {
        return None;
    }
    let length = length(from) + cities.distance(last(from), action);
    let to = visited | 1 << action | u64::from(action) << 10 | u64::from(length) << 16 | if back { CLOSED } else { 0 };
    (length <= at_most).then_some(to)
}
