//! The measurements as the record's series.

use std::collections::BTreeMap;

use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting, unit};
use harness::statistics::{median, share};

use crate::clocks::{Clock, ReadBy};
use crate::measured::{Makers, Measured, Rounds, Shown};
use crate::predicted::{self, COARSE_COUNTER, Shares};
use crate::published;
use crate::round::Condition;

/// What a reader sees for each clock.
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
/// What a reader sees for each way to place threads.
const PLACEMENTS: [(&str, &str); 2] =
    [("free", "cores left to the system"), ("pinned", "each thread on a core of its own")];
/// What a reader sees for each kind of identifier.
const SCHEMES: [(&str, &str); 10] = [
    ("timestamp", "bare timestamp"),
    ("thread-bits", "timestamp + thread"),
    ("counter", "atomic counter"),
    ("increasing", "atomic max(now, last + 1)"),
    ("hybrid", "hybrid logical clock"),
    ("ulid", "ULID, monotonic"),
    ("snowflake", "Snowflake"),
    ("uuid-v4", "UUIDv4"),
    ("uuid-v7", "UUIDv7, random"),
    ("uuid-v7-counter", "UUIDv7, counter"),
];
/// Seconds in a nanosecond.
const NS: f64 = 1e-9;
/// How the interval of a median of rounds is made.
const OF_ROUNDS: &str = "order statistics; the whole range where there are fewer than 6 rounds";

/// All series.
pub(crate) fn all(measured: &Measured) -> Vec<Series> {
    vec![
        clocks(measured),
        collisions(measured),
        rounds(measured),
        increments(measured),
        residues(measured),
        coarse_counter(),
        identifiers(measured),
    ]
}

/// Each clock, read by one thread.
fn clocks(measured: &Measured) -> Series {
    let system_call_ns = median(&measured.system_calls).value;
    let points = measured.costs.iter().filter_map(|(clock, costs)| {
        let alone = measured.rounds.iter().find(|rounds| {
            rounds.condition.clock == *clock && rounds.condition.threads == 1 && !rounds.condition.pinned
        })?;
        let cost = median(costs);
        let read_by = ReadBy::of(*clock, cost.value, system_call_ns);
        let pairs = alone.increments.pairs();
        let seconds = |units: Option<f64>| units.map(|units| single(pairs, units * clock.unit_ns() * NS));
        let mut values = BTreeMap::new();
        let mut put = |name: &str, estimate: Option<Estimate>| {
            estimate.map(|estimate| values.insert(name.to_owned(), rounded(estimate)))
        };
        put("read_cost_seconds", Some(scaled(cost, NS)));
        put("resolution_reported_seconds", clock.reported_resolution_ns().map(|ns| single(1, ns * NS)));
        put("resolution_observed_seconds", seconds(alone.increments.min_forward()));
        put("increment_min_seconds", seconds(alone.increments.min()));
        put("increment_p1_seconds", seconds(alone.increments.quantile(0.01)));
        put("increment_p50_seconds", seconds(alone.increments.quantile(0.5)));
        put("increment_p99_seconds", seconds(alone.increments.quantile(0.99)));
        put("increment_max_seconds", seconds(alone.increments.max()));
        put("equal_neighbour_share", Some(share(alone.increments.equal(), pairs)));
        put("backward_share", Some(share(alone.increments.backward, pairs)));
        let at = settings([("clock", text(clock.name())), ("read_by", text(read_by.name()))]);
        Some(Point { at, values, ..Point::default() })
    });
    let increment = |name, title| Measure::new(name, title, "s", "pooled quantile", "none");
    Series {
        id: "clocks".to_owned(),
        title: "Each clock, read by one thread again and again".to_owned(),
        dimensions: vec![clock(), Dimension::new("read_by", "Read by", None)],
        measures: vec![
            Measure::new("read_cost_seconds", "Time per read", "s", "median", OF_ROUNDS),
            Measure::new(
                "resolution_reported_seconds",
                "Resolution as the system reports it",
                "s",
                "as reported",
                "none",
            ),
            Measure::new("resolution_observed_seconds", "Smallest step seen", "s", "minimum", "none"),
            Measure::new("increment_min_seconds", "Smallest increment", "s", "minimum", "none"),
            increment("increment_p1_seconds", "Increment, 1st percentile"),
            increment("increment_p50_seconds", "Increment, median"),
            increment("increment_p99_seconds", "Increment, 99th percentile"),
            Measure::new("increment_max_seconds", "Largest increment", "s", "maximum", "none"),
            Measure::new("equal_neighbour_share", "Equal neighbours", unit::SHARE, "share", "Wilson"),
            Measure::new("backward_share", "Steps back", unit::SHARE, "share", "Wilson"),
        ],
        points: points.collect(),
        ..Series::default()
    }
}

