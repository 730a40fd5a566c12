//! Randomness: one named generator, one stream per repetition.
//!
//! `rand`'s `SmallRng` differs between 64-bit and 32-bit targets, so the generator is named: xoshiro256++ by Blackman and
//! Vigna (2019). Every repetition draws from a stream of its own, seeded by the pair (seed, repetition), so that any split
//! of the repetitions over threads, workers or machines gives the same results.

use rand_core::{Rng, SeedableRng};
pub use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of one repetition.
pub fn stream(seed: u64, repetition: u64) -> Xoshiro256PlusPlus {
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.chunks_exact_mut(8).zip(state(seed, repetition)) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Xoshiro256PlusPlus::from_seed(bytes)
}

/// The state in which the generator of a repetition starts.
///
/// Both numbers go through SplitMix64's finaliser before SplitMix64 fills the state, so that neighbouring seeds and
/// neighbouring repetitions share no part of it. The four words differ, so they are never all zero.
pub fn state(seed: u64, repetition: u64) -> [u64; 4] {
    let start = mix(mix(seed).wrapping_add(repetition));
    [0, 1, 2, 3].map(|word: u64| mix(start.wrapping_add(word.wrapping_mul(GOLDEN))))
}

/// SplitMix64's increment.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// One step of SplitMix64 (Steele, Lea and Flood 2014): a bijection in which every input bit reaches every output bit.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(GOLDEN);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Uniform integers below a bound, from 32 random bits each, by multiplication instead of division (Lemire 2019).
///
/// A product's upper half is the integer; a product whose lower half falls under `threshold` is rejected, which removes
/// the bias. At 100,000 the rejected share is 2^32 mod 100,000 / 2^32, about 2 in 100,000.
#[derive(Debug, Clone, Copy)]
pub struct Below {
    bound: u32,
    threshold: u32,
}

impl Below {
    /// Integers from 0 to `bound` - 1; a bound of 0 counts as 1.
    pub fn new(bound: u32) -> Self {
        let bound = bound.max(1);
        Self { bound, threshold: bound.wrapping_neg() % bound }
    }

    /// The bound; all integers lie below it.
    pub fn bound(self) -> u32 {
        self.bound
    }

    /// Products whose lower half lies below it are rejected: 2^32 mod `bound`.
    pub fn threshold(self) -> u32 {
        self.threshold
    }

    /// The integer that 32 random bits stand for, or `None` where they have to be drawn again.
    #[inline(always)]
    pub fn from_bits(self, bits: u32) -> Option<u32> {
        let product = u64::from(bits) * u64::from(self.bound);
        (product as u32 >= self.threshold).then_some((product >> 32) as u32)
    }

    /// The next integer of a generator, from the upper half of one word.
    #[inline(always)]
    pub fn draw(self, rng: &mut Xoshiro256PlusPlus) -> u32 {
        loop {
            if let Some(integer) = self.from_bits((rng.next_u64() >> 32) as u32) {
                return integer;
            }
        }
    }

    /// Two independent integers from the halves of one word (upper half first); both are drawn again if one has to be.
    #[inline(always)]
    pub fn draw_two(first: Self, second: Self, rng: &mut Xoshiro256PlusPlus) -> (u32, u32) {
        loop {
            let word = rng.next_u64();
            if let (Some(a), Some(b)) = (first.from_bits((word >> 32) as u32), second.from_bits(word as u32)) {
                return (a, b);
            }
        }
    }
}

/// A standard normal variable, by Box and Muller.
pub fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    let mut uniform = || ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let (radius, angle) = (uniform(), uniform());
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_neighbouring_seeds_and_repetitions_share_nothing() {
        let mut words = std::collections::BTreeSet::new();
        for seed in 0..20 {
            for repetition in 0..20 {
                let mut rng = stream(seed, repetition);
                (0..20).for_each(|_| assert!(words.insert(rng.next_u64())));
            }
        }
    }

    #[test]
    fn a_stream_is_seeded_as_its_generator_seeds_itself() {
        for (seed, repetition) in [(0, 0), (1, 0), (1, 1), (u64::MAX, u64::MAX)] {
            let start = mix(mix(seed).wrapping_add(repetition));
            assert_eq!(stream(seed, repetition), Xoshiro256PlusPlus::seed_from_u64(start));
        }
    }

    #[test]
    fn a_stream_is_pinned() {
        // Published records and shared links rest on these words: they change only with a new major version.
        let mut rng = stream(1, 0);
        assert_eq!([rng.next_u64(), rng.next_u64()], PINNED);
    }

    const PINNED: [u64; 2] = [4_577_072_067_518_496_145, 8_161_067_896_715_757_060];

    #[test]
    fn every_integer_below_a_bound_stands_for_equally_many_words() {
        // The same rule on 8 bits instead of 32 can be counted in full.
        for bound in 1_u16..=255 {
            let threshold = (256 - bound) % bound;
            let mut hits = vec![0; usize::from(bound)];
            for bits in 0..256_u16 {
                let product = bits * bound;
                if product % 256 >= threshold {
                    hits[usize::from(product / 256)] += 1;
                }
            }
            assert!(hits.iter().all(|&n| n == hits[0] && n > 0), "bound {bound}");
        }
    }

    #[test]
    fn integers_below_a_bound_reach_both_ends() {
        for bound in [1, 2, 3, 13, 100_000, u32::MAX] {
            let below = Below::new(bound);
            assert_eq!(below.from_bits(u32::MAX), Some(bound - 1));
            assert!(matches!(below.from_bits(0), None | Some(0)));
        }
    }
}
