//! Every figure of a run, computed once: those of the series, and those that stand in none.

use harness::record::{Estimate, unit};
use harness::statistics::{median, median_if_any, share_if_any};
use harness::{Found, Quantity};
use timestamp_collisions_model::identifiers::Scheme;
use timestamp_collisions_model::{Setup, estimate::estimate};

use crate::clocks::{Clock, NS, counter_tick_ns};
use crate::cores;
use crate::measured::{Makers, Measured, Rounds, Shown};
use crate::predicted::{Shares, of_rounds};
use crate::remedies::Remedy;
use crate::round::Condition;
use crate::series::{self, COINCIDENCES, COLLIDING, COLLISIONS, seconds};
use crate::step::is_near;

/// Shares of the wall clock's readings by two threads that can run at once.
pub(crate) const TWO_THREADS_COUNTED_ONCE: &str = "two threads, each coincidence counted once";
pub(crate) const TWO_THREADS_COLLIDING: &str = "two threads, samples that collide";
/// Share of eight threads that can run at once, with the prediction for the published machine.
pub(crate) const EIGHT_THREADS_COUNTED_ONCE: &str = "eight hardware threads, each coincidence counted once";
/// The share of samples that collide of two pinned threads, and by how much the counter advances at a time for them.
pub(crate) const PINNED_COLLIDING: &str = "two pinned threads, samples that collide";
pub(crate) const PINNED_STEP: &str = "two pinned threads, step of the counter";
/// The share of samples that collided in rounds whose residues were within a nanosecond, the clock's unit, of each other, and
/// in those whose residues were further apart.
pub(crate) const NEAR_COLLIDING: &str = "near residues, samples that collide";
pub(crate) const FAR_COLLIDING: &str = "far residues, samples that collide";
/// Step of the counter, whatever was read.
pub(crate) const COUNTER_STEP: &str = "step of the counter";
/// The time of the emptiest system call.
pub(crate) const SYSTEM_CALL: &str = "emptiest system call";
/// The share of rounds of several threads, reading the wall clock, in which anything collided.
pub(crate) const ROUNDS_THAT_COLLIDE: &str = "rounds with a collision";
/// The shares of identifiers that were duplicates.
pub(crate) const DUPLICATE_IDENTIFIERS: &str = "duplicates of all remedies";
pub(crate) const DUPLICATE_TIMESTAMPS: &str = "duplicates of bare timestamps of several threads";

/// Number of cores of the machine.
pub(crate) const CORES: &str = "cores";

/// All of them, on a machine with so many cores.
pub(crate) fn quantities(measured: &Measured, cores: usize) -> Found {
    let mut found = Found::new(series::all(measured));
    found.add(CORES, Quantity::new("cores", Estimate::certain(1, cores as f64)));
    // The rounds of the wall clock of which each core's residue is known.
    let pinned = measured.residues.iter().find(|rounds| rounds.condition.clock == Clock::Realtime);
    add_two_threads(&mut found, pinned.filter(|_| cores >= 2), cores);
    add_eight_threads(&mut found, cores);
    add_pinned(&mut found, pinned);
    let step = measured.residues.iter().chain(&measured.rounds).find_map(counter_step);
    found.add(COUNTER_STEP, Quantity::new("s", step));
    found.add(SYSTEM_CALL, Quantity::new("s", median_if_any(&measured.system_calls).map(seconds)));
    add_rounds_that_collide(&mut found, measured);
    add_duplicates(&mut found, measured);
    found
}

/// A measure of [`COLLISIONS`] at the wall clock by so many threads, pinned or not.
pub(crate) fn wall_clock(found: &Found, threads: u32, pinned: bool, measure: &str) -> Quantity {
    let condition = Condition { clock: Clock::Realtime, threads, pinned };
    found.at(COLLISIONS, &series::at(&condition), measure)
}

/// Adds shares of two threads: of the rounds of pinned threads, if there are any, since they are more.
fn add_two_threads(found: &mut Found, pinned: Option<&Rounds>, cores: usize) {
    let mut add = |name, measure, of: fn(&Shown) -> f64, expected: fn(&Shares) -> f64| {
        let quantity = match pinned {
            Some(rounds) => Quantity::new(unit::SHARE, median(&rounds.values(of)))
                .predicted(of_rounds(rounds, expected).map(|shares| median(&shares).value)),
            None if cores >= 2 => wall_clock(found, 2, cores::CAN_PIN, measure),
            None => Quantity::new(unit::SHARE, None),
        };
        found.add(name, quantity);
    };
    add(TWO_THREADS_COUNTED_ONCE, COINCIDENCES, |round| round.as_published, |shares| shares.as_published);
    add(TWO_THREADS_COLLIDING, COLLIDING, |round| round.per_sample, |shares| shares.per_sample);
}

