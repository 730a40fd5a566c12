//! Seeded chance for the schedule; never for what an experiment measures, which the models own.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A named generator, so that a seed gives the same schedule on every machine.
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A uniform whole number below `bound`, by multiply-shift with rejection: Lemire, "Fast Random Integer Generation
    /// in an Interval" (2019).
    ///
    /// # Panics
    /// If `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no whole number is below 0");
        let bound = bound as u64;
        // The 2^64 mod bound lowest products would make some results likelier than others.
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            if product as u64 >= unfair {
                return (product >> 64) as usize;
            }
        }
    }

    /// Puts `items` in a random order, each as likely: Fisher and Yates.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
