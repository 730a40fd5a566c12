//! Shares that collide: by condition, round by round, and against the residues of the cores.

use harness::record::{Dimension, Estimate, Interval, Measure, Point, Series, Setting, unit};
use harness::statistics::{median, share};

use super::{
    COINCIDENCES, COLLIDING, COLLISIONS, MANNERS, OF_ROUNDS, RESIDUES, at, clock, condition_dimensions, digits, rounded,
};
use crate::clocks::{Clock, NS};
use crate::measured::{Measured, Rounds, Shown};
use crate::predicted::{self, Shares};
use crate::published;
use crate::round::{Condition, Manner};
use crate::step::Step;

/// Each clock, number of threads and pinning: the median round and the spread. The published runs read the wall clock, on cores
/// left to the system.
pub(super) fn collisions() -> Series {
    let share = |name, title| Measure::new(name, title, unit::SHARE, "median", OF_ROUNDS);
    let published = |threads| at(&Condition { clock: Clock::Realtime, threads, pinned: false });
    Series::new(COLLISIONS, "Samples that collide, by clock and threads")
        .dimensions(condition_dimensions())
        .measures([
            share(COLLIDING, "Samples whose value another thread read too"),
            share(COINCIDENCES, "Each coincidence once, of all samples"),
            share("equal_neighbour_share", "Equal consecutive readings within a thread"),
            Measure::new("read_seconds", "Processor time per recorded reading", "s", "median", OF_ROUNDS),
        ])
        .published_by(published::source())
        .published(published(2), COINCIDENCES, published::TWO_THREADS)
        .published(published(8), COINCIDENCES, published::EIGHT_THREADS)
}

pub(super) fn median_points(measured: &Measured) -> impl Iterator<Item = Point> {
    measured.rounds.iter().map(median_point)
}

fn median_point(rounds: &Rounds) -> Point {
    let measured = |value: fn(&Shown) -> f64| rounded(median(&rounds.values(value)));
    let expected =
        |share: fn(&Shares) -> f64| predicted::of_rounds(rounds, share).map(|shares| digits(median(&shares).value));
    Point::new(at(&rounds.condition))
        .value(COLLIDING, measured(|round| round.per_sample))
        .value(COINCIDENCES, measured(|round| round.as_published))
        .value("equal_neighbour_share", measured(|round| round.equal_share))
        .value("read_seconds", measured(|round| round.read_ns * NS))
        .predicted(COLLIDING, expected(|shares| shares.per_sample))
        .predicted(COINCIDENCES, expected(|shares| shares.as_published))
}

/// Every round of those conditions, one by one.
pub(super) fn rounds() -> Series {
    Series::new("collision-rounds", "Samples that collide, round by round")
        .dimensions(condition_dimensions().into_iter().chain([round_number()]))
        .measures([
            Measure::share(COLLIDING, "Samples that collide"),
            Measure::share(COINCIDENCES, "Each coincidence once, of all samples"),
        ])
}

pub(super) fn round_points(measured: &Measured) -> impl Iterator<Item = Point> {
    let several = measured.rounds.iter().filter(|rounds| rounds.condition.threads > 1);
    several.flat_map(|rounds| {
        rounds.each.iter().enumerate().map(|(number, round)| {
            Point::new(at(&rounds.condition))
                .and_at([("round", number.into())])
                .value(COLLIDING, rounded(share(round.colliding, round.samples)))
                .value(COINCIDENCES, rounded(share(round.coincidences, round.samples)))
        })
    })
}

/// Collisions of two pinned threads against how far their cores' counters are apart.
pub(super) fn residues() -> Series {
    Series::new(RESIDUES, "Collisions of two pinned threads against the difference of their cores' counter residues")
        .dimensions([
            clock(),
            round_number(),
            residue_difference(),
            Dimension::new("counter_step", "The counter advances by", Some("ticks")),
        ])
        .measures([Measure::share(COLLIDING, "Samples that collide"), mean_read()])
}

pub(super) fn residue_points(measured: &Measured) -> impl Iterator<Item = Point> {
    measured.residues.iter().flat_map(|rounds| {
        rounds.each.iter().enumerate().map(|(number, round)| residue_point(rounds.condition, number, round))
    })
}

fn residue_point(condition: Condition, number: usize, round: &Shown) -> Point {
    Point::new([
        ("clock", condition.clock.name().into()),
        ("round", number.into()),
        ("residue_difference", difference_of(round)),
        ("counter_step", round.counter_step.map_or(0.0, Step::ticks).into()),
    ])
    .value(COLLIDING, rounded(share(round.colliding, round.samples)))
    .value("read_seconds", rounded(Estimate::certain(round.samples, round.read_ns * NS)))
    .predicted(COLLIDING, predicted::shares(condition, round).map(|shares| digits(shares.per_sample)))
}

/// Words for each manner of reading.
const MANNERS_IN_WORDS: [(&str, &str); 4] = [
    ("ours", "one clock, started together"),
    (TWO_CLOCKS, "two clocks, started together"),
    ("no-barrier", "one clock, each started by itself"),
    (AS_PUBLISHED, "two clocks, each started by itself"),
];
const TWO_CLOCKS: &str = "two-clocks";
const AS_PUBLISHED: &str = "as-published";
/// Manners in which a thread reads two clocks with each sample.
pub(crate) const MANNERS_OF_TWO_CLOCKS: [&str; 2] = [TWO_CLOCKS, AS_PUBLISHED];

fn manner_name(manner: Manner) -> &'static str {
    match (manner.second_clock, manner.barrier) {
        (false, true) => "ours",
        (true, true) => TWO_CLOCKS,
        (false, false) => "no-barrier",
        (true, false) => AS_PUBLISHED,
    }
}

/// Collisions by two differences of the published program: it reads a second clock with each sample, and its threads do not wait
/// for each other.
pub(super) fn manners() -> Series {
    Series::new(MANNERS, "Collisions of two pinned threads on the wall clock, by how they read")
        .dimensions([
            Dimension::new("manner", "How threads read", None).words(MANNERS_IN_WORDS),
            round_number(),
            residue_difference(),
        ])
        .measures([Measure::share(COINCIDENCES, "Each coincidence once, of all samples"), mean_read()])
}

pub(super) fn manner_points(measured: &Measured) -> impl Iterator<Item = Point> {
    measured.manners.iter().flat_map(|(manner, rounds)| {
        rounds.each.iter().enumerate().map(|(number, round)| manner_point(*manner, rounds.condition, number, round))
    })
}

fn manner_point(manner: Manner, condition: Condition, number: usize, round: &Shown) -> Point {
    Point::new([
        ("manner", manner_name(manner).into()),
        ("round", number.into()),
        ("residue_difference", difference_of(round)),
    ])
    .value(COINCIDENCES, rounded(share(round.coincidences, round.samples)))
    .value("read_seconds", rounded(Estimate::certain(round.samples, round.read_ns * NS)))
    .predicted(COINCIDENCES, predicted::shares(condition, round).map(|shares| digits(shares.as_published)))
}

fn mean_read() -> Measure {
    Measure::new("read_seconds", "Processor time per recorded reading", "s", "mean", Interval::None)
}

fn round_number() -> Dimension {
    Dimension::new("round", "Round", None)
}

fn residue_difference() -> Dimension {
    Dimension::new("residue_difference", "Difference of the residues", Some("ticks"))
        .words([("moved", "not known: a core moved")])
}

/// Difference of a round's residues, in ticks.
fn difference_of(round: &Shown) -> Setting {
    round.residue_difference().map_or_else(|| Setting::from("moved"), Setting::from)
}
