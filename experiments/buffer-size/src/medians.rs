//! Medians of rounds, as the record keeps them: the smallest and largest of so few rounds are the interval's ends, and four
//! significant digits are more than any of these measurements has.

use buffer_size_model::{Observation, fit};
use harness::record::Estimate;
use harness::statistics::{median, ratio_within_rounds};

use crate::measured::Row;
use crate::sample::{Sample, mean};

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

/// Deviation from the line of two costs through all sizes of its round, at the size that may be farthest off: whose interval
/// reaches farthest. Rounds have a line each, since a machine is faster at one moment than at another, at all sizes alike.
/// `seconds` are those of a call, by size, round by round.
pub(crate) fn farthest_off(seconds: &[(usize, Vec<f64>)]) -> Option<Estimate> {
    let rounds = seconds.iter().map(|(_, rounds)| rounds.len()).min()?;
    let mut off: Vec<Vec<f64>> = vec![Vec::new(); seconds.len()];
    for round in 0..rounds {
        let times: Vec<Observation> =
            seconds.iter().map(|(bytes, rounds)| Observation::new(*bytes as f64, rounds[round])).collect();
        let line = fit(&times).ok()?.law;
        for (off, time) in off.iter_mut().zip(&times) {
            off.push(time.seconds / line.seconds(time.bytes) - 1.0);
        }
    }
    let misses = off.iter().filter(|rounds| !rounds.is_empty()).map(|rounds| size_of(of_rounds(rounds)));
    misses.max_by(|one, other| one.high.total_cmp(&other.high))
}

/// How large a difference is, either way.
fn size_of(difference: Estimate) -> Estimate {
    let Estimate { value, low, high, .. } = difference;
    let nearest = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
    Estimate { value: value.abs(), low: nearest, high: low.abs().max(high.abs()), ..difference }
}

/// The geometric mean of some rows' throughputs, round by round; `None` if there are no rows.
pub(crate) fn means(rows: &[&Row]) -> Option<Vec<f64>> {
    let rounds = rows.iter().map(|row| row.seen.len()).min()?;
    Some((0..rounds).map(|round| mean(rows.iter().map(|row| row.seen[round].throughput()))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_is_as_large_below_the_line_as_above() {
        let miss = |value, low, high| {
            let Estimate { value, low, high, .. } = size_of(Estimate::between(9, value, [low, high]));
            [value, low, high]
        };
        assert_eq!(miss(0.2, 0.1, 0.3), [0.2, 0.1, 0.3]);
        assert_eq!(miss(-0.2, -0.3, -0.1), [0.2, 0.1, 0.3]);
        assert_eq!(miss(-0.05, -0.1, 0.02), [0.05, 0.0, 0.1]);
    }

    /// Rounds of a machine that is up to three times as slow at one moment as at another.
    fn drifting(bend: f64) -> Vec<(usize, Vec<f64>)> {
        let slow = [1.0, 3.0, 1.5, 2.0, 1.1, 2.7, 1.0];
        let seconds = |bytes: usize| 1e-7 + 1e-10 * bytes as f64 * if bytes == 4096 { bend } else { 1.0 };
        [256, 512, 1024, 2048, 4096].map(|bytes| (bytes, slow.map(|by| by * seconds(bytes)).to_vec())).into()
    }

    #[test]
    fn a_machine_whose_speed_changes_lies_on_a_line_in_every_round() {
        let off = farthest_off(&drifting(1.0)).unwrap();
        assert!(off.high < 1e-9, "{off:?}");
        let off = farthest_off(&drifting(3.0)).unwrap();
        assert!(off.low > 0.1, "{off:?}");
        assert_eq!(farthest_off(&[]), None);
    }
}
