//! What the model says of a round: its collision share, from the cost of a read, the counter's step and the cores' residues.

use models::clock::estimate::estimate;
use models::clock::{Offsets, Readers, Setup};

use crate::clocks::counter_tick_ns;
use crate::cores;
use crate::measured::Shown;
use crate::round::Condition;

/// The share per sample that the model expects of a round; `None` where it does not apply: to clocks that are not the
/// counter in nanoseconds, or where there is no counter to know the step of.
pub(crate) fn per_sample(condition: Condition, round: &Shown) -> Option<f64> {
    if !condition.clock.is_fine() || round.counter_step == 0 {
        return None;
    }
    let setup = setup(condition, round, counter_tick_ns(), cores::usable().len() as u32);
    let readers = Readers::new(setup).ok()?;
    Some(estimate(readers.setup()).per_sample)
}

fn setup(condition: Condition, round: &Shown, tick_ns: f64, cores: u32) -> Setup {
    let ps = |ticks: u64| (ticks as f64 * tick_ns * 1_000.0).round() as u64;
    // Thread i is pinned to core i, so the first threads' residues are the cores'. Unpinned threads wander.
    let known: Option<Vec<u64>> = round.residues.iter().take(cores as usize).map(|residue| residue.map(ps)).collect();
    Setup {
        threads: condition.threads,
        step_ps: ps(round.counter_step).max(1),
        unit_ns: 1,
        // Processor time, as measured among as many threads: what they slow each other down is in it.
        cost_ps: (round.read_ns * 1_000.0).round() as u64,
        jitter_ps: 0,
        residues: known.filter(|_| condition.pinned).map_or(Offsets::Random, Offsets::Given),
        cores,
        hardware_threads: 1,
        ..Setup::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocks::Clock;

    fn shown(residues: &[Option<u64>]) -> Shown {
        Shown {
            samples: 20,
            colliding: 0,
            per_sample: 0.0,
            as_published: 0.0,
            equal_share: 0.0,
            read_ns: 21.0,
            counter_step: 26,
            residues: residues.to_vec(),
        }
    }

    fn expected(residues: &[Option<u64>], pinned: bool) -> f64 {
        let condition = Condition { clock: Clock::Realtime, threads: 2, pinned };
        estimate(&setup(condition, &shown(residues), 1.0 / 2.596, 2)).per_sample
    }

    #[test]
    fn the_prediction_follows_the_residues_of_pinned_threads() {
        let together = expected(&[Some(4), Some(4)], true);
        let apart = expected(&[Some(4), Some(7)], true);
        let between = expected(&[Some(4), Some(5)], true);
        assert!((together - 10.015 / 21.0).abs() < 1e-3, "{together}");
        assert!(between < together && between > 0.2, "{between}");
        assert_eq!(apart, 0.0);
    }

    #[test]
    fn threads_that_wander_or_cores_that_move_have_random_residues() {
        let random = expected(&[Some(4), Some(7)], false);
        assert!((random - 1.0 / 21.0).abs() < 1e-3, "{random}");
        assert_eq!(expected(&[None, Some(7)], true), random);
    }

    #[test]
    fn coarse_clocks_and_the_bare_counter_have_no_prediction() {
        for clock in [Clock::RealtimeCoarse, Clock::Counter] {
            let condition = Condition { clock, threads: 2, pinned: true };
            assert_eq!(per_sample(condition, &shown(&[Some(1), Some(1)])), None);
        }
    }
}
