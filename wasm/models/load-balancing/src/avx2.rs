//! Two choices, four repetitions at a time, on x86-64 processors with AVX2.
//!
//! A block of up to 64 items is done in two steps. Vector instructions step the generators of the four repetitions together
//! and multiply the halves of their words by the bounds, which gives the picks if no product has to be rejected. That is
//! looked at once a block: the least lower half of all products says it. If one is rejected, the block is drawn again, each
//! repetition for itself and by the rule of [`Below::draw_two`]. Then plain instructions place the block's items.

use std::arch::x86_64::*;
use std::ops::Range;

use super::{Outcome, Placement, plain};
use random::{Below, state};

/// How many repetitions run together: one for each 64-bit lane of a vector.
const LANES: usize = 4;
/// How many items of each repetition are picked for before they are placed.
const BLOCK: usize = 64;

/// The picks of one item in each repetition: first and second, lane by lane.
type Row = [u32; 2 * LANES];

/// Runs as many of the repetitions as fit into fours, if the processor has AVX2, and takes them off the range.
pub(super) fn simulate<const DISTINCT: bool>(
    placement: &Placement,
    seed: u64,
    repetitions: &mut Range<u32>,
) -> Outcome {
    let mut outcome = Outcome::default();
    if repetitions.len() < LANES || !is_x86_feature_detected!("avx2") {
        return outcome;
    }
    let servers = placement.servers as usize;
    let mut loads = vec![0; LANES * servers];
    let mut rows = [[0; 2 * LANES]; BLOCK];
    while repetitions.len() >= LANES {
        loads.fill(0);
        #[allow(unsafe_code)]
        // SAFETY: the processor has AVX2.
        unsafe {
            place::<DISTINCT>(placement, seed, repetitions.start, &mut loads, &mut rows);
        }
        for loads in loads.chunks_exact(servers) {
            plain::record(loads, &mut outcome);
        }
        repetitions.start += LANES as u32;
    }
    outcome
}

/// Places the items of four repetitions, whose loads lie one after the other.
#[target_feature(enable = "avx2")]
fn place<const DISTINCT: bool>(
    placement: &Placement,
    seed: u64,
    repetition: u32,
    loads: &mut [u32],
    rows: &mut [Row; BLOCK],
) {
    let (first, second) = plain::pair_bounds(placement.servers, DISTINCT);
    let bounds = Bounds { first, second, stride: placement.servers };
    let mut generators = Generators::new(seed, repetition);
    let mut left = placement.items as usize;
    while left > 0 {
        let rows = &mut rows[..left.min(BLOCK)];
        generators.pick::<DISTINCT>(bounds, rows);
        put(rows, loads);
        left -= rows.len();
    }
}

/// Puts every item on the less loaded of its two servers, as the portable loop does. A function of its own without AVX2, so
/// that the compiler does not try to do it with vectors.
#[inline(never)]
fn put(rows: &[Row], loads: &mut [u32]) {
    for row in rows {
        for lane in 0..LANES {
            let (first, second) = (row[2 * lane] as usize, row[2 * lane + 1] as usize);
            let (a, b) = (loads[first], loads[second]);
            loads[second] = b + u32::from(b < a);
            loads[first] = a + u32::from(a <= b);
        }
    }
}

/// The bounds of an item's two picks, and how far apart the loads of neighbouring repetitions lie.
#[derive(Clone, Copy)]
struct Bounds {
    first: Below,
    second: Below,
    stride: u32,
}

/// The generators of four repetitions: word by word of their states, with one repetition in each lane.
#[derive(Clone, Copy)]
struct Generators([__m256i; 4]);

impl Generators {
    #[target_feature(enable = "avx2")]
    fn new(seed: u64, repetition: u32) -> Self {
        let [a, b, c, d] = [0, 1, 2, 3].map(|lane| state(seed, u64::from(repetition) + lane));
        Self([
            lanes([a[0], b[0], c[0], d[0]]),
            lanes([a[1], b[1], c[1], d[1]]),
            lanes([a[2], b[2], c[2], d[2]]),
            lanes([a[3], b[3], c[3], d[3]]),
        ])
    }

