//! Binomial random numbers, for numbers of trials times probability of at least 10.

use rand_core::Rng;

use random::Xoshiro256PlusPlus;

/// The smallest expected value that [`draw`] is proved right for.
pub(super) const SMALLEST_MEAN: u32 = 10;

/// A draw from Binomial(trials, 1/servers), for at least two servers and a mean of at least [`SMALLEST_MEAN`].
///
/// Hörmann's BTRS, transformed rejection with squeeze ("The generation of binomial random variates", Journal of
/// Statistical Computation and Simulation 46, 1993): four draws of five are accepted by the squeeze, without a logarithm,
/// and the time does not grow with the mean. The names are the paper's.
pub(super) fn draw(rng: &mut Xoshiro256PlusPlus, trials: u32, servers: u32) -> u32 {
    let n = f64::from(trials);
    let p = 1.0 / f64::from(servers);
    let spq = (n * p * (1.0 - p)).sqrt();
    let b = 1.15 + 2.53 * spq;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let c = n * p + 0.5;
    // v_r = 0.92 - 4.2 / b, here times b to save the division
    let v_r_b = 0.92 * b - 4.2;
    loop {
        let u = unit(rng) - 0.5;
        let v = unit(rng);
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + c).floor();
        if us >= 0.07 && v * b <= v_r_b {
            return k as u32;
        }
        // At us = 0 the transformation has its pole and k is infinite: outside, like every other value past the ends.
        if k >= 0.0 && k <= n && accept(n, p, spq, a, b, us, v, k) {
            return k as u32;
        }
    }
}

/// The exact test of the draws that the squeeze left open: v, scaled by the hat, against the probability of k over that of
/// the mode.
#[cold]
#[expect(clippy::too_many_arguments, reason = "the state of the loop that it was split from, to keep that one small")]
fn accept(n: f64, p: f64, spq: f64, a: f64, b: f64, us: f64, v: f64, k: f64) -> bool {
    let odds = p / (1.0 - p);
    let alpha = (2.83 + 5.1 / b) * spq;
    let mode = ((n + 1.0) * p).floor();
    let scaled = libm::log(v * alpha / (a / (us * us) + b));
    scaled
        <= (mode + 0.5) * libm::log((mode + 1.0) / (odds * (n - mode + 1.0)))
            + (n + 1.0) * libm::log((n - mode + 1.0) / (n - k + 1.0))
            + (k + 0.5) * libm::log(odds * (n - k + 1.0) / (k + 1.0))
            + stirling_correction(mode)
            + stirling_correction(n - mode)
            - stirling_correction(k)
            - stirling_correction(n - k)
}

/// ln k! - (k + ½)·ln(k + 1) + (k + 1) - ½·ln 2π: a table where the series has not settled.
fn stirling_correction(k: f64) -> f64 {
    const TABLE: [f64; 10] = [
        0.081_061_466_795_327_26,
        0.041_340_695_955_409_29,
        0.027_677_925_684_998_34,
        0.020_790_672_103_765_09,
        0.016_644_691_189_821_19,
        0.013_876_128_823_070_75,
        0.011_896_709_945_891_77,
        0.010_411_265_261_972_09,
        0.009_255_462_182_712_733,
        0.008_330_563_433_362_87,
    ];
    match TABLE.get(k as usize) {
        Some(&correction) => correction,
        None => {
            let k1 = k + 1.0;
            let squared = k1 * k1;
            (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / squared) / squared) / k1
        }
    }
}

/// A uniform number from 0 up to but not including 1, of 53 random bits.
#[inline(always)]
fn unit(rng: &mut Xoshiro256PlusPlus) -> f64 {
    const SCALE: f64 = 1.0 / (1_u64 << 53) as f64;
    (rng.next_u64() >> 11) as f64 * SCALE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact;
    use crate::tests::chi_square_excess;
    use random::stream;

    #[test]
    fn stirling_correction_is_continuous_where_the_table_ends() {
        let by_factorial = |k: u32| {
            let ln_factorial: f64 = (1..=k).map(|i| libm::log(f64::from(i))).sum();
            let k = f64::from(k);
            ln_factorial - (k + 0.5) * libm::log(k + 1.0) + (k + 1.0) - 0.5 * libm::log(std::f64::consts::TAU)
        };
        for k in 0..30 {
            assert!((stirling_correction(k.into()) - by_factorial(k)).abs() < 1e-10, "{k}");
        }
    }

    #[test]
    fn draws_have_the_binomial_distribution() {
        for (trials, servers) in
            [(20, 2), (30, 3), (100, 10), (1000, 13), (100_000, 10), (10_000_000, 2), (1_000_000, 99_999)]
        {
            let mut rng = stream(3, u64::from(servers));
            let mut histogram = statistics::histogram::Histogram::new();
            (0..400_000).for_each(|_| histogram.add(draw(&mut rng, trials, servers).into()));
            let (first, probabilities) = exact::load_probabilities(trials.into(), servers);
            // 5 standard deviations of a chi-square statistic: a right sampler fails once in about a million.
            let excess = chi_square_excess(&histogram, first, &probabilities);
            assert!(excess < 5.0, "{trials} over {servers}: {excess}");
        }
    }
}
