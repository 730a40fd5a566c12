//! [`lanes`](super::lanes) in WebAssembly: a vector of SIMD128 holds a word of two repetitions.

use std::arch::wasm32::*;
use std::hint::black_box;

use super::lanes::{Bounds, Generators, Loads, Row, put};

/// Picks two servers for each row and lane, unless a product has to be rejected, and puts the items of the block before.
#[target_feature(enable = "simd128")]
pub(super) fn pick_and_put<const DISTINCT: bool>(
    generators: &mut Generators,
    bounds: Bounds,
    rows: &mut [Row],
    before: &[Row],
    loads: &mut Loads,
) -> bool {
    let (first, second) = (bounds.first.bound(), bounds.second.bound());
    let factors = u32x4(second, first, second, first);
    let [a, b, c, d] = bounds.starts();
    let starts = black_box(u16x8(a, a, b, b, c, c, d, d));
    let mut least = u32x4_splat(u32::MAX);
    let mut pairs = [0, 2].map(|pair| generators.map(|lanes| u64x2(lanes[pair], lanes[pair + 1])));
    let mut pick = |row: &mut Row| {
        // As if it changed. Of factors that stay the same, the compiler would prepare the halves before the loop, and no longer see
        // that 32-bit numbers are multiplied; what it takes instead is three multiplications.
        #[allow(unsafe_code)]
        // SAFETY: it is a reference.
        let factors = unsafe { std::ptr::read_volatile(&factors) };
        let [low, high] = pairs.each_mut().map(|words| {
            let word = next(words);
            let one = u64x2_extmul_low_u32x4(word, factors);
            let other = u64x2_extmul_high_u32x4(word, factors);
            least = u32x4_min(least, i32x4_shuffle::<0, 2, 4, 6>(one, other));
            let picks = i32x4_shuffle::<1, 3, 5, 7>(one, other);
            if !DISTINCT {
                return picks;
            }
            // The numbers from the first pick on move up by one; a comparison that holds gives -1.
            let firsts = i32x4_shuffle::<1, 4, 3, 4>(picks, u32x4_splat(u32::MAX));
            u32x4_sub(picks, u32x4_ge(picks, firsts))
        });
        #[allow(unsafe_code)]
        // SAFETY: a row is as large as a vector, and the instruction takes any alignment.
        unsafe {
            v128_store(row.as_mut_ptr().cast(), u16x8_add(u16x8_narrow_i32x4(low, high), starts));
        }
    };
    for (row, before) in rows.iter_mut().zip(before) {
        pick(row);
        put(before, loads);
    }
    // The first block has none before it, and the last may be shorter.
    let both = rows.len().min(before.len());
    rows[both..].iter_mut().for_each(&mut pick);
    before[both..].iter().for_each(|row| put(row, loads));

    let (first, second) = (bounds.first.threshold(), bounds.second.threshold());
    let accepted = !v128_any_true(u32x4_lt(least, u32x4(second, first, second, first)));
    if accepted {
        for (pair, words) in [0, 2].into_iter().zip(pairs) {
            for (lanes, word) in generators.iter_mut().zip(words) {
                [lanes[pair], lanes[pair + 1]] = [u64x2_extract_lane::<0>(word), u64x2_extract_lane::<1>(word)];
            }
        }
    }
    accepted
}

/// The next word of two generators: xoshiro256++.
#[inline]
#[target_feature(enable = "simd128")]
fn next(words: &mut [v128; 4]) -> v128 {
    let [s0, s1, s2, s3] = *words;
    let sum = u64x2_add(s0, s3);
    let rotated = v128_or(u64x2_shl(sum, 23), u64x2_shr(sum, 41));
    let shifted = u64x2_shl(s1, 17);
    let (t2, t3) = (v128_xor(s2, s0), v128_xor(s3, s1));
    *words = [v128_xor(s0, t3), v128_xor(s1, t2), v128_xor(t2, shifted), v128_or(u64x2_shl(t3, 45), u64x2_shr(t3, 19))];
    u64x2_add(rotated, s0)
}