    /// The next word of every generator: xoshiro256++.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn next(&mut self) -> __m256i {
        let [s0, s1, s2, s3] = self.0;
        let sum = _mm256_add_epi64(s0, s3);
        let rotated = _mm256_or_si256(_mm256_slli_epi64::<23>(sum), _mm256_srli_epi64::<41>(sum));
        let shifted = _mm256_slli_epi64::<17>(s1);
        let (t2, t3) = (_mm256_xor_si256(s2, s0), _mm256_xor_si256(s3, s1));
        self.0 = [
            _mm256_xor_si256(s0, t3),
            _mm256_xor_si256(s1, t2),
            _mm256_xor_si256(t2, shifted),
            _mm256_or_si256(_mm256_slli_epi64::<45>(t3), _mm256_srli_epi64::<19>(t3)),
        ];
        _mm256_add_epi64(rotated, s0)
    }

    /// Picks two servers for each row and lane.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn pick<const DISTINCT: bool>(&mut self, bounds: Bounds, rows: &mut [Row]) {
        let mut generators = *self;
        let first_bound = _mm256_set1_epi64x(bounds.first.bound().into());
        let second_bound = _mm256_set1_epi64x(bounds.second.bound().into());
        let one = _mm256_set1_epi64x(1);
        // The start of each lane's loads, for both picks.
        let starts = lanes([0, 1, 2, 3].map(|lane: u64| lane * u64::from(bounds.stride) * (1 + (1 << 32))));
        // Only the lower half of each lane is of use here.
        let (mut least_first, mut least_second) = (_mm256_set1_epi64x(-1), _mm256_set1_epi64x(-1));
        for row in rows.iter_mut() {
            let word = generators.next();
            let first = _mm256_mul_epu32(_mm256_srli_epi64::<32>(word), first_bound);
            let mut second = _mm256_mul_epu32(word, second_bound);
            least_first = _mm256_min_epu32(least_first, first);
            least_second = _mm256_min_epu32(least_second, second);
            let first = _mm256_srli_epi64::<32>(first);
            if DISTINCT {
                // The numbers from the first pick on move up by one; a comparison that holds gives -1.
                let number = _mm256_srli_epi64::<32>(second);
                let moved = _mm256_add_epi64(_mm256_add_epi64(number, one), _mm256_cmpgt_epi64(first, number));
                second = _mm256_slli_epi64::<32>(moved);
            }
            let picks = _mm256_add_epi32(_mm256_blend_epi32::<0b1010_1010>(first, second), starts);
            #[allow(unsafe_code)]
            // SAFETY: a row is as large as a vector, and the instruction takes any alignment.
            unsafe {
                _mm256_storeu_si256(row.as_mut_ptr().cast(), picks);
            }
        }
        if any_below(least_first, bounds.first.threshold()) || any_below(least_second, bounds.second.threshold()) {
            self.pick_one_by_one::<DISTINCT>(bounds, rows);
        } else {
            *self = generators;
        }
    }

    /// The same where words have to be drawn again, which moves each repetition on by a number of words of its own.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx2")]
    fn pick_one_by_one<const DISTINCT: bool>(&mut self, bounds: Bounds, rows: &mut [Row]) {
        let mut ends = [[0; LANES]; 4];
        for lane in 0..LANES {
            // All four generators move, and only this lane is looked at.
            let mut generators = *self;
            for row in rows.iter_mut() {
                let (first, second) = loop {
                    let word = numbers(generators.next())[lane];
                    let first = bounds.first.from_bits((word >> 32) as u32);
                    if let (Some(first), Some(second)) = (first, bounds.second.from_bits(word as u32)) {
                        break (first, second);
                    }
                };
                let start = lane as u32 * bounds.stride;
                row[2 * lane] = start + first;
                row[2 * lane + 1] = start + second + u32::from(DISTINCT && second >= first);
            }
            for (end, words) in ends.iter_mut().zip(generators.0) {
                end[lane] = numbers(words)[lane];
            }
        }
        let [a, b, c, d] = ends;
        self.0 = [lanes(a), lanes(b), lanes(c), lanes(d)];
    }
}

/// Whether the lower half of any lane is below a threshold.
#[inline]
#[target_feature(enable = "avx2")]
fn any_below(vector: __m256i, threshold: u32) -> bool {
    let lower = _mm256_and_si256(vector, _mm256_set1_epi64x(0xffff_ffff));
    let difference = _mm256_sub_epi64(lower, _mm256_set1_epi64x(threshold.into()));
    _mm256_movemask_pd(_mm256_castsi256_pd(difference)) != 0
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(numbers: [u64; LANES]) -> __m256i {
    let [a, b, c, d] = numbers.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

#[inline]
#[target_feature(enable = "avx2")]
fn numbers(lanes: __m256i) -> [u64; LANES] {
    [
        _mm256_extract_epi64::<0>(lanes),
        _mm256_extract_epi64::<1>(lanes),
        _mm256_extract_epi64::<2>(lanes),
        _mm256_extract_epi64::<3>(lanes),
    ]
    .map(i64::cast_unsigned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::stream;

    /// Three blocks of picks of four repetitions, one after the other, against the generator that everything else uses.
    #[target_feature(enable = "avx2")]
    fn check<const DISTINCT: bool>(bound: u32) {
        let second = Below::new(if DISTINCT { bound - 1 } else { bound });
        let bounds = Bounds { first: Below::new(bound), second, stride: 0 };
        let mut generators = Generators::new(7, 5);
        let mut streams = [5, 6, 7, 8].map(|repetition| stream(7, repetition));
        for length in [BLOCK, 17, BLOCK, 1, BLOCK] {
            let mut rows = [[0; 2 * LANES]; BLOCK];
            generators.pick::<DISTINCT>(bounds, &mut rows[..length]);
            for row in &rows[..length] {
                for (picks, rng) in row.chunks_exact(2).zip(&mut streams) {
                    let (first, second) = Below::draw_two(bounds.first, bounds.second, rng);
                    assert_eq!(picks, [first, second + u32::from(DISTINCT && second >= first)], "bound {bound}");
                }
            }
        }
    }

    #[test]
    fn picks_are_those_of_the_streams_however_often_words_are_drawn_again() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        // Of 2^22 + 1 one product in 1,000 is rejected, of 3·2^30 and 2^31 + 1 a quarter and nearly half.
        for bound in [2, 3, 13, 1 << 16, 100_000, (1 << 22) + 1, 3 << 30, (1 << 31) + 1, u32::MAX] {
            #[allow(unsafe_code)]
            // SAFETY: the processor has AVX2.
            unsafe {
                check::<false>(bound);
                check::<true>(bound);
            }
        }
    }
}
