//! SEND + MORE = MONEY: a digit for each letter, no two the same, no number with a zero in front (Dudeney 1924).

use crate::State;

/// The letters in the order in which they get their digits: column by column from the right, so that a wrong one shows soon.
const ORDER: [char; 8] = ['D', 'E', 'Y', 'N', 'R', 'O', 'S', 'M'];
/// The letters in the order in which a reader meets them.
pub(crate) const LETTERS: [char; 8] = ['S', 'E', 'N', 'D', 'M', 'O', 'R', 'Y'];
/// The digits of the one solution, 9567 + 1085 = 10652, in the order of [`LETTERS`].
pub(crate) const SOLUTION: [u32; 8] = [9, 5, 6, 7, 1, 0, 8, 2];

/// The digit that stands for a letter without one.
pub(crate) const NONE: u32 = 15;

/// The digits given so far, a nibble each; above them, how many.
pub(crate) fn start() -> State {
    0
}

fn given(state: State) -> u32 {
    (state >> 32) as u32
}

fn digit(state: State, letter: char) -> u32 {
    let place = ORDER.iter().position(|known| *known == letter).unwrap_or_default() as u32;
    if place < given(state) { (state >> (4 * place) & 0xf) as u32 } else { NONE }
}

/// The digit of each letter, in the order of [`LETTERS`]; [`NONE`] where it has none yet.
pub(crate) fn digits(state: State) -> Vec<u32> {
    LETTERS.iter().map(|letter| digit(state, *letter)).collect()
}

pub(crate) fn is_complete(state: State) -> bool {
    given(state) == ORDER.len() as u32
}

/// Gives the next letter a digit, where the columns that are full add up.
pub(crate) fn step(from: State, action: u32) -> Option<State> {
    let place = given(from);
    if is_complete(from) || action > 9 || (0..place).any(|before| (from >> (4 * before) & 0xf) as u32 == action) {
        return None;
    }
    let to = (from & 0xffff_ffff) | u64::from(action) << (4 * place) | u64::from(place + 1) << 32;
    adds_up(to).then_some(to)
}

fn adds_up(state: State) -> bool {
    let of = |letter| digit(state, letter);
    let [units, tens, hundreds] = [of('D') + of('E'), of('N') + of('R'), of('E') + of('O')];
    let tens = tens + units / 10;
    let hundreds = hundreds + tens / 10;
    match given(state) {
        3 => units % 10 == of('Y'),
        5 => tens % 10 == of('E'),
        6 => hundreds % 10 == of('N'),
        7 => of('S') != 0,
        8 => of('M') != 0 && of('S') + of('M') + hundreds / 10 == 10 * of('M') + of('O'),
        _ => true,
    }
}