/// Each clock, number of threads and pinning: the median round and the spread.
fn collisions(measured: &Measured) -> Series {
    let points = measured.rounds.iter().map(|rounds| {
        let values = BTreeMap::from([
            ("collision_share".to_owned(), of_rounds(rounds, |round| round.per_sample)),
            ("published_share".to_owned(), of_rounds(rounds, |round| round.as_published)),
            ("equal_neighbour_share".to_owned(), of_rounds(rounds, |round| round.equal_share)),
            ("read_seconds".to_owned(), of_rounds(rounds, |round| round.read_ns * NS)),
        ]);
        let expected =
            |share: fn(&Shares) -> f64| predicted::of_rounds(rounds, share).map(|shares| digits(median(&shares).value));
        let predicted = [
            ("collision_share", expected(|shares| shares.per_sample)),
            ("published_share", expected(|shares| shares.as_published)),
        ];
        let predicted = predicted.into_iter().filter_map(|(name, share)| Some((name.to_owned(), share?))).collect();
        let published = published_share(rounds.condition).map(|share| ("published_share".to_owned(), share));
        let published = published.into_iter().collect();
        Point { at: condition(rounds), values, predicted, published, ..Point::default() }
    });
    Series {
        id: "collisions".to_owned(),
        title: "Samples that collide, by clock and threads".to_owned(),
        dimensions: condition_dimensions().to_vec(),
        measures: vec![
            Measure::new(
                "collision_share",
                "Samples whose value another thread read too",
                unit::SHARE,
                "median",
                OF_ROUNDS,
            ),
            Measure::new("published_share", "Each coincidence once, of all samples", unit::SHARE, "median", OF_ROUNDS),
            Measure::new("equal_neighbour_share", "Equal neighbours within a thread", unit::SHARE, "median", OF_ROUNDS),
            Measure::new("read_seconds", "Processor time per recorded reading", "s", "median", OF_ROUNDS),
        ],
        published_source: published::source(),
        points: points.collect(),
        ..Series::default()
    }
}

/// Every round of those conditions, one by one.
fn rounds(measured: &Measured) -> Series {
    let several = measured.rounds.iter().filter(|rounds| rounds.condition.threads > 1);
    let points = several.flat_map(|rounds| {
        rounds.each.iter().enumerate().map(|(number, round)| {
            let mut at = condition(rounds);
            at.insert("round".to_owned(), Setting::Number(number as f64));
            let values = BTreeMap::from([
                ("collision_share".to_owned(), rounded(share(round.colliding, round.samples))),
                ("published_share".to_owned(), rounded(share(round.coincidences, round.samples))),
            ]);
            Point { at, values, ..Point::default() }
        })
    });
    let mut dimensions = condition_dimensions().to_vec();
    dimensions.push(Dimension::new("round", "Round", None));
    Series {
        id: "collision-rounds".to_owned(),
        title: "Samples that collide, round by round".to_owned(),
        dimensions,
        measures: vec![
            Measure::new("collision_share", "Samples that collide", unit::SHARE, "share", "Wilson"),
            Measure::new("published_share", "Each coincidence once, of all samples", unit::SHARE, "share", "Wilson"),
        ],
        points: points.collect(),
        ..Series::default()
    }
}

/// The published share of a condition like the published one: each coincidence once, of all samples.
fn published_share(condition: Condition) -> Option<f64> {
    match (condition.clock, condition.threads, condition.pinned) {
        (Clock::Realtime, 2, false) => Some(published::TWO_THREADS),
        (Clock::Realtime, 8, false) => Some(published::EIGHT_THREADS),
        _ => None,
    }
}

