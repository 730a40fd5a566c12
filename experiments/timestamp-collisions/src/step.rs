//! Step of the counter, and the residue of each core's counter within it.

use std::ops::RangeInclusive;

/// Step of a counter: so many ticks in so many advances, in lowest terms.
///
/// Most counters advance by a whole number of ticks. One that is multiplied up from a slower clock need not: on an AMD EPYC
/// of family 25, model 1, as a guest, it advances by 24 and 25 ticks in turn, 49 in two. Of increments like those the
/// greatest common divisor is one tick, which says nothing of how far the counter goes at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    ticks: u64,
    advances: u64,
}

/// Advances after which a step of no whole number of ticks comes to one, at most: enough for multipliers of quarters and of
/// eighths.
const MAX_ADVANCES: u64 = 8;
/// The shortest and the longest step that are looked for among those of no whole number of ticks. Where a tick is most of a step,
/// any reading is a multiple to within one.
const TICKS: RangeInclusive<u64> = 4..=512;
/// Readings that tell a step of no whole number of ticks from chance.
const ENOUGH: usize = 64;

impl Step {
    /// A step of a whole number of ticks; `None` of none.
    pub(crate) fn whole(ticks: u64) -> Option<Self> {
        (ticks > 0).then_some(Self { ticks, advances: 1 })
    }

    /// The step that the cores' counters show; `None` where none advanced.
    ///
    /// Each list is one core's readings; between lists nothing is compared, since each core may have a residue of its own.
    /// A core that moved during its readings seems to take smaller steps, so the largest is taken.
    pub(crate) fn of_cores<'a>(looks: impl IntoIterator<Item = &'a [u64]>) -> Option<Self> {
        looks.into_iter().filter_map(Self::of_core).max_by(|a, b| a.ticks().total_cmp(&b.ticks()))
    }

    /// The largest step of which all readings are multiples to within a tick, apart from a residue; where no such
    /// step of at least [`TICKS`] is found, the greatest common divisor of the increments.
    fn of_core(looks: &[u64]) -> Option<Self> {
        let increments = looks.windows(2).map(|pair| pair[1].abs_diff(pair[0]));
        let whole = Self::whole(increments.fold(0, gcd))?;
        if looks.len() < ENOUGH {
            return Some(whole);
        }
        let mut largest = whole;
        for advances in 2..=MAX_ADVANCES {
            let longer = (largest.ticks() * advances as f64) as u64 + 1;
            for ticks in longer.max(TICKS.start() * advances)..=TICKS.end() * advances {
                let step = Self { ticks, advances };
                if gcd(ticks, advances) == 1 && step.residue(looks).is_some() {
                    largest = step;
                }
            }
        }
        Some(largest)
    }

    /// Length of the step, in ticks.
    pub(crate) fn ticks(self) -> f64 {
        self.in_ticks(self.ticks)
    }

    /// A residue or a difference of two, in ticks.
    pub(crate) fn in_ticks(self, residue: u64) -> f64 {
        residue as f64 / self.advances as f64
    }

    /// A core's residue: what its counter leaves when divided by the step, in ticks divided by the step's advances, below
    /// the step's ticks. `None` where the readings do not agree to within a tick, which means that the thread, or the
    /// virtual core under it, moved meanwhile, and of no readings.
    pub(crate) fn residue(self, looks: &[u64]) -> Option<u64> {
        let place = |reading: u64| ((u128::from(reading) * u128::from(self.advances)) % u128::from(self.ticks)) as u64;
        let first = place(*looks.first()?);
        // Readings are rounded down to whole ticks, so that they lie less than one, `advances` parts of it, below the
        // residue.
        let (mut ahead, mut behind) = (0, 0);
        for &reading in looks {
            let forward = (place(reading) + self.ticks - first) % self.ticks;
            let backward = self.ticks - forward;
            if forward <= backward {
                ahead = ahead.max(forward)
            } else {
                behind = behind.max(backward)
            }
            if ahead + behind >= self.advances {
                return None;
            }
        }
        Some((first + ahead) % self.ticks)
    }

    /// Difference of two residues, the shorter way around the step, in ticks.
    pub(crate) fn difference(self, a: u64, b: u64) -> f64 {
        let ahead = a.abs_diff(b) % self.ticks;
        self.in_ticks(ahead.min(self.ticks - ahead))
    }
}

