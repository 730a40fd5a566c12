//! How many samples collide, without simulating.
//!
//! Assumptions, and what follows where they fail:
//!
//! 1. Threads are at random phases to each other, and their reads vary enough in length to keep it so. Threads that run
//!    in step collide always or never.
//! 2. Threads meet independently: whether one thread hits a value says nothing of another.
//! 3. On every busy hardware thread one thread runs at any time; threads of one hardware thread never meet.
//! 4. Random residues are averaged over; a machine has one residue per core, and one figure.
//! 5. All threads make equally many readings, at the same time.

use super::readers::{Offsets, PS_PER_NS, Setup};

/// The share of `threads` threads' samples that collide, for a clock whose values last `granularity` and reads that are
/// `cost` apart (in the same unit): `1 - (1 - granularity / cost)^(threads - 1)`.
///
/// Knows nothing of residues, shared cores or queues. Where a read takes less than the granularity, every value is read by
/// every thread, and the share is 1.
pub fn simple_share(threads: u32, granularity: f64, cost: f64) -> f64 {
    if threads < 2 {
        return 0.0;
    }
    let hit = (granularity / cost).min(1.0);
    -libm::expm1(f64::from(threads - 1) * libm::log1p(-hit))
}

/// The chance that another thread reads a given value, for a counter that advances by `step`, is reported in multiples of
/// `unit` and is read every `cost` by a core whose residue differs by `residue_difference` (all in the same unit of time).
///
/// Per step the other thread reads `step / cost` times, if that is below one. Its counter's value then falls into the same
/// unit if no multiple of the unit lies between the two: with a probability of `1 - distance / unit`, for each of its
/// steps that is less than a unit away. Where steps are finer than the unit, the sum over them makes `unit / cost`.
pub fn hit(step: f64, unit: f64, cost: f64, residue_difference: f64) -> f64 {
    (step / cost * steps_in_unit(step, unit, residue_difference)).min(overlap(step, unit, residue_difference))
}

/// The expected number of the other core's counter values in the unit of a given one.
fn steps_in_unit(step: f64, unit: f64, residue_difference: f64) -> f64 {
    if unit > FINE_STEPS * step {
        return unit / step;
    }
    let difference = residue_difference % step;
    let reach = libm::ceil(unit / step) as i32 + 1;
    (-reach..=reach).map(|n| (1.0 - libm::fabs(difference + f64::from(n) * step) / unit).max(0.0)).sum()
}

/// With this many steps in a unit their exact place no longer matters.
const FINE_STEPS: f64 = 1000.0;

/// The probability that the other core's counter takes any value in the unit of a given one: what a hit is bounded by,
/// however often the other thread reads.
fn overlap(step: f64, unit: f64, residue_difference: f64) -> f64 {
    steps_in_unit(step, unit, residue_difference).min(1.0)
}

/// The estimate for a setup, by both definitions of the share (see [`super::count`]).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The share of samples that collide.
    pub per_sample: f64,
    /// Each coincidence once, divided by all samples.
    pub as_published: f64,
}

/// Estimates a setup with its residues, shared cores and queues, under the module's assumptions.
pub fn estimate(setup: &Setup) -> Estimate {
    let (step, unit) = (setup.step_ps as f64, (setup.unit_ns * PS_PER_NS) as f64);
    let busy = setup.busy();
    let mut per_sample = 0.0;
    let mut as_published = 0.0;
    for me in 0..busy {
        let hits: Vec<f64> = (0..busy)
            .filter(|&other| other != me)
            .map(|other| {
                let cost = setup.cost_on(other) as f64;
                match residue_difference(setup, me, other) {
                    Some(difference) => hit(step, unit, cost, difference),
                    // The mean of `steps_in_unit` over all differences is unit / step.
                    None => (unit / cost).min((unit / step).min(1.0)),
                }
            })
            .collect();
        let weight = f64::from(setup.queue_on(me)) / f64::from(setup.threads);
        per_sample += weight * -libm::expm1(hits.iter().map(|&hit| libm::log1p(-hit)).sum());
        // A value that m threads read, and each of them r times, counts m - 1 for its m * r samples.
        let repeats = (step.max(unit) / setup.cost_on(me) as f64).max(1.0);
        as_published += weight * (1.0 - mean_reciprocal(&hits)) / repeats;
    }
    Estimate { per_sample, as_published }
}

/// How far apart two hardware threads' residues are, in picoseconds; `None` where that is random.
fn residue_difference(setup: &Setup, one: u32, other: u32) -> Option<f64> {
    let (one, other) = (setup.core_of(one), setup.core_of(other));
    match &setup.residues {
        _ if one == other => Some(0.0),
        Offsets::Equal => Some(0.0),
        Offsets::Random => None,
        Offsets::Given(list) if list.is_empty() => Some(0.0),
        Offsets::Given(list) => {
            let of = |core: u32| list[core as usize % list.len()] % setup.step_ps;
            Some(of(one).abs_diff(of(other)) as f64)
        }
    }
}

