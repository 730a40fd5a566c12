//! Each clock, read by one thread again and again.

use harness::record::{Dimension, Estimate, Interval, Measure, Point, Series};
use harness::statistics::{median, share};

use super::{OF_ROUNDS, clock, digits, rounded, seconds};
use crate::clocks::{Clock, NS, ReadBy};
use crate::increments::Increments;
use crate::measured::Measured;

/// Costs of a read, and increments of the clock from one to the next.
pub(super) fn clocks() -> Series {
    let increment = |name, title| Measure::new(name, title, "s", "pooled quantile", Interval::None);
    Series::new("clocks", "Each clock, read by one thread again and again")
        .dimensions([clock(), Dimension::new("read_by", "Read by", None)])
        .measures([
            Measure::new("read_cost_seconds", "Time per read", "s", "median", OF_ROUNDS),
            Measure::new(
                "resolution_reported_seconds",
                "Resolution as the system reports it",
                "s",
                "as reported",
                Interval::None,
            ),
            Measure::new("resolution_observed_seconds", "Smallest step seen", "s", "minimum", Interval::None),
            Measure::new("increment_min_seconds", "Smallest increment", "s", "minimum", Interval::None),
            increment("increment_p1_seconds", "Increment, 1st percentile"),
            increment("increment_p50_seconds", "Increment, median"),
            increment("increment_p99_seconds", "Increment, 99th percentile"),
            Measure::new("increment_max_seconds", "Largest increment", "s", "maximum", Interval::None),
            Measure::share("equal_neighbour_share", "Equal consecutive readings"),
            Measure::share("backward_share", "Steps backwards"),
        ])
}

pub(super) fn clock_points(measured: &Measured) -> impl Iterator<Item = Point> {
    let system_call_ns = median(&measured.system_calls).value;
    measured.costs.iter().filter_map(move |(clock, costs)| {
        let alone = &measured.find(*clock, 1, false)?.increments;
        Some(point(*clock, &median(costs), alone, system_call_ns))
    })
}

fn point(clock: Clock, cost: &Estimate, alone: &Increments, system_call_ns: f64) -> Point {
    let read_by = ReadBy::infer(clock, cost.value, system_call_ns);
    let pairs = alone.pairs();
    let each = |units: Option<f64>| units.map(|units| of_units(pairs, clock, units));
    Point::new([("clock", clock.name().into()), ("read_by", read_by.name(cfg!(target_os = "linux")).into())])
        .value("read_cost_seconds", rounded(seconds(cost.clone())))
        .value(
            "resolution_reported_seconds",
            clock.reported_resolution_ns().map(|ns| rounded(Estimate::certain(1, ns * NS))),
        )
        .value("resolution_observed_seconds", each(alone.min_forward()))
        .value("increment_min_seconds", each(alone.min()))
        .value("increment_p1_seconds", each(alone.quantile(0.01)))
        .value("increment_p50_seconds", each(alone.quantile(0.5)))
        .value("increment_p99_seconds", each(alone.quantile(0.99)))
        .value("increment_max_seconds", each(alone.max()))
        .value("equal_neighbour_share", rounded(share(alone.equal(), pairs)))
        .value("backward_share", rounded(share(alone.backward, pairs)))
}

fn of_units(pairs: u64, clock: Clock, units: f64) -> Estimate {
    rounded(Estimate::certain(pairs, units * clock.unit_ns() * NS))
}

/// Increments rarer than this are left out of the histogram.
const FREQUENT: f64 = 0.001;

/// Increments of each clock between neighbours of one thread.
pub(super) fn increments() -> Series {
    Series::new("increments", "Increments from one reading to the next that make up at least 0.1% of them")
        .dimensions([clock(), Dimension::new("increment", "Increment", Some("s"))])
        .measures([Measure::share("share_of_pairs", "Share of neighbours")])
}

pub(super) fn increment_points(measured: &Measured) -> impl Iterator<Item = Point> {
    let alone = measured.rounds.iter().filter(|rounds| rounds.condition.threads == 1 && !rounds.condition.pinned);
    alone.flat_map(|rounds| {
        let clock = rounds.condition.clock;
        let pairs = rounds.increments.pairs();
        rounds.increments.frequent(FREQUENT).into_iter().map(move |(increment, count)| {
            let seconds = digits(increment as f64 * clock.unit_ns() * NS);
            Point::new([("clock", clock.name().into()), ("increment", seconds.into())])
                .value("share_of_pairs", rounded(share(count, pairs)))
        })
    })
}
