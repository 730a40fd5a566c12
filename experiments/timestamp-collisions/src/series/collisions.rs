//! How much collides: by condition, round by round, and against the residues of the cores.

use harness::record::{Dimension, Estimate, Interval, Measure, Point, Series, Setting, unit};
use harness::statistics::{median, share};

use super::{COINCIDENCES, COLLIDING, OF_ROUNDS, at, clock, condition_dimensions, digits, rounded};
use crate::clocks::{Clock, NS};
use crate::measured::{Measured, Rounds, Shown};
use crate::predicted::{self, Shares};
use crate::published;
use crate::round::{Condition, Manner};
use crate::step::Step;

/// Each clock, number of threads and pinning: the median round and the spread.
pub(super) fn collisions(measured: &Measured) -> Series {
    let share = |name, title| Measure::new(name, title, unit::SHARE, "median", OF_ROUNDS);
    Series::new("collisions", "Samples that collide, by clock and threads")
        .dimensions(condition_dimensions())
        .measures([
            share(COLLIDING, "Samples whose value another thread read too"),
            share(COINCIDENCES, "Each coincidence once, of all samples"),
            share("equal_neighbour_share", "Equal consecutive readings within a thread"),
            Measure::new("read_seconds", "Processor time per recorded reading", "s", "median", OF_ROUNDS),
        ])
        .published_by(published::source())
        .points(measured.rounds.iter().map(median_point))
}

fn median_point(rounds: &Rounds) -> Point {
    let measured = |value: fn(&Shown) -> f64| rounded(median(&rounds.of(value)));
    let expected =
        |share: fn(&Shares) -> f64| predicted::of_rounds(rounds, share).map(|shares| digits(median(&shares).value));
    Point::new(at(&rounds.condition))
        .value(COLLIDING, measured(|round| round.per_sample))
        .value(COINCIDENCES, measured(|round| round.as_published))
        .value("equal_neighbour_share", measured(|round| round.equal_share))
        .value("read_seconds", measured(|round| round.read_ns * NS))
        .predicted(COLLIDING, expected(|shares| shares.per_sample))
        .predicted(COINCIDENCES, expected(|shares| shares.as_published))
        .published(COINCIDENCES, published_share(rounds.condition))
}

/// The published share of a condition like the published one: each coincidence once, of all samples.
fn published_share(condition: Condition) -> Option<f64> {
    match (condition.clock, condition.threads, condition.pinned) {
        (Clock::Realtime, 2, false) => Some(published::TWO_THREADS),
        (Clock::Realtime, 8, false) => Some(published::EIGHT_THREADS),
        _ => None,
    }
}

/// Every round of those conditions, one by one.
pub(super) fn rounds(measured: &Measured) -> Series {
    let several = measured.rounds.iter().filter(|rounds| rounds.condition.threads > 1);
    let points = several.flat_map(|rounds| {
        rounds.each.iter().enumerate().map(|(number, round)| {
            Point::new(at(&rounds.condition))
                .and_at([("round", number.into())])
                .value(COLLIDING, rounded(share(round.colliding, round.samples)))
                .value(COINCIDENCES, rounded(share(round.coincidences, round.samples)))
        })
    });
    Series::new("collision-rounds", "Samples that collide, round by round")
        .dimensions(condition_dimensions().into_iter().chain([round_number()]))
        .measures([
            Measure::share(COLLIDING, "Samples that collide"),
            Measure::share(COINCIDENCES, "Each coincidence once, of all samples"),
        ])
        .points(points)
}

/// Collisions of two pinned threads against how far their cores' counters are apart.
pub(super) fn residues(measured: &Measured) -> Series {
    let points = measured.residues.iter().flat_map(|rounds| {
        rounds.each.iter().enumerate().map(|(number, round)| residue_point(rounds.condition, number, round))
    });
    Series::new("residues", "Collisions of two pinned threads against the difference of their cores' counter residues")
        .dimensions([
            clock(),
            round_number(),
            residue_difference(),
            Dimension::new("counter_step", "The counter advances by", Some("ticks")),
        ])
        .measures([
            Measure::share(COLLIDING, "Samples that collide"),
            Measure::new("read_seconds", "Processor time per recorded reading", "s", "mean", Interval::None),
        ])
        .points(points)
}

fn residue_point(condition: Condition, number: usize, round: &Shown) -> Point {
    let difference = round.residue_difference().map_or_else(|| Setting::from("moved"), Setting::from);
    Point::new([
        ("clock", condition.clock.name().into()),
        ("round", number.into()),
        ("residue_difference", difference),
        ("counter_step", round.counter_step.map_or(0.0, Step::ticks).into()),
    ])
    .value(COLLIDING, rounded(share(round.colliding, round.samples)))
    .value("read_seconds", rounded(Estimate::certain(round.samples, round.read_ns * NS)))
    .predicted(COLLIDING, predicted::shares(condition, round).map(|shares| digits(shares.per_sample)))
}

/// What a reader sees for each manner of reading.
const MANNERS: [(&str, &str); 4] = [
    ("ours", "one clock, started together"),
    ("two-clocks", "two clocks, started together"),
    ("no-barrier", "one clock, each started by itself"),
    ("as-published", "two clocks, each started by itself"),
];

fn manner_name(manner: Manner) -> &'static str {
    match (manner.second_clock, manner.barrier) {
        (false, true) => "ours",
        (true, true) => "two-clocks",
        (false, false) => "no-barrier",
        (true, false) => "as-published",
    }
}

/// What two differences of the published program change: it reads a second clock with each sample, and its threads do not wait
/// for each other.
pub(super) fn manners(measured: &Measured) -> Series {
    let points = measured.manners.iter().flat_map(|(manner, rounds)| {
        rounds.each.iter().enumerate().map(|(number, round)| {
            let difference = round.residue_difference().map_or_else(|| Setting::from("moved"), Setting::from);
            Point::new([
                ("manner", manner_name(*manner).into()),
                ("round", number.into()),
                ("residue_difference", difference),
            ])
            .value(COINCIDENCES, rounded(share(round.coincidences, round.samples)))
            .value("read_seconds", rounded(Estimate::certain(round.samples, round.read_ns * NS)))
            .predicted(
                COINCIDENCES,
                predicted::shares(rounds.condition, round).map(|shares| digits(shares.as_published)),
            )
        })
    });
    Series::new("manners", "Collisions of two pinned threads on the wall clock, by how they read")
        .dimensions([
            Dimension::new("manner", "How threads read", None).words(MANNERS),
            round_number(),
            residue_difference(),
        ])
        .measures([
            Measure::share(COINCIDENCES, "Each coincidence once, of all samples"),
            Measure::new("read_seconds", "Processor time per recorded reading", "s", "mean", Interval::None),
        ])
        .points(points)
}

fn round_number() -> Dimension {
    Dimension::new("round", "Round", None)
}

fn residue_difference() -> Dimension {
    Dimension::new("residue_difference", "Difference of the residues", Some("ticks"))
        .words([("moved", "not known: a core moved")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rounds_like_the_published_ones_stand_beside_a_published_share() {
        let published = |clock, threads, pinned| published_share(Condition { clock, threads, pinned });
        assert_eq!(published(Clock::Realtime, 2, false), Some(0.02));
        assert_eq!(published(Clock::Realtime, 8, false), Some(0.0561));
        assert_eq!(published(Clock::Realtime, 4, false), None);
        assert_eq!(published(Clock::Realtime, 2, true), None);
        assert_eq!(published(Clock::Monotonic, 2, false), None);
    }
}
