//! The rounds as the record's series.

mod parts;
mod patterns;
mod ratios;
mod rounds;
mod two_writes;
mod waiting;

use harness::record::{Dimension, Estimate, Measure, Series, Setting};
use harness::series::to_digits;

use crate::condition::{Condition, PATTERNS};
use crate::measured::Row;
use crate::predicted::Fitted;
use crate::transport::TRANSPORTS;
use sockets::cores::Cores;

pub(crate) use two_writes::OVER_UNIX;
pub(crate) use waiting::{OVER_BLOCK, OVER_ONE};

/// How the interval of a median of rounds is made.
const OF_ROUNDS: &str = "order statistics of rounds";
/// Significant digits: more than any of these measurements has, and a record of a readable size.
const DIGITS: usize = 5;

/// All series of this part of the record, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![
        patterns::per_message(),
        patterns::ping_pong(),
        ratios::unix_over_tcp(),
        ratios::others(),
        parts::parts(),
        rounds::rounds(),
        waiting::waiting(),
        two_writes::two_writes(),
    ]
}

/// All series with their points.
pub(crate) fn filled(rows: &[Row], fitted: &[Fitted]) -> Vec<Series> {
    vec![
        patterns::per_message_of(rows, fitted),
        patterns::ping_pong_of(rows, fitted),
        ratios::unix_over_tcp().points(ratios::unix_over_tcp_points(rows, fitted)),
        ratios::others().points(ratios::others_points(rows)),
        parts::parts().points(parts::points(fitted)),
        rounds::rounds().points(rounds::points(rows)),
        waiting::waiting().points(waiting::points(rows)),
        two_writes::two_writes().points(two_writes::points(rows)),
    ]
}

/// The transport and the cores.
fn at(condition: &Condition) -> [(&'static str, Setting); 2] {
    [("transport", condition.transport.name().into()), ("cores", condition.cores.name().into())]
}

fn transport() -> Dimension {
    Dimension::new("transport", "Transport", None).words(TRANSPORTS)
}

fn cores() -> Dimension {
    Dimension::new("cores", "Cores", None).words(Cores::EVERY.map(|cores| (cores.name(), cores.text())))
}

fn of_rounds(name: &str, title: &str, unit: &str) -> Measure {
    Measure::new(name, title, unit, "median", OF_ROUNDS)
}

/// The estimate as it is published.
fn shown(estimate: Estimate) -> Estimate {
    estimate.to_digits(DIGITS).without_extremes()
}

/// A prediction as it is published.
pub(crate) fn digits(value: f64) -> f64 {
    to_digits(value, DIGITS)
}
