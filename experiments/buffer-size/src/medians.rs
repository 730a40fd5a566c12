//! Medians of rounds, as the record keeps them: the smallest and largest of so few rounds are the interval's ends, and four
//! significant digits are more than any of these measurements has.

use harness::record::Estimate;
use harness::statistics::{median, ratio_within_rounds};

use crate::measured::Row;
use crate::sample::Sample;

/// Significant digits of a figure.
pub(crate) const DIGITS: usize = 4;

/// The median of some rounds.
pub(crate) fn of_rounds(rounds: &[f64]) -> Estimate {
    median(rounds).without_extremes().to_digits(DIGITS)
}

/// The median of as many figures as there are.
pub(crate) fn of_any(figures: &[f64]) -> Option<Estimate> {
    (!figures.is_empty()).then(|| of_rounds(figures))
}

/// The median of a figure over the rounds.
pub(crate) fn of(row: &Row, figure: impl Fn(&Sample) -> f64) -> Estimate {
    of_rounds(&row.of(figure))
}

/// The median of the ratios of two figures, each round's over the same round's.
pub(crate) fn ratio(above: &[f64], below: &[f64]) -> Estimate {
    ratio_within_rounds(above, below).without_extremes().to_digits(DIGITS)
}

/// The geometric mean of some rows' throughputs, round by round; `None` if there are no rows.
pub(crate) fn means(rows: &[&Row]) -> Option<Vec<f64>> {
    let rounds = rows.iter().map(|row| row.seen.len()).min()?;
    let mean = |round: usize| {
        let logs: f64 = rows.iter().map(|row| row.seen[round].throughput().ln()).sum();
        (logs / rows.len() as f64).exp()
    };
    Some((0..rounds).map(mean).collect())
}
