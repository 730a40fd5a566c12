//! The picks of [`lanes`](super::lanes) on x86-64 processors with AVX2: a vector holds a word of all four repetitions.

use std::arch::x86_64::*;

use super::lanes::{Bounds, Generators, LANES, Row};

/// Picks two servers for each row and lane, unless a product has to be rejected.
#[target_feature(enable = "avx2")]
pub(super) fn pick<const DISTINCT: bool>(generators: &mut Generators, bounds: Bounds, rows: &mut [Row]) -> bool {
    let mut words = generators.map(|lanes| vector(lanes));
    let first_bound = _mm256_set1_epi64x(bounds.first.bound().into());
    let second_bound = _mm256_set1_epi64x(bounds.second.bound().into());
    let one = _mm256_set1_epi64x(1);
    let [[a, b, c, d], [e, f, g, h]] = bounds.starts().map(|starts| starts.map(u32::cast_signed));
    let starts = _mm256_setr_epi32(a, b, c, d, e, f, g, h);
    // Only the lower half of each lane is of use here.
    let (mut least_first, mut least_second) = (_mm256_set1_epi64x(-1), _mm256_set1_epi64x(-1));
    for row in rows.iter_mut() {
        let word = next(&mut words);
        let first = _mm256_mul_epu32(_mm256_srli_epi64::<32>(word), first_bound);
        let mut second = _mm256_mul_epu32(word, second_bound);
        least_first = _mm256_min_epu32(least_first, first);
        least_second = _mm256_min_epu32(least_second, second);
        if DISTINCT {
            // The numbers from the first pick on move up by one; a comparison that holds gives -1.
            let (first, number) = (_mm256_srli_epi64::<32>(first), _mm256_srli_epi64::<32>(second));
            let moved = _mm256_add_epi64(_mm256_add_epi64(number, one), _mm256_cmpgt_epi64(first, number));
            second = _mm256_slli_epi64::<32>(moved);
        }
        // The upper halves of both, half a vector by half a vector.
        let uppers = _mm256_shuffle_ps::<0b11_01_11_01>(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second));
        let picks = _mm256_add_epi32(_mm256_castps_si256(uppers), starts);
        #[allow(unsafe_code)]
        // SAFETY: a row is as large as a vector, and the instruction takes any alignment.
        unsafe {
            _mm256_storeu_si256(row.as_mut_ptr().cast(), picks);
        }
    }
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
    use super::pick;

    #[test]
    fn picks_are_those_of_the_streams_however_often_words_are_drawn_again() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        for bound in BOUNDS {
            #[allow(unsafe_code)]
            // SAFETY: the processor has AVX2.
            unsafe {
                check::<false>(bound, |generators, bounds, rows| pick::<false>(generators, bounds, rows));
                check::<true>(bound, |generators, bounds, rows| pick::<true>(generators, bounds, rows));
            }
        }
    }
}
