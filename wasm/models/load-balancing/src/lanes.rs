//! Two choices, four repetitions at a time, where the processor has vectors of integers.
//!
//! Where an item goes depends on the items before it, but its two picks don't. So blocks of up to 64 items are picked for by vector
//! instructions ([`avx2`](super::avx2)) and placed by plain ones ([`put`]), and while one block is
//! picked for, the one before it is placed, item by item in the same loop: a processor that can do several things at once does both.
//!
//! Vector instructions step the generators of the four repetitions together and multiply the halves of their words by the bounds,
//! which gives the picks if no product has to be rejected. That is looked at once a block: the least lower half of all products says
//! it. If one is rejected, the block is picked for again, each repetition for itself and by the rule of [`Below::draw_two`].
//!
//! A pick is a number of 16 bits, and there is a load for every such number, used or not: then nothing needs to look whether it
//! lies within them.

use std::ops::Range;

use super::{Outcome, Placement, plain};
use random::{Below, state};

/// How many repetitions run together.
pub(super) const LANES: usize = 4;
/// How many items of each repetition are picked for before they are placed.
const BLOCK: usize = 64;

/// As many loads as there are picks: those of the four repetitions' servers, one repetition after the other.
pub(super) type Loads = [u32; 1 << u16::BITS];

/// The most servers whose loads have room there.
const MOST_SERVERS: u32 = (1 << u16::BITS) / LANES as u32;

/// The two picks of one item in each repetition: the second, which comes from the lower half of a word, and then the first.
pub(super) type Row = [u16; 2 * LANES];

/// The generators of four repetitions: word by word of their states, with one repetition in each lane.
pub(super) type Generators = [[u64; LANES]; 4];

/// The bounds of an item's two picks, and how far apart the loads of neighbouring repetitions lie.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) first: Below,
    pub(super) second: Below,
    pub(super) stride: u16,
}

impl Bounds {
    /// The start of each repetition's loads.
    pub(super) fn starts(self) -> [u16; LANES] {
        [0, 1, 2, 3].map(|lane| lane * self.stride)
    }
}

/// Runs as many of the repetitions as fit into fours, if servers are not too many, and takes them off the range.
///
/// `pick_and_put` puts the items of a block of picks that it is given on their servers, and picks two servers for each row and lane
/// of another; it leaves the generators alone and says `false` where a product is rejected.
pub(super) fn simulate<const DISTINCT: bool>(
    placement: &Placement,
    seed: u64,
    repetitions: &mut Range<u32>,
    pick_and_put: impl Fn(&mut Generators, Bounds, &mut [Row], &[Row], &mut Loads) -> bool,
) -> Outcome {
    let mut outcome = Outcome::default();
    if placement.servers > MOST_SERVERS || repetitions.len() < LANES {
        return outcome;
    }
    let servers = placement.servers as usize;
    let (first, second) = plain::pair_bounds(placement.servers, DISTINCT);
    let bounds = Bounds { first, second, stride: placement.servers as u16 };
    let loads: Box<[u32]> = vec![0; size_of::<Loads>() / size_of::<u32>()].into();
    let mut loads: Box<Loads> = loads.try_into().expect("as long as the array");
    let (mut picked, mut next) = (&mut [Row::default(); BLOCK], &mut [Row::default(); BLOCK]);
    while repetitions.len() >= LANES {
        loads[..LANES * servers].fill(0);
        let mut generators = start(seed, repetitions.start);
        let mut left = placement.items as usize;
        let mut waiting = 0;
        while left > 0 {
            let rows = &mut next[..left.min(BLOCK)];
            if !pick_and_put(&mut generators, bounds, rows, &picked[..waiting], &mut loads) {
                pick_one_by_one::<DISTINCT>(&mut generators, bounds, rows);
            }
            waiting = rows.len();
            left -= waiting;
            std::mem::swap(&mut picked, &mut next);
        }
        picked[..waiting].iter().for_each(|row| put(row, &mut loads));
        for loads in loads[..LANES * servers].chunks_exact(servers) {
            plain::record(loads, &mut outcome);
        }
        repetitions.start += LANES as u32;
    }
    outcome
}

/// The generators of a repetition and the three after it.
fn start(seed: u64, repetition: u32) -> Generators {
    let states: [_; LANES] = std::array::from_fn(|lane| state(seed, u64::from(repetition) + lane as u64));
    std::array::from_fn(|word| states.map(|state| state[word]))
}

