//! Noise of a known kind, for the tests of what is fitted.

use rand_core::Rng;

use crate::random::Xoshiro256PlusPlus;

/// A standard normal variable, by Box and Muller.
pub(crate) fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    let mut uniform = || ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let (radius, angle) = (uniform(), uniform());
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
}
