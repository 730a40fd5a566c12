//! How many orders of the languages there are.

use std::collections::BTreeSet;

use limits::{ArgumentError, LimitError};
use random::Below;

use crate::{Meaning, Scores, Weights};

/// The most weights that are drawn.
pub const MAX_SAMPLES: u64 = 100_000;

/// Weights that are drawn: whole numbers from 1 to this.
const DRAWN: u32 = 1 << 20;

impl Scores {
    /// How many orders two meanings give, exactly: those that hold for a whole range of weights, both above 0.
    ///
    /// Two languages change places where their differences in the two scores balance, at one proportion of the weights;
    /// between two neighbouring such proportions nothing changes, so that there is one order more than proportions.
    pub fn orders_of_two(&self, a: Meaning, b: Meaning) -> usize {
        let units = |language, meaning| self.score(language, meaning).units() as i64;
        let mut proportions = BTreeSet::new();
        for i in 0..self.languages() {
            for j in 0..i {
                let by_a = units(i, a) - units(j, a);
                let by_b = units(j, b) - units(i, b);
                if by_a * by_b.signum() > 0 {
                    let divisor = greatest_common_divisor(by_a.unsigned_abs(), by_b.unsigned_abs());
                    proportions.insert((by_a.unsigned_abs() / divisor, by_b.unsigned_abs() / divisor));
                }
            }
        }
        proportions.len() + 1
    }

    /// How many different orders so many weights of these meanings give, drawn at random: no more than there are, which a
    /// larger number of draws approaches. What holds for single weights only, where languages tie that other weights set
    /// apart, does not count.
    ///
    /// # Errors
    /// The number of draws is not from 1 to 100,000.
    pub fn sampled_orders(&self, meanings: &[Meaning], samples: u64, seed: u64) -> Result<usize, ArgumentError> {
        limits::check("samples", samples, 1..=MAX_SAMPLES).map_err(|error: LimitError| ArgumentError::from(error))?;
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
        Ok(seen.len())
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
