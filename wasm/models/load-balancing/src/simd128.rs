//! The picks of [`lanes`](super::lanes) in WebAssembly: a vector of SIMD128 holds a word of two repetitions.
//!
//! SIMD128 multiplies 32-bit numbers to 64-bit ones only after taking them apart, and compilers make three multiplications of
//! it. Doubles are exact up to 2^53, and a product of 32 random bits and a number of servers stays below 2^49. Above 2^52 they
//! are whole numbers in their lower bits: adding 2^52 to a smaller one leaves it there to be read, and subtracting it from such
//! bits makes them a double.

use std::arch::wasm32::*;
use std::hint::black_box;

use super::lanes::{Bounds, Generators, Row};

/// The bits of 2^52 as a double.
const SHIFT: u64 = 0x4330_0000_0000_0000;

/// Picks two servers for each row and lane, unless a product has to be rejected.
#[target_feature(enable = "simd128")]
pub(super) fn pick<const DISTINCT: bool>(generators: &mut Generators, bounds: Bounds, rows: &mut [Row]) -> bool {
    // What the compiler knows to be constant, an engine would put together anew for each row.
    let shift = black_box(u64x2_splat(SHIFT));
    let lower = black_box(u64x2_splat(0xffff_ffff));
    let first_bound = f64x2_splat(bounds.first.bound().into());
    let second_bound = f64x2_splat(bounds.second.bound().into());
    let mut least = u32x4_splat(u32::MAX);
    let mut drawn = *generators;
    for pair in [0, 2] {
        let mut words = drawn.map(|lanes| u64x2(lanes[pair], lanes[pair + 1]));
        let [a, b, c, d] = bounds.starts()[pair / 2].map(|start| start.wrapping_sub((SHIFT >> 32) as u32));
        let starts = black_box(u32x4(a, b, c, d));
        for row in rows.iter_mut() {
            let word = next(&mut words);
            let first = multiply(u64x2_shr(word, 32), first_bound, shift);
            let second = multiply(v128_and(word, lower), second_bound, shift);
            least = u32x4_min(least, i32x4_shuffle::<0, 2, 4, 6>(first, second));
            let mut picks = i32x4_shuffle::<1, 3, 5, 7>(first, second);
            if DISTINCT {
                // The numbers from the first pick on move up by one; a comparison that holds gives -1.
                let firsts = i32x4_shuffle::<4, 5, 0, 1>(picks, u32x4_splat(u32::MAX));
                picks = u32x4_sub(picks, u32x4_ge(picks, firsts));
            }
            #[allow(unsafe_code)]
            // SAFETY: half a row is as large as a vector, and the instruction takes any alignment.
            unsafe {
                v128_store(row[pair / 2].as_mut_ptr().cast(), u32x4_add(picks, starts));
            }
        }
        for (lanes, word) in drawn.iter_mut().zip(words) {
            [lanes[pair], lanes[pair + 1]] = [u64x2_extract_lane::<0>(word), u64x2_extract_lane::<1>(word)];
        }
    }
    let [first, second] = [bounds.first.threshold(), bounds.second.threshold()];
    let accepted = !v128_any_true(u32x4_lt(least, u32x4(first, first, second, second)));
    if accepted {
        *generators = drawn;
    }
    accepted
}

/// The products of two numbers of 32 bits and a bound, each with 2^52 added: in the lower 52 bits of a double.
#[inline]
#[target_feature(enable = "simd128")]
fn multiply(numbers: v128, bound: v128, shift: v128) -> v128 {
    f64x2_add(f64x2_mul(f64x2_sub(v128_or(numbers, shift), shift), bound), shift)
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
