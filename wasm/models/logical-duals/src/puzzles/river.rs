//! A farmer, a wolf, a goat and a cabbage cross a river in a boat for two. Alone on a bank the wolf eats the goat, and the
//! goat the cabbage.

use crate::State;

/// The actions, in the order of the actions' numbers: whom the farmer takes across.
pub(crate) const ACTIONS: [&str; 4] =
    ["cross alone", "take the wolf across", "take the goat across", "take the cabbage across"];

/// Their places in the bits of a state, where 1 is the far bank.
const FARMER: u32 = 0;
const WOLF: u32 = 1;
const GOAT: u32 = 2;
const CABBAGE: u32 = 3;

/// The bank of farmer, wolf, goat and cabbage: 1 for the far one.
pub(crate) fn banks(state: State) -> [u32; 4] {
    [FARMER, WOLF, GOAT, CABBAGE].map(|who| bank(state, who))
}

fn bank(state: State, who: u32) -> u32 {
    (state >> who & 1) as u32
}

/// Where the action can be done, and nobody is eaten after it.
pub(crate) fn step(goat_rides: bool, from: State, action: u32) -> Option<State> {
    let farmer = bank(from, FARMER);
    let taken = match action {
        0 => FARMER,
        1 => WOLF,
        2 if goat_rides => GOAT,
        3 => CABBAGE,
        _ => return None,
    };
    if bank(from, taken) != farmer {
        return None;
    }
    let to = from ^ (1 << FARMER) ^ if taken == FARMER { 0 } else { 1 << taken };
    let alone = |who| bank(to, who) != bank(to, FARMER);
    let eats = |eater, eaten| alone(eater) && alone(eaten);
    (!eats(WOLF, GOAT) && !eats(GOAT, CABBAGE)).then_some(to)
}
