//! Figures in the sentence that gives the reason for a verdict.

use harness::record::Estimate;

/// Why threads were not measured.
pub(super) const TOO_FEW: &str = "This machine has too few processors to run as many threads at once.";

/// The lowest and the highest round of a share.
pub(super) fn range(share: &Estimate) -> String {
    let (min, max) = (share.min.unwrap_or(share.low), share.max.unwrap_or(share.high));
    format!("rounds with fresh threads range from {} to {}", percent(min), percent(max))
}

/// A share in percent, to two digits.
pub(super) fn percent(share: f64) -> String {
    format!("{}%", digits(share * 100.0))
}

/// Two digits or more, without an exponent.
pub(super) fn digits(value: f64) -> String {
    // The exponent once it is rounded: 0.999 is 1.0.
    let exponent: i32 = format!("{value:.1e}").split_once('e').map_or(0, |(_, exponent)| exponent.parse().unwrap_or(0));
    let decimals = (1 - exponent).clamp(0, 9) as usize;
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_two_digits_at_least() {
        assert_eq!([0.0, 0.0123, 0.0561, 0.5, 1.0].map(percent), ["0.0%", "1.2%", "5.6%", "50%", "100%"]);
        assert_eq!([0.999_98, 99.7].map(digits), ["1.0", "100"]);
        assert_eq!([28.0, 1.0, 10.015, 0.000_31, 1234.5].map(digits), ["28", "1.0", "10", "0.00031", "1234"]);
    }
}
