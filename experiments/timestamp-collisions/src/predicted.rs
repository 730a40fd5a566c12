//! What the model says of a round: its collision share, from the cost of a read, the clock's unit, the counter's step and the
//! cores' residues, all as that round saw them.
//!
//! Beside the model's own assumptions: the cost is the round's mean, so whatever came and went during the round is spread
//! evenly over it; and the counter takes all its values equally often.

pub(crate) use timestamp_collisions_model::estimate::Estimate as Shares;
use timestamp_collisions_model::estimate::estimate;
use timestamp_collisions_model::{Offsets, Readers, Setup};

use crate::clocks::counter_tick_ns;
use crate::cores;
use crate::measured::{Rounds, Shown};
use crate::round::Condition;
use crate::step::Step;

/// The shares that the model expects of a round; `None` where it does not apply: to clocks that are not the counter in
/// units of time, or where there is no counter to know the step of.
pub(crate) fn shares(condition: Condition, round: &Shown) -> Option<Shares> {
    if !condition.clock.is_fine() {
        return None;
    }
    let setup = setup(condition, round, round.counter_step?, counter_tick_ns(), cores::usable().len() as u32);
    let readers = Readers::new(setup).ok()?;
    Some(estimate(readers.setup()))
}

/// One of the shares that the model expects of each round, where it applies to all.
pub(crate) fn of_rounds(rounds: &Rounds, share: impl Fn(&Shares) -> f64) -> Option<Vec<f64>> {
    rounds.each.iter().map(|round| shares(rounds.condition, round).map(|shares| share(&shares))).collect()
}

fn setup(condition: Condition, round: &Shown, step: Step, tick_ns: f64, cores: u32) -> Setup {
    let ps = |ticks: f64| (ticks * tick_ns * 1_000.0).round() as u64;
    // Thread i is pinned to core i, so the first threads' residues are the cores'. Unpinned threads wander.
    let known: Option<Vec<u64>> = round
        .residues
        .iter()
        .take(cores as usize)
        .map(|residue| residue.map(|residue| ps(step.in_ticks(residue))))
        .collect();
    Setup {
        threads: condition.threads,
        step_ps: ps(step.ticks()).max(1),
        unit_ns: round.unit.max(1),
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

    fn step_of(ticks: u64) -> Step {
        Step::whole(ticks).unwrap()
    }

    fn shown(residues: &[Option<u64>]) -> Shown {
        Shown {
            samples: 20,
            colliding: 0,
            coincidences: 0,
            per_sample: 0.0,
            as_published: 0.0,
            equal_share: 0.0,
            read_ns: 21.0,
            unit: 1,
            counter_step: Some(step_of(26)),
            residues: residues.to_vec(),
        }
    }

    fn expected(residues: &[Option<u64>], pinned: bool) -> f64 {
        let condition = Condition { clock: Clock::Realtime, threads: 2, pinned };
        estimate(&setup(condition, &shown(residues), step_of(26), 1.0 / 2.596, 2)).per_sample
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
    fn threads_beyond_the_cores_wait_and_so_collide_no_more() {
        let of = |threads| {
            let condition = Condition { clock: Clock::Realtime, threads, pinned: true };
            estimate(&setup(condition, &shown(&[Some(4); 8]), step_of(26), 1.0 / 2.596, 2)).per_sample
        };
        assert!(of(2) > 0.4);
        for threads in [4, 8] {
            assert!((of(threads) - of(2)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_clock_that_tells_microseconds_is_predicted_as_one() {
        let condition = Condition { clock: Clock::Realtime, threads: 2, pinned: false };
        let round = Shown { unit: 1_000, counter_step: Some(step_of(1)), ..shown(&[]) };
        let share = estimate(&setup(condition, &round, step_of(1), 41.7, 8)).per_sample;
        assert_eq!(share, 1.0);
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
            assert_eq!(shares(condition, &shown(&[Some(1), Some(1)])), None);
        }
    }
}
