//! The measurements as the record's series.

mod clocks;
mod collisions;
mod identifiers;

use harness::found::figures;
use harness::record::{Dimension, Estimate, Series, Setting};
use harness::series::to_digits;

use crate::clocks::NS;
use crate::measured::Measured;
use crate::round::Condition;

pub(crate) use collisions::MANNERS_OF_TWO_CLOCKS;

/// Words for each clock.
const CLOCKS: [(&str, &str); 9] = [
    ("realtime", "wall clock (REALTIME)"),
    ("monotonic", "MONOTONIC"),
    ("monotonic-raw", "MONOTONIC_RAW"),
    ("boottime", "BOOTTIME"),
    ("realtime-coarse", "REALTIME_COARSE"),
    ("monotonic-coarse", "MONOTONIC_COARSE"),
    ("system-time", "Rust SystemTime"),
    ("instant", "Rust Instant"),
    ("counter", "bare counter"),
];
/// Words for each way to place threads.
const PLACEMENTS: [(&str, &str); 2] =
    [("free", "cores left to the system"), ("pinned", "each thread on a core of its own")];
/// Method of the interval of a median of rounds.
const OF_ROUNDS: &str = "order statistics; the whole range where there are fewer than 6 rounds";
/// Significant digits: more than any of these measurements has, and a record of a readable size.
const DIGITS: usize = 6;

/// The series of shares by clock, threads and placement.
pub(crate) const COLLISIONS: &str = "collisions";
/// Series of the rounds of two pinned threads whose residues are known: by clock, and by manner of reading.
pub(crate) const RESIDUES: &str = "residues";
pub(crate) const MANNERS: &str = "manners";
/// The share of samples that collide.
pub(crate) const COLLIDING: &str = "collision_share";
/// Each coincidence once, of all samples: the share that was published.
pub(crate) const COINCIDENCES: &str = "published_share";

/// All series of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![
        clocks::clocks(),
        collisions::collisions(),
        collisions::rounds(),
        clocks::increments(),
        collisions::residues(),
        collisions::manners(),
        identifiers::identifiers(),
        figures(),
    ]
}

/// All series of the record, with their points.
pub(crate) fn all(measured: &Measured) -> Vec<Series> {
    vec![
        clocks::clocks().points(clocks::clock_points(measured)),
        collisions::collisions().points(collisions::median_points(measured)),
        collisions::rounds().points(collisions::round_points(measured)),
        clocks::increments().points(clocks::increment_points(measured)),
        collisions::residues().points(collisions::residue_points(measured)),
        collisions::manners().points(collisions::manner_points(measured)),
        identifiers::identifiers().points(identifiers::identifier_points(measured)),
    ]
}

/// The settings of a condition.
pub(crate) fn at(condition: &Condition) -> [(&'static str, Setting); 3] {
    [
        ("clock", condition.clock.name().into()),
        ("threads", condition.threads.into()),
        ("placement", if condition.pinned { "pinned" } else { "free" }.into()),
    ]
}

fn condition_dimensions() -> [Dimension; 3] {
    [
        clock(),
        Dimension::new("threads", "Threads", Some("threads")),
        Dimension::new("placement", "Threads on cores", None).words(PLACEMENTS),
    ]
}

fn clock() -> Dimension {
    Dimension::new("clock", "Clock", None).words(CLOCKS)
}

/// Nanoseconds as seconds.
pub(crate) fn seconds(nanoseconds: Estimate) -> Estimate {
    nanoseconds.map(|nanoseconds| nanoseconds * NS)
}

fn rounded(estimate: Estimate) -> Estimate {
    estimate.to_digits(DIGITS)
}

fn digits(value: f64) -> f64 {
    to_digits(value, DIGITS)
}
