//! Times with known noise.

use super::super::{Law, Observation};
use random::normal;
use random::stream;

/// Powers of two from 1 byte to 2^24, as the published program reads.
pub fn sizes() -> Vec<f64> {
    (0..=24).map(|power| f64::from(1 << power)).collect()
}

/// The law's times for sizes, times the exponential of normal noise.
pub fn noisy(law: Law, sizes: &[f64], sigma: f64, seed: u64) -> Vec<Observation> {
    let mut rng = stream(seed, 0);
    let mut measure = |bytes: f64| Observation::new(bytes, law.seconds(bytes) * libm::exp(sigma * normal(&mut rng)));
    sizes.iter().map(|&bytes| measure(bytes)).collect()
}
