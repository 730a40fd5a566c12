//! [`lanes`](super::lanes) on x86-64 processors with AVX2: a vector holds a word of all four repetitions.

use std::arch::x86_64::*;

use super::lanes::{Bounds, Generators, LANES, Loads, Row, put};

/// Picks two servers for each row and lane, unless a product has to be rejected, and puts the items of the block before.
#[target_feature(enable = "avx2")]
pub(super) fn pick_and_put<const DISTINCT: bool>(
    generators: &mut Generators,
    bounds: Bounds,
    rows: &mut [Row],
    before: &[Row],
    loads: &mut Loads,
) -> bool {
    let mut words = generators.map(|lanes| vector(lanes));
    let first_bound = _mm256_set1_epi64x(bounds.first.bound().into());
    let second_bound = _mm256_set1_epi64x(bounds.second.bound().into());
    let one = _mm256_set1_epi64x(1);
    let [a, b, c, d] = bounds.starts().map(u16::cast_signed);
    let starts = _mm_setr_epi16(a, a, b, b, c, c, d, d);
    // Only the lower half of each lane is of use here.
    let (mut least_first, mut least_second) = (_mm256_set1_epi64x(-1), _mm256_set1_epi64x(-1));
    let mut pick = |row: &mut Row| {
        let word = next(&mut words);
        let first = _mm256_mul_epu32(_mm256_srli_epi64::<32>(word), first_bound);
        let second = _mm256_mul_epu32(word, second_bound);
        least_first = _mm256_min_epu32(least_first, first);
        least_second = _mm256_min_epu32(least_second, second);
        let mut number = _mm256_srli_epi64::<32>(second);
        if DISTINCT {
            // The numbers from the first pick on move up by one; a comparison that holds gives -1.
            let below = _mm256_cmpgt_epi64(_mm256_srli_epi64::<32>(first), number);
            number = _mm256_add_epi64(_mm256_add_epi64(number, one), below);
        }
        let picks = _mm256_blend_epi32::<0b1010_1010>(number, first);
        let narrow = _mm_packus_epi32(_mm256_castsi256_si128(picks), _mm256_extracti128_si256::<1>(picks));
        #[allow(unsafe_code)]
        // SAFETY: a row is as large as half a vector, and the instruction takes any alignment.
        unsafe {
            _mm_storeu_si128(row.as_mut_ptr().cast(), _mm_add_epi16(narrow, starts));
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

    let accepted =
        !any_below(least_first, bounds.first.threshold()) && !any_below(least_second, bounds.second.threshold());
    if accepted {
        *generators = words.map(|word| numbers(word));
    }
    accepted
}

/// The next word of every generator: xoshiro256++.
#[inline]
#[target_feature(enable = "avx2")]
fn next(words: &mut [__m256i; 4]) -> __m256i {
    let [s0, s1, s2, s3] = *words;
    let sum = _mm256_add_epi64(s0, s3);
    let rotated = _mm256_or_si256(_mm256_slli_epi64::<23>(sum), _mm256_srli_epi64::<41>(sum));
    let shifted = _mm256_slli_epi64::<17>(s1);
    let (t2, t3) = (_mm256_xor_si256(s2, s0), _mm256_xor_si256(s3, s1));
    *words = [
        _mm256_xor_si256(s0, t3),
        _mm256_xor_si256(s1, t2),
        _mm256_xor_si256(t2, shifted),
        _mm256_or_si256(_mm256_slli_epi64::<45>(t3), _mm256_srli_epi64::<19>(t3)),
    ];
    _mm256_add_epi64(rotated, s0)
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
fn vector(numbers: [u64; LANES]) -> __m256i {
    let [a, b, c, d] = numbers.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

#[inline]
#[target_feature(enable = "avx2")]
fn numbers(vector: __m256i) -> [u64; LANES] {
    [
        _mm256_extract_epi64::<0>(vector),
        _mm256_extract_epi64::<1>(vector),
        _mm256_extract_epi64::<2>(vector),
        _mm256_extract_epi64::<3>(vector),
    ]
    .map(i64::cast_unsigned)
}

#[cfg(test)]
mod tests {
    use super::super::lanes::tests::{BOUNDS, check};
    use super::pick_and_put;

    #[test]
    fn picks_are_those_of_the_streams_however_often_words_are_drawn_again() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        for bound in BOUNDS {
            #[allow(unsafe_code)]
            // SAFETY: the processor has AVX2.
            unsafe {
                check::<false>(bound, |generators, bounds, rows, before, loads| {
                    pick_and_put::<false>(generators, bounds, rows, before, loads)
                });
                check::<true>(bound, |generators, bounds, rows, before, loads| {
                    pick_and_put::<true>(generators, bounds, rows, before, loads)
                });
            }
        }
    }
}