/// Picks where words have to be drawn again, which moves each repetition on by a number of words of its own.
#[cold]
#[inline(never)]
fn pick_one_by_one<const DISTINCT: bool>(generators: &mut Generators, bounds: Bounds, rows: &mut [Row]) {
    for (lane, start) in bounds.starts().into_iter().enumerate() {
        let mut state = generators.map(|words| words[lane]);
        for row in rows.iter_mut() {
            let (first, second) = loop {
                let word = next(&mut state);
                let first = bounds.first.from_bits((word >> 32) as u32);
                if let (Some(first), Some(second)) = (first, bounds.second.from_bits(word as u32)) {
                    break (first, second);
                }
            };
            let second = second + u32::from(DISTINCT && second >= first);
            [row[2 * lane], row[2 * lane + 1]] = [second, first].map(|pick| start + pick as u16);
        }
        for (words, word) in generators.iter_mut().zip(state) {
            words[lane] = word;
        }
    }
}

/// The next word of one generator: xoshiro256++.
fn next(state: &mut [u64; 4]) -> u64 {
    let [s0, s1, s2, s3] = *state;
    let (t2, t3) = (s2 ^ s0, s3 ^ s1);
    *state = [s0 ^ t3, s1 ^ t2, t2 ^ (s1 << 17), t3.rotate_left(45)];
    s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0)
}

/// Puts an item of each repetition on the less loaded of its two servers.
#[inline(always)]
pub(super) fn put(row: &Row, loads: &mut Loads) {
    for lane in 0..LANES {
        let (second, first) = (usize::from(row[2 * lane]), usize::from(row[2 * lane + 1]));
        let (a, b) = (loads[first], loads[second]);
        if cfg!(target_arch = "wasm32") {
            // Addresses are computed there: one store fewer is worth more than knowing them early.
            let (chosen, load) = if b < a { (second, b) } else { (first, a) };
            loads[chosen] = load + 1;
        } else {
            loads[second] = b + u32::from(b < a);
            loads[first] = a + u32::from(a <= b);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use random::stream;

    /// Blocks of picks of four repetitions, one after the other, against the generator that everything else uses.
    pub(in super::super) fn check<const DISTINCT: bool>(
        bound: u32,
        pick_and_put: impl Fn(&mut Generators, Bounds, &mut [Row], &[Row], &mut Loads) -> bool,
    ) {
        let second = Below::new(if DISTINCT { bound - 1 } else { bound });
        let bounds = Bounds { first: Below::new(bound), second, stride: bound as u16 };
        let mut loads = Box::new([0; 1 << u16::BITS]);
        let mut generators = start(7, 5);
        let mut streams = [5, 6, 7, 8].map(|repetition| stream(7, repetition));
        let mut refused = 0;
        for block in 0..10_000 {
            let mut rows = [Row::default(); BLOCK];
            let rows = &mut rows[..[BLOCK, 17, BLOCK, 1, BLOCK][block % 5]];
            if !pick_and_put(&mut generators, bounds, rows, &[], &mut loads) {
                pick_one_by_one::<DISTINCT>(&mut generators, bounds, rows);
                refused += 1;
            }
            for row in rows {
                for ((picks, rng), start) in row.chunks(2).zip(&mut streams).zip(bounds.starts()) {
                    let (first, second) = Below::draw_two(bounds.first, bounds.second, rng);
                    let second = second + u32::from(DISTINCT && second >= first);
                    assert_eq!(
                        [picks[0], picks[1]].map(|pick| u32::from(pick - start)),
                        [second, first],
                        "bound {bound}"
                    );
                }
            }
        }
        assert!(bound != OFTEN_REJECTED || refused > 0, "nothing was drawn again below {bound}");
        assert!(loads.iter().all(|&load| load == 0));
    }

    pub(in super::super) const BOUNDS: [u32; 6] = [2, 3, 13, 1000, OFTEN_REJECTED, MOST_SERVERS];

    /// A number of servers for which one product in 266,000 is rejected: for no other are more.
    const OFTEN_REJECTED: u32 = 16_228;

    #[test]
    fn picks_one_by_one_are_those_of_the_streams() {
        for bound in BOUNDS {
            check::<false>(bound, |_, _, _, _, _| false);
            check::<true>(bound, |_, _, _, _, _| false);
        }
    }
}