/// The greatest common divisor; of a number and 0, the number.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// True if residues are so near that readings of the same moment can be equal: within the clock's unit, which has so many
/// ticks.
pub(crate) fn is_near(difference_ticks: f64, unit_ticks: f64) -> bool {
    difference_ticks < unit_ticks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Readings of a counter that advances by `ticks` in `advances`, on a core with this residue, at irregular moments.
    fn readings(ticks: u64, advances: u64, residue: u64) -> Vec<u64> {
        let moments = (1_u64..=500).scan(1_000, |moment, n| {
            *moment += 1 + n * 37 % 11;
            Some(*moment)
        });
        moments.map(|moment| (moment * ticks + residue) / advances).collect()
    }

    fn whole(ticks: u64) -> Step {
        Step::whole(ticks).unwrap()
    }

    #[test]
    fn the_step_and_the_residues_of_cores_are_found() {
        let (here, there) = (readings(26, 1, 7), readings(26, 1, 25));
        let step = Step::of_cores([&here[..], &there]).unwrap();
        assert_eq!((step, step.ticks()), (whole(26), 26.0));
        assert_eq!((step.residue(&here), step.residue(&there)), (Some(7), Some(25)));
        assert_eq!((step.difference(7, 25), step.difference(7, 7)), (8.0, 0.0));
    }

    #[test]
    fn a_step_of_no_whole_number_of_ticks_is_found() {
        let here = readings(49, 2, 0);
        let increments: std::collections::BTreeSet<u64> = here.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(increments.contains(&25) && increments.contains(&49) && increments.contains(&73), "{increments:?}");
        let there = readings(49, 2, 6);
        let step = Step::of_cores([&here[..], &there]).unwrap();
        assert_eq!(step.ticks(), 24.5);
        let [a, b] = [&here, &there].map(|looks| step.residue(looks).unwrap());
        assert_eq!(step.difference(a, b), 3.0);
        // The longest step that four readings would fit is anybody's guess.
        assert_eq!(Step::of_cores([&here[..4]]), Some(whole(1)));
    }

    #[test]
    fn a_fine_counter_has_no_longer_step() {
        for ticks in [1, 2, 3] {
            assert_eq!(Step::of_cores([&readings(ticks, 1, 0)[..]]), Some(whole(ticks)));
        }
    }

    #[test]
    fn a_core_that_moved_hides_neither_the_step_nor_the_other_core_s_residue() {
        for advances in [1, 2] {
            let ticks = if advances == 1 { 26 } else { 49 };
            let mut moved = readings(ticks, advances, 0);
            moved.iter_mut().skip(250).for_each(|reading| *reading += 5);
            let still = readings(ticks, advances, 3);
            let step = Step::of_cores([&moved[..], &still]).unwrap();
            assert_eq!(step, Step { ticks, advances });
            assert_eq!((step.residue(&moved), step.residue(&still)), (None, Some(3)));
        }
    }

    #[test]
    fn nothing_is_said_of_readings_that_do_not_differ() {
        assert_eq!(whole(26).residue(&[26, 52, 79]), None);
        assert_eq!(whole(26).residue(&[]), None);
        assert_eq!((Step::of_cores([]), Step::of_cores([&[5_u64, 5][..]]), Step::whole(0)), (None, None, None));
    }

    proptest! {
        #[test]
        fn a_step_and_a_difference_of_residues_are_those_of_the_counter(
            (ticks, advances) in (1..=4_u64).prop_flat_map(|advances| (4 * advances..60 * advances, Just(advances))),
            (one, other) in (0..10_000_u64, 0..10_000_u64),
        ) {
            prop_assume!(gcd(ticks, advances) == 1);
            let looks = [one, other].map(|residue| readings(ticks, advances, residue % ticks));
            let step = Step::of_cores([&looks[0][..], &looks[1]]).unwrap();
            prop_assert_eq!(step, Step { ticks, advances });
            let [a, b] = looks.each_ref().map(|looks| step.residue(looks).unwrap());
            let apart = (one % ticks).abs_diff(other % ticks);
            prop_assert_eq!(step.difference(a, b), apart.min(ticks - apart) as f64 / advances as f64);
        }

        #[test]
        fn unrelated_readings_have_a_step_of_one_tick(looks in prop::collection::vec(0..1_000_000_u64, 200)) {
            prop_assert_eq!(Step::of_cores([&looks[..]]), Some(whole(1)));
        }
    }
}