/// The mean of 1 / (1 + X), where X counts the independent events that happen, each with its own probability.
fn mean_reciprocal(probabilities: &[f64]) -> f64 {
    // The distribution of X, one event at a time.
    let mut distribution = vec![1.0];
    for &p in probabilities {
        distribution.push(0.0);
        for x in (0..distribution.len()).rev() {
            let before = if x > 0 { distribution[x - 1] } else { 0.0 };
            distribution[x] = distribution[x] * (1.0 - p) + before * p;
        }
    }
    distribution.iter().enumerate().map(|(x, share)| share / (x as f64 + 1.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::readers::Readers;
    use super::*;

    #[test]
    fn the_simple_share_is_the_formula() {
        for threads in 1..=16 {
            let plain = 1.0 - (1.0 - 1.0 / 33.0_f64).powi(threads as i32 - 1);
            assert!((simple_share(threads, 1.0, 33.0) - plain).abs() < 1e-14);
        }
        assert_eq!(simple_share(2, 1000.0, 33.0), 1.0);
        assert_eq!(simple_share(1, 1000.0, 33.0), 0.0);
        // Where the plain formula has lost every digit, this one has not.
        assert!((simple_share(2, 1e-18, 1.0) / 1e-18 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_residues_queues_and_sharing_the_estimate_is_the_simple_share() {
        for threads in [1, 2, 4, 8, 16] {
            let setup = Setup { threads, ..Setup::default() };
            let simple = simple_share(threads, 1_000.0, 33_000.0);
            assert!((estimate(&setup).per_sample - simple).abs() < 1e-12);
        }
    }

    #[test]
    fn two_threads_published_share_is_half_their_share_per_sample() {
        let Estimate { per_sample, as_published } = estimate(&Setup::default());
        assert!((as_published - per_sample / 2.0).abs() < 1e-12);
    }

    #[test]
    fn residues_up_to_a_unit_apart_thin_out_collisions_and_further_ones_end_them() {
        let tick = 10_015.0 / 26.0;
        let at = |ticks: f64| hit(10_015.0, 1_000.0, 21_000.0, ticks * tick);
        assert!((at(0.0) - 10_015.0 / 21_000.0).abs() < 1e-12);
        assert!((at(1.0) / at(0.0) - (1.0 - tick / 1_000.0)).abs() < 1e-12);
        assert!((at(2.0) / at(0.0) - (1.0 - 2.0 * tick / 1_000.0)).abs() < 1e-12);
        assert_eq!(at(3.0), 0.0);
        assert_eq!(at(13.0), 0.0);
        // 25 ticks ahead is 1 tick behind.
        assert!((at(25.0) - at(1.0)).abs() < 1e-12);
    }

    #[test]
    fn where_steps_are_finer_than_the_unit_residues_do_not_matter() {
        for difference in [0.0, 0.1, 0.37, 0.5] {
            assert!((hit(0.5, 1.0, 33.0, difference) - 1.0 / 33.0).abs() < 1e-12);
            assert!((hit(1.0, 1.0, 33.0, difference) - 1.0 / 33.0).abs() < 1e-12);
            assert!((hit(0.0001, 1.0, 33.0, difference) - 1.0 / 33.0).abs() < 1e-12);
        }
    }

    #[test]
    fn the_mean_reciprocal_is_that_of_all_outcomes() {
        let probabilities = [0.1_f64, 0.5, 0.9, 0.02];
        let mut mean = 0.0;
        for outcome in 0..16_u32 {
            let chance: f64 =
                (0..4).map(|i| if outcome >> i & 1 == 1 { probabilities[i] } else { 1.0 - probabilities[i] }).product();
            mean += chance / (1.0 + f64::from(outcome.count_ones()));
        }
        assert!((mean_reciprocal(&probabilities) - mean).abs() < 1e-14);
        assert_eq!(mean_reciprocal(&[]), 1.0);
    }

    /// The simulation's shares, averaged over phases, against the estimate: within 3% of it, or 0.2 points.
    fn agrees(setup: Setup) {
        let estimated = estimate(&setup);
        let readers = Readers::new(setup.clone()).unwrap();
        let seeds = 20;
        let (mut per_sample, mut as_published) = (0.0, 0.0);
        for seed in 0..seeds {
            let collisions = readers.simulate(seed, 20_000).unwrap().collisions;
            per_sample += collisions.share_per_sample() / f64::from(seeds as u32);
            as_published += collisions.share_as_published() / f64::from(seeds as u32);
        }
        let near = |a: f64, b: f64| (a - b).abs() <= 0.002 + 0.03 * b;
        assert!(near(per_sample, estimated.per_sample), "{setup:?}: {per_sample} for {estimated:?}");
        assert!(near(as_published, estimated.as_published), "{setup:?}: {as_published} for {estimated:?}");
    }

    #[test]
    fn the_simulation_agrees_where_its_reads_vary() {
        let base = Setup { jitter_ps: 10_000, ..Setup::default() };
        for threads in [2, 4, 8] {
            agrees(Setup { threads, ..base.clone() });
        }
        // Two hardware threads per core, and a queue.
        agrees(Setup { threads: 8, cores: 4, hardware_threads: 2, sharing_permille: 1_800, ..base.clone() });
        agrees(Setup { threads: 6, cores: 2, slice_ps: 3_000_000, ..base.clone() });
        // The virtual machine with steps of 26 ticks, whose cores are in step, one tick and two ticks apart.
        for residue in [0, 385, 770] {
            agrees(Setup {
                step_ps: 10_015,
                cost_ps: 21_000,
                jitter_ps: 8_000,
                residues: Offsets::Given(vec![0, residue]),
                ..base.clone()
            });
        }
        // macOS: 1 µs.
        agrees(Setup { unit_ns: 1_000, ..base });
    }
}
