//! Two choices, four repetitions at a time, where the processor has vectors of integers.
//!
//! A block of up to 256 items is done in two steps. Vector instructions ([`avx2`](super::avx2), [`simd128`](super::simd128))
//! step the generators of the four repetitions together and multiply the halves of their words by the bounds, which gives the
//! picks if no product has to be rejected. That is looked at once a block: the least lower half of all products says it. If one
//! is rejected, the block is drawn again, each repetition for itself and by the rule of [`Below::draw_two`]. Then plain
//! instructions place the block's items.

use std::ops::Range;

use super::{Outcome, Placement, plain};
use random::{Below, state};

/// How many repetitions run together.
pub(super) const LANES: usize = 4;
/// How many items of each repetition are picked for before they are placed.
const BLOCK: usize = 256;

/// The picks of one item in each repetition, two repetitions after the other: the first of either, the second of either.
pub(super) type Row = [[u32; LANES]; 2];

/// The generators of four repetitions: word by word of their states, with one repetition in each lane.
pub(super) type Generators = [[u64; LANES]; 4];

/// The bounds of an item's two picks, and how far apart the loads of neighbouring repetitions lie.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) first: Below,
    pub(super) second: Below,
    pub(super) stride: u32,
}

impl Bounds {
    /// The start of each lane's loads, for both picks.
    pub(super) fn starts(self) -> Row {
        [[0, 1, 0, 1], [2, 3, 2, 3]].map(|lanes| lanes.map(|lane| lane * self.stride))
    }
}

/// Runs as many of the repetitions as fit into fours and takes them off the range.
///
/// `pick` picks two servers for each row and lane; it leaves the generators alone and says `false` where a product is rejected.
pub(super) fn simulate<const DISTINCT: bool>(
    placement: &Placement,
    seed: u64,
    repetitions: &mut Range<u32>,
    pick: impl Fn(&mut Generators, Bounds, &mut [Row]) -> bool,
) -> Outcome {
    let mut outcome = Outcome::default();
    let servers = placement.servers as usize;
    let (first, second) = plain::pair_bounds(placement.servers, DISTINCT);
    let bounds = Bounds { first, second, stride: placement.servers };
    let mut loads = vec![0; LANES * servers];
    let mut rows = [Row::default(); BLOCK];
    while repetitions.len() >= LANES {
        loads.fill(0);
        let mut generators = start(seed, repetitions.start);
        let mut left = placement.items as usize;
        while left > 0 {
            let rows = &mut rows[..left.min(BLOCK)];
            if !pick(&mut generators, bounds, rows) {
                pick_one_by_one::<DISTINCT>(&mut generators, bounds, rows);
            }
            put(rows, &mut loads);
            left -= rows.len();
        }
        for loads in loads.chunks_exact(servers) {
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
    for lane in 0..LANES {
        let mut state = generators.map(|words| words[lane]);
        for row in rows.iter_mut() {
            let (first, second) = loop {
                let word = next(&mut state);
                let first = bounds.first.from_bits((word >> 32) as u32);
                if let (Some(first), Some(second)) = (first, bounds.second.from_bits(word as u32)) {
                    break (first, second);
                }
            };
            let start = lane as u32 * bounds.stride;
            let picks = &mut row[lane / 2];
            picks[lane % 2] = start + first;
            picks[2 + lane % 2] = start + second + u32::from(DISTINCT && second >= first);
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

/// Puts every item on the less loaded of its two servers. A function of its own, so that the compiler does not try to do it with
/// vectors.
#[inline(never)]
fn put(rows: &[Row], loads: &mut [u32]) {
    for &[[a, b, c, d], [e, f, g, h]] in rows {
        for (first, second) in [(a, c), (b, d), (e, g), (f, h)] {
            let (first, second) = (first as usize, second as usize);
            let (a, b) = (loads[first], loads[second]);
            if cfg!(target_arch = "wasm32") {
                // Addresses are computed there, each in two instructions: one store fewer is worth more than knowing it early.
                let (chosen, load) = if b < a { (second, b) } else { (first, a) };
                loads[chosen] = load + 1;
            } else {
                loads[second] = b + u32::from(b < a);
                loads[first] = a + u32::from(a <= b);
            }
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
        pick: impl Fn(&mut Generators, Bounds, &mut [Row]) -> bool,
    ) {
        let second = Below::new(if DISTINCT { bound - 1 } else { bound });
        let bounds = Bounds { first: Below::new(bound), second, stride: 0 };
        let mut generators = start(7, 5);
        let mut streams = [5, 6, 7, 8].map(|repetition| stream(7, repetition));
        for length in [BLOCK, 17, BLOCK, 1, BLOCK] {
            let mut rows = [Row::default(); BLOCK];
            let rows = &mut rows[..length];
            if !pick(&mut generators, bounds, rows) {
                pick_one_by_one::<DISTINCT>(&mut generators, bounds, rows);
            }
            for &mut [[a, b, c, d], [e, f, g, h]] in rows {
                for (picks, rng) in [(a, c), (b, d), (e, g), (f, h)].into_iter().zip(&mut streams) {
                    let (first, second) = Below::draw_two(bounds.first, bounds.second, rng);
                    assert_eq!(picks, (first, second + u32::from(DISTINCT && second >= first)), "bound {bound}");
                }
            }
        }
    }

    /// Of 2^22 + 1 one product in 1,000 is rejected, of 3·2^30 and 2^31 + 1 a quarter and nearly half.
    pub(in super::super) const BOUNDS: [u32; 9] =
        [2, 3, 13, 1 << 16, 100_000, (1 << 22) + 1, 3 << 30, (1 << 31) + 1, u32::MAX];

    #[test]
    fn picks_one_by_one_are_those_of_the_streams() {
        for bound in BOUNDS {
            check::<false>(bound, |_, _, _| false);
            check::<true>(bound, |_, _, _| false);
        }
    }
}