/// Increments rarer than this are left out of the histogram.
const FREQUENT: f64 = 0.001;

/// How far each clock moves between neighbours of one thread.
fn increments(measured: &Measured) -> Series {
    let alone = measured.rounds.iter().filter(|rounds| rounds.condition.threads == 1 && !rounds.condition.pinned);
    let points = alone.flat_map(|rounds| {
        let Rounds { condition, increments, .. } = rounds;
        let pairs = increments.pairs();
        increments.frequent(FREQUENT).into_iter().map(move |(increment, count)| {
            let seconds = digits(increment as f64 * condition.clock.unit_ns() * NS);
            let at = settings([("clock", text(condition.clock.name())), ("increment", Setting::Number(seconds))]);
            let values = BTreeMap::from([("share_of_pairs".to_owned(), rounded(share(count, pairs)))]);
            Point { at, values, ..Point::default() }
        })
    });
    Series {
        id: "increments".to_owned(),
        title: "Increments from one reading to the next that make up at least 0.1% of them".to_owned(),
        dimensions: vec![clock(), Dimension::new("increment", "Increment", Some("s"))],
        measures: vec![Measure::new("share_of_pairs", "Share of neighbours", unit::SHARE, "share", "Wilson")],
        points: points.collect(),
        ..Series::default()
    }
}

/// Collisions of two pinned threads against how far their cores' counters are apart.
fn residues(measured: &Measured) -> Series {
    let points = measured.residues.iter().flat_map(|rounds| {
        rounds.each.iter().enumerate().map(|(number, round)| {
            let difference = round.residue_difference().map_or(text("moved"), |ticks| Setting::Number(ticks as f64));
            let at = settings([
                ("clock", text(rounds.condition.clock.name())),
                ("round", Setting::Number(number as f64)),
                ("residue_difference", difference),
                ("counter_step", Setting::Number(round.counter_step as f64)),
            ]);
            let mut values = BTreeMap::from([
                ("collision_share".to_owned(), rounded(share(round.colliding, round.samples))),
                ("read_seconds".to_owned(), rounded(single(round.samples, round.read_ns * NS))),
            ]);
            if let Some(unevenness) = round.unevenness {
                values.insert("unevenness".to_owned(), rounded(single(1, unevenness)));
            }
            let predicted = predicted::shares(rounds.condition, round);
            let predicted = predicted.map(|shares| ("collision_share".to_owned(), digits(shares.per_sample)));
            Point { at, values, predicted: predicted.into_iter().collect(), ..Point::default() }
        })
    });
    Series {
        id: "residues".to_owned(),
        title: "Collisions of two pinned threads against the difference of their cores' counter residues".to_owned(),
        dimensions: vec![
            clock(),
            Dimension::new("round", "Round", None),
            residue_dimension(),
            Dimension::new("counter_step", "The counter advances by", Some("ticks")),
        ],
        measures: vec![
            Measure::new("collision_share", "Samples that collide", unit::SHARE, "share", "Wilson"),
            Measure::new("read_seconds", "Processor time per recorded reading", "s", "mean", "none"),
            Measure::new(
                "unevenness",
                "Meetings, over those of a counter that takes its values equally often",
                unit::RATIO,
                "ratio",
                "none",
            ),
        ],
        points: points.collect(),
        ..Series::default()
    }
}

/// What the model says of a counter that advances many ticks at a time, whatever this machine's does.
fn coarse_counter() -> Series {
    let points = (0..=COARSE_COUNTER.step_ticks / 2).map(|ticks| {
        let shares = COARSE_COUNTER.shares(ticks);
        Point {
            at: settings([("residue_difference", Setting::Number(ticks as f64))]),
            predicted: BTreeMap::from([("collision_share".to_owned(), digits(shares.per_sample))]),
            ..Point::default()
        }
    });
    Series {
        id: "coarse-counter".to_owned(),
        title: "Predicted collisions of two threads on a counter that advances 26 ticks of 0.385 ns at a time"
            .to_owned(),
        dimensions: vec![residue_dimension()],
        measures: vec![Measure::new("collision_share", "Samples that collide", unit::SHARE, "share", "none")],
        points: points.collect(),
        ..Series::default()
    }
}

