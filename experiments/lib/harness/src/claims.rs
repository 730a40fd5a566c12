//! What experiments need to judge a claim: whether a published figure agrees with what was measured and computed.

use crate::record::{Claim, ClaimFigure, Estimate, PublishedValue, Source, Verdict};

impl PublishedValue {
    /// One published figure.
    pub fn exactly(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// A published range.
    pub fn between(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// Whether the figure, known to within `rounding` on either side, reaches into `low..=high`.
    fn reaches(&self, low: f64, high: f64, rounding: f64) -> bool {
        // Decimal figures such as 0.997 are not exact in binary; this slack is far below their last digit.
        let slack = rounding + 1e-9 * self.high.abs();
        self.low - slack <= high && self.high + slack >= low
    }
}

impl ClaimFigure {
    /// A figure that was measured, or could not be.
    pub fn new(label: impl Into<String>, unit: &str, measured: Option<Estimate>) -> Self {
        let (label, unit) = (label.into(), unit.to_owned());
        Self { label, unit, published: None, measured, exact: None, predicted: None }
    }

    /// With what was published for it.
    pub fn published(self, value: PublishedValue) -> Self {
        Self { published: Some(value), ..self }
    }

    /// With what a model predicts for it.
    pub fn predicted(self, value: f64) -> Self {
        Self { predicted: Some(value), ..self }
    }
}

/// What a rule found of a claim, with the words that stand in the code.
#[derive(Debug, Clone)]
pub struct Finding {
    /// See [`Claim::id`].
    pub id: &'static str,
    /// See [`Claim::statement`].
    pub statement: &'static str,
    /// See [`Claim::source`].
    pub source: Option<Source>,
    /// See [`Claim::figures`].
    pub figures: Vec<ClaimFigure>,
    /// See [`Claim::verdict`].
    pub verdict: Verdict,
    /// See [`Claim::why`].
    pub why: String,
}

impl From<Finding> for Claim {
    fn from(finding: Finding) -> Self {
        let Finding { id, statement, source, figures, verdict, why } = finding;
        Self { id: id.to_owned(), statement: statement.to_owned(), source, figures, verdict, why }
    }
}

/// Whether the `published` figure lies within the measured 95% interval, give or take `rounding`, half a unit of its last
/// digit (0 for a counted figure).
pub fn within_interval(published: &PublishedValue, measured: &Estimate, rounding: f64) -> bool {
    published.reaches(measured.low, measured.high, rounding)
}

/// Whether the `published` figure is the exact one, give or take `rounding`.
pub fn equals_exact(published: &PublishedValue, exact: f64, rounding: f64) -> bool {
    published.reaches(exact, exact, rounding)
}

/// Whether a figure's published value is reproduced: it lies within the measured interval, or it is the exact value.
/// A published figure is itself a sample, so it may miss a narrow interval and yet be right, or the other way round.
/// `None` where the figure has no published value, or nothing to hold against it.
pub fn is_reproduced(figure: &ClaimFigure, rounding: f64) -> Option<bool> {
    let published = figure.published.as_ref()?;
    let measured = figure.measured.as_ref().map(|measured| within_interval(published, measured, rounding));
    let exact = figure.exact.map(|exact| equals_exact(published, exact, rounding));
    match (measured, exact) {
        (None, None) => None,
        (measured, exact) => Some(measured == Some(true) || exact == Some(true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(low: f64, value: f64, high: f64) -> Estimate {
        Estimate { n: 100, value, low, high, min: None, max: None }
    }

    fn figure(published: Option<f64>, measured: Option<Estimate>, exact: Option<f64>) -> ClaimFigure {
        let published = published.map(PublishedValue::exactly);
        ClaimFigure { published, exact, ..ClaimFigure::new("", "items", measured) }
    }

    #[test]
    fn a_figure_at_either_end_of_the_interval_lies_within_it() {
        let measured = estimate(96.0, 97.0, 98.0);
        for (published, within) in [(95.0, false), (96.0, true), (98.0, true), (99.0, false)] {
            assert_eq!(within_interval(&PublishedValue::exactly(published), &measured, 0.0), within, "{published}");
        }
    }

    #[test]
    fn a_range_that_touches_the_interval_lies_within_it() {
        let measured = estimate(998.0, 998.0, 998.0);
        assert!(within_interval(&PublishedValue::between(997.0, 999.0), &measured, 0.0));
        assert!(!within_interval(&PublishedValue::between(999.0, 1000.0), &measured, 0.0));
    }

    #[test]
    fn rounding_widens_a_figure_by_half_its_last_digit() {
        assert!(equals_exact(&PublishedValue::exactly(1.23), 1.2349, 0.005));
        assert!(!equals_exact(&PublishedValue::exactly(1.23), 1.2351, 0.005));
    }

    #[test]
    fn reproduced_means_measured_or_exact() {
        let near = Some(estimate(96.0, 97.0, 98.0));
        assert_eq!(is_reproduced(&figure(Some(97.0), near.clone(), Some(95.0)), 0.0), Some(true));
        assert_eq!(is_reproduced(&figure(Some(99.0), near.clone(), Some(99.0)), 0.0), Some(true));
        assert_eq!(is_reproduced(&figure(Some(99.0), near.clone(), Some(97.0)), 0.0), Some(false));
        assert_eq!(is_reproduced(&figure(Some(99.0), near, None), 0.0), Some(false));
    }

    #[test]
    fn without_a_figure_to_compare_nothing_is_said() {
        assert_eq!(is_reproduced(&figure(None, Some(estimate(1.0, 1.0, 1.0)), Some(1.0)), 0.0), None);
        assert_eq!(is_reproduced(&figure(Some(1.0), None, None), 0.0), None);
    }
}
