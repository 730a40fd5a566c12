//! The rules by which claims are judged, all in one place. An experiment says which rule, by which margin, and in which words.

use crate::record::{ClaimFigure, Estimate, PublishedValue, Verdict};

/// By how much a published figure may miss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Margin {
    /// Not at all: it was counted.
    None,
    /// By so much, in its own unit: half a unit of its last digit.
    Within(f64),
    /// By this share of itself.
    Share(f64),
}

impl Margin {
    /// In the unit of the figure that was published.
    pub(crate) fn of(self, published: f64) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Within(margin) => margin,
            Self::Share(share) => share * published.abs(),
        }
    }
}

/// What a statement stands or falls with, part by part; `None` is a part that this run could not tell.
#[derive(Debug, Clone)]
pub enum Rule {
    /// Every figure that was published has to be reproduced ([`is_reproduced`]), and what is concluded from them has to hold.
    Reproduced(bool),
    /// Every part has to hold, and a part that does not makes the statement wrong.
    All(Vec<Option<bool>>),
    /// The parts are conditions that the statement does not name: where only some hold, it depends.
    Each(Vec<Option<bool>>),
    /// Every part has to be told, and then as with [`Rule::Each`]: a statement of two sides.
    Both([Option<bool>; 2]),
    /// The first says whether the statement holds, the others whether it does with the published figures: where these are the
    /// machine's own, it depends.
    Given(Option<bool>, Vec<Option<bool>>),
    /// This run cannot tell; its words say why.
    NotTested,
}

impl Rule {
    /// The verdict; `agree` tells of each figure whether what was published of it is reproduced.
    pub fn verdict(&self, agree: impl IntoIterator<Item = Option<bool>>) -> Verdict {
        match self {
            Self::Reproduced(concludes) => {
                // A figure that nobody published agrees with anything.
                let parts = agree.into_iter().filter(Option::is_some).chain([Some(*concludes)]);
                of_parts(&parts.collect::<Vec<_>>(), Verdict::Differs)
            }
            Self::All(parts) => of_parts(parts, Verdict::Differs),
            Self::Each(parts) => of_parts(parts, Verdict::Depends),
            Self::Both(parts) if parts.contains(&None) => Verdict::NotTested,
            Self::Both(parts) => of_parts(parts, Verdict::Depends),
            Self::Given(Some(true), parts) => match of_parts(parts, Verdict::Depends) {
                Verdict::Differs => Verdict::Depends,
                verdict => verdict,
            },
            Self::Given(Some(false), _) => Verdict::Differs,
            Self::Given(None, _) | Self::NotTested => Verdict::NotTested,
        }
    }
}

/// Reproduced where all parts hold that could be told, `mixed` where only some do, and not tested where none could be told.
fn of_parts(parts: &[Option<bool>], mixed: Verdict) -> Verdict {
    let told: Vec<bool> = parts.iter().copied().flatten().collect();
    match told.iter().filter(|&&holds| holds).count() {
        _ if told.is_empty() => Verdict::NotTested,
        0 => Verdict::Differs,
        holding if holding == told.len() => Verdict::Reproduced,
        _ => mixed,
    }
}

/// Whether a figure is surely above a bound: its whole interval is, and its exact value where there is one.
pub fn surely_above(measured: &Estimate, exact: Option<f64>, bound: f64) -> bool {
    measured.low > bound && exact.is_none_or(|exact| exact > bound)
}

/// Whether a figure is surely below a bound: its whole interval is, and its exact value where there is one.
pub fn surely_below(measured: &Estimate, exact: Option<f64>, bound: f64) -> bool {
    measured.high < bound && exact.is_none_or(|exact| exact < bound)
}

/// Whether a figure may be at or below a bound: some of its interval is, and its exact value where there is one.
pub fn may_be_within(measured: &Estimate, exact: Option<f64>, bound: f64) -> bool {
    measured.low <= bound && exact.is_none_or(|exact| exact <= bound)
}

/// Whether one estimate is surely less than another: their intervals do not meet.
pub fn surely_less(one: &Estimate, other: &Estimate) -> bool {
    one.high < other.low
}

/// Whether the measured value lies within the margin of the published one, or within the published range; its interval has no say.
pub fn is_about(published: &PublishedValue, measured: &Estimate, margin: Margin) -> bool {
    let is_near = |end: f64| (measured.value - end).abs() <= margin.of(end);
    (published.low..=published.high).contains(&measured.value) || is_near(published.low) || is_near(published.high)
}

impl PublishedValue {
    /// Whether the figure, known to within `rounding` on either side, reaches into `low..=high`.
    fn reaches(&self, low: f64, high: f64, rounding: f64) -> bool {
        // Decimal figures such as 0.997 are not exact in binary; this slack is far below their last digit.
        let slack = rounding + 1e-9 * self.high.abs();
        self.low - slack <= high && self.high + slack >= low
    }
}

/// Whether the `published` figure lies within the measured 95% interval, give or take `rounding`, half a unit of its last
/// digit (0 for a counted figure).
fn within_interval(published: &PublishedValue, measured: &Estimate, rounding: f64) -> bool {
    published.reaches(measured.low, measured.high, rounding)
}

/// Whether the `published` figure is the exact one, give or take `rounding`.
fn equals_exact(published: &PublishedValue, exact: f64, rounding: f64) -> bool {
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
mod tests;