fn add_eight_threads(found: &mut Found, cores: usize) {
    // The published machine: four cores of two hardware threads each. How much those slow each other down was not
    // published; here two of them read as often as one alone would, the least that a shared core gives.
    let machine = Setup { threads: 8, cores: 4, hardware_threads: 2, sharing_permille: 2_000, ..Setup::default() };
    let measured = wall_clock(found, 8, cores::CAN_PIN, COINCIDENCES).measured.filter(|_| cores >= 8);
    let eight = Quantity::new(unit::SHARE, measured).predicted(estimate(&machine).as_published);
    found.add(EIGHT_THREADS_COUNTED_ONCE, eight);
}

/// Adds figures of the counter below the wall clock, by two pinned threads.
fn add_pinned(found: &mut Found, pinned: Option<&Rounds>) {
    let each = pinned.map_or(&[][..], |rounds| &rounds.each);
    let colliding: Vec<f64> = each.iter().map(|round| round.per_sample).collect();
    found.add(PINNED_COLLIDING, Quantity::new(unit::SHARE, median_if_any(&colliding)));
    found.add(PINNED_STEP, Quantity::new("s", pinned.and_then(counter_step)));
    let known: Vec<(f64, f64)> =
        each.iter().filter_map(|round| Some((round.residue_difference()?, round.per_sample))).collect();
    add_residues(found, &known, 1.0 / counter_tick_ns());
}

/// From each round's difference of residues, in ticks, and its share of samples that collide; and how many ticks the clock's
/// unit has.
pub(crate) fn add_residues(found: &mut Found, rounds: &[(f64, f64)], unit_ticks: f64) {
    let (near, far): (Vec<_>, Vec<_>) = rounds.iter().partition(|&&(difference, _)| is_near(difference, unit_ticks));
    for (name, rounds) in [(NEAR_COLLIDING, near), (FAR_COLLIDING, far)] {
        let shares: Vec<f64> = rounds.into_iter().map(|(_, share)| share).collect();
        found.add(name, Quantity::new(unit::SHARE, median_if_any(&shares)));
    }
}

/// Step of the counter, in seconds.
fn counter_step(rounds: &Rounds) -> Option<Estimate> {
    let step = rounds.counter_step()?;
    Some(Estimate::certain(1, step.ticks() * counter_tick_ns() * NS))
}

fn add_rounds_that_collide(found: &mut Found, measured: &Measured) {
    let several = measured
        .rounds
        .iter()
        .chain(&measured.residues)
        .filter(|rounds| rounds.condition.clock == Clock::Realtime && rounds.condition.threads > 1);
    let each: Vec<bool> = several.flat_map(|rounds| &rounds.each).map(|round| round.colliding > 0).collect();
    let with = each.iter().filter(|&&collided| collided).count();
    found.add(ROUNDS_THAT_COLLIDE, share_of((with as u64, each.len() as u64)));
}

fn add_duplicates(found: &mut Found, measured: &Measured) {
    let is_bare = |makers: &&Makers| makers.remedy == Remedy::Scheme(Scheme::Timestamp);
    let remedies = measured.remedies.iter().filter(|makers| !is_bare(makers));
    let timestamps = measured.remedies.iter().filter(|makers| is_bare(makers) && makers.threads > 1);
    found.add(DUPLICATE_IDENTIFIERS, share_of(pooled(remedies)));
    found.add(DUPLICATE_TIMESTAMPS, share_of(pooled(timestamps)));
}

/// Duplicates, and identifiers.
fn pooled<'a>(makers: impl Iterator<Item = &'a Makers>) -> (u64, u64) {
    makers.map(Makers::duplicates).fold((0, 0), |(some, all), (more, others)| (some + more, all + others))
}

fn share_of((some, all): (u64, u64)) -> Quantity {
    Quantity::new(unit::SHARE, share_if_any(some, all))
}
