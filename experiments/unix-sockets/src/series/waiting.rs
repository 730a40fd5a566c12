//! Why two cores are slower than one, or faster: the same exchanges with ends that sleep, with ends that sleep on cores that
//! do not, and with ends that spin.

use harness::record::{Dimension, Measure, Point, Series, Setting, unit};
use harness::statistics::{median, ratio_within_rounds};

use super::{OF_ROUNDS, PATTERNS, at, cores, of_rounds, shown, transport};
use crate::condition::Condition;
use crate::conditions::{COMPARED, EXCHANGES};
use crate::measured::{Row, find, rate_of};
use crate::phases::P50;
use crate::waiting::Waiting;
use sockets::cores::Cores;

const RATE: &str = "exchanges_per_second";
/// How many times as fast as ends that sleep on one core, which is what programs do where the system keeps them together.
pub(crate) const OVER_ONE: &str = "ratio_to_sleeping_on_one_core";
/// How many times as fast as ends that sleep, on the same cores.
pub(crate) const OVER_BLOCK: &str = "ratio_to_sleeping";

/// All exchanges that are pinned.
pub(super) fn waiting() -> Series {
    let ratio = |name, title| Measure::new(name, title, unit::RATIO, "median of ratios", OF_ROUNDS);
    Series::new("waiting", "Ends that sleep and ends that spin while they wait")
        .dimensions([
            Dimension::new("pattern", "Pattern", None).words(PATTERNS),
            transport(),
            cores(),
            Dimension::new("waiting", "While waiting", None)
                .words(Waiting::ALL.map(|waiting| (waiting.name(), waiting.text()))),
        ])
        .measures([
            of_rounds(RATE, "Messages or round trips per second", "per second"),
            of_rounds(P50, "Median time of one", "s"),
            ratio(OVER_ONE, "How many times as fast as ends that sleep on one core, by the median time"),
            ratio(OVER_BLOCK, "How many times as fast as ends that sleep, by the median time"),
        ])
}

/// Points of all exchanges that were measured.
pub(super) fn points(rows: &[Row]) -> impl Iterator<Item = Point> {
    let conditions = EXCHANGES.into_iter().flat_map(|pattern| {
        COMPARED.into_iter().flat_map(move |transport| {
            Cores::PINNED
                .into_iter()
                .flat_map(move |cores| Waiting::ALL.map(|waiting| Condition { pattern, transport, cores, waiting }))
        })
    });
    conditions.filter_map(|condition| point(rows, condition))
}

fn point(rows: &[Row], condition: Condition) -> Option<Point> {
    let row = find(rows, condition)?;
    let rate = rate_of(condition.pattern)?;
    // The median time, which other work on the machine moves less than the rate: a spinning end loses its core to it for long.
    let faster_than = |other: Condition| {
        let other = find(rows, other).filter(|_| other != condition)?;
        Some(shown(ratio_within_rounds(&other.each(P50), &row.each(P50))))
    };
    let sleeping = Condition { waiting: Waiting::Block, ..condition };
    let together = Condition { cores: Cores::One, ..sleeping };
    Some(
        Point::new(at(&condition))
            .and_at(settings(condition))
            .value(RATE, shown(median(&row.each(rate))))
            .value(P50, shown(median(&row.each(P50))))
            .value(OVER_ONE, faster_than(together))
            .value(OVER_BLOCK, faster_than(sleeping)),
    )
}

fn settings(condition: Condition) -> [(&'static str, Setting); 2] {
    [("pattern", condition.pattern.name().into()), ("waiting", condition.waiting.name().into())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::Pattern;
    use crate::transport::Transport;
    use crate::turn::Outcome;

    #[test]
    fn each_way_to_wait_stands_beside_sleeping_and_beside_one_core() {
        let row = |cores, waiting, times: [f64; 3]| Row {
            condition: Condition { pattern: EXCHANGES[1], transport: Transport::Unix, cores, waiting },
            rounds: times.map(|time| Outcome::from([("round_trips_per_second", 1.0 / time), (P50, time)])).to_vec(),
        };
        let rows = [
            row(Cores::One, Waiting::Block, [2.0, 4.0, 2.0]),
            row(Cores::One, Waiting::Spin, [600.0, 800.0, 700.0]),
            row(Cores::Apart, Waiting::Block, [8.0, 12.0, 6.0]),
            row(Cores::Apart, Waiting::Spin, [1.0, 1.0, 1.0]),
        ];
        let series = waiting().points(points(&rows));
        let value = |cores: Cores, waiting: Waiting, measure: &str| {
            let is_there = |point: &&Point| {
                (&point.at["cores"], &point.at["waiting"]) == (&cores.name().into(), &waiting.name().into())
            };
            series.points.iter().find(is_there).unwrap().values.get(measure).map(|estimate| estimate.value)
        };
        assert_eq!(series.points.len(), rows.len());
        assert_eq!(value(Cores::Apart, Waiting::Block, OVER_ONE), Some(0.33333));
        assert_eq!(value(Cores::Apart, Waiting::Spin, OVER_ONE), Some(2.0));
        assert_eq!(value(Cores::Apart, Waiting::Spin, OVER_BLOCK), Some(8.0));
        assert_eq!(value(Cores::One, Waiting::Block, OVER_ONE), None);
        assert_eq!(value(Cores::One, Waiting::Block, OVER_BLOCK), None);
        assert_eq!(value(Cores::One, Waiting::Block, P50), Some(2.0));
    }

    #[test]
    fn only_exchanges_between_two_ends_are_there() {
        assert!(EXCHANGES.into_iter().all(Pattern::has_two_ends));
        assert_eq!(points(&[]).count(), 0);
    }
}
