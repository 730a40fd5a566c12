//! Medians of rounds, as the record keeps them.

use harness::record::Estimate;
use harness::statistics::median;

use crate::measured::Row;
use crate::sample::Sample;

/// The median of some rounds, as the record keeps it: the smallest and largest of so few rounds are the interval's ends.
pub(crate) fn of_rounds(rounds: &[f64]) -> Estimate {
    rounded(Estimate { min: None, max: None, ..median(rounds) })
}

/// The median of a figure over the rounds.
pub(crate) fn of(row: &Row, figure: impl Fn(&Sample) -> f64) -> Estimate {
    of_rounds(&row.of(figure))
}

/// Without digits that mean nothing.
pub(crate) fn rounded(estimate: Estimate) -> Estimate {
    let Estimate { n, value, low, high, min, max } = estimate;
    Estimate {
        n,
        value: digits(value),
        low: digits(low),
        high: digits(high),
        min: min.map(digits),
        max: max.map(digits),
    }
}

/// Four significant digits: more than any of these measurements has, and a record of a readable size.
pub(crate) fn digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().expect("a number was written")
}
