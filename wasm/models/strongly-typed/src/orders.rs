//! How many orders of the languages there are.

use std::collections::BTreeSet;

use random::Below;

use crate::{Meaning, Scores, Weights};

/// Weights that are drawn: whole numbers from 1 to this.
const DRAWN: u32 = 1 << 20;

impl Scores {
    /// How many different orders so many weights of these meanings give, drawn at random: no more than there are, which a
    /// larger number of draws approaches. What holds for single weights only, where languages tie that other weights set
    /// apart, does not count.
    pub fn sampled_orders(&self, meanings: &[Meaning], samples: u64, seed: u64) -> usize {
        let mut rng = random::stream(seed, 0);
        let any = Below::new(DRAWN);
        let always = |a, b| {
            Meaning::ALL
                .iter()
                .all(|it| !meanings.contains(it) || self.score(a, *it).units() == self.score(b, *it).units())
        };
        let mut seen = BTreeSet::new();
        for _ in 0..samples {
            let mut weights = Weights([0; 5]);
            for meaning in meanings {
                weights.0[meaning.index()] = u64::from(any.draw(&mut rng)) + 1;
            }
            let places = self.places(weights);
            let ties = || (0..places.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            if ties().all(|(a, b)| places[a] != places[b] || always(a, b)) {
                seen.insert(places);
            }
        }
        seen.len()
    }
}