/// What the remedies cost, and whether they keep their promise.
fn identifiers(measured: &Measured) -> Series {
    let points = measured.remedies.iter().map(|&Makers { remedy, threads, each: ref made }| {
        let promise = remedy.promise();
        let each: Vec<f64> = made.iter().map(|made| made.each_ns * NS).collect();
        let total = made.iter().map(|made| made.identifiers).sum();
        let duplicates = made.iter().map(|made| made.duplicates).sum();
        Point {
            at: settings([
                ("scheme", text(remedy.name())),
                ("certain", text(promise.certain.name())),
                ("probable", text(promise.probable.name())),
                ("threads", Setting::Number(threads.into())),
            ]),
            values: BTreeMap::from([
                ("seconds_per_identifier".to_owned(), rounded(median(&each))),
                ("duplicate_share".to_owned(), rounded(share(duplicates, total))),
            ]),
            ..Point::default()
        }
    });
    Series {
        id: "identifiers".to_owned(),
        title: "What identifiers cost, and how many were duplicates".to_owned(),
        dimensions: vec![
            Dimension::new("scheme", "Scheme", None).words(SCHEMES),
            Dimension::new("certain", "Surely different", None),
            Dimension::new("probable", "Different but for chance", None),
            Dimension::new("threads", "Threads", Some("threads")),
        ],
        measures: vec![
            Measure::new("seconds_per_identifier", "Processor time per identifier", "s", "median", OF_ROUNDS),
            Measure::new("duplicate_share", "Duplicates", unit::SHARE, "share", "Wilson"),
        ],
        points: points.collect(),
        ..Series::default()
    }
}

/// The median of one value of each round.
fn of_rounds(rounds: &Rounds, value: impl Fn(&Shown) -> f64) -> Estimate {
    rounded(median(&rounds.of(value)))
}

/// A value that is what it is: its interval is itself.
pub(crate) fn single(n: u64, value: f64) -> Estimate {
    Estimate { n, value, low: value, high: value, min: None, max: None }
}

/// An estimate in another unit.
pub(crate) fn scaled(estimate: Estimate, by: f64) -> Estimate {
    on_each(estimate, |value| value * by)
}

fn rounded(estimate: Estimate) -> Estimate {
    on_each(estimate, digits)
}

fn on_each(estimate: Estimate, change: impl Fn(f64) -> f64) -> Estimate {
    let Estimate { n, value, low, high, min, max } = estimate;
    let (value, low, high) = (change(value), change(low), change(high));
    Estimate { n, value, low, high, min: min.map(&change), max: max.map(change) }
}

/// Six significant digits: more than any of these measurements has, and a record of a readable size.
fn digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().expect("a number was written")
}

fn condition(rounds: &Rounds) -> BTreeMap<String, Setting> {
    let condition = rounds.condition;
    settings([
        ("clock", text(condition.clock.name())),
        ("threads", Setting::Number(condition.threads.into())),
        ("placement", text(if condition.pinned { "pinned" } else { "free" })),
    ])
}

fn clock() -> Dimension {
    Dimension::new("clock", "Clock", None).words(CLOCKS)
}

fn residue_dimension() -> Dimension {
    Dimension::new("residue_difference", "Difference of the residues", Some("ticks"))
        .words([("moved", "not known: a core moved")])
}

fn condition_dimensions() -> [Dimension; 3] {
    [
        clock(),
        Dimension::new("threads", "Threads", Some("threads")),
        Dimension::new("placement", "Threads on cores", None).words(PLACEMENTS),
    ]
}

fn settings<const N: usize>(settings: [(&str, Setting); N]) -> BTreeMap<String, Setting> {
    settings.into_iter().map(|(name, setting)| (name.to_owned(), setting)).collect()
}

fn text(text: &str) -> Setting {
    Setting::Text(text.to_owned())
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

    #[test]
    fn six_digits_are_kept() {
        assert_eq!(digits(0.123_456_789), 0.123_457);
        assert_eq!(digits(0.0), 0.0);
        assert_eq!(digits(1.0), 1.0);
        assert_eq!(digits(2.345e-8), 2.345e-8);
    }
}
