//! The claims and the rules that judge them.

mod bytes;
mod code_points;

use harness::record::{Claim, ClaimFigure, Estimate, PublishedValue};

use crate::ask::Asked;

/// All claims, in the order in which the article makes them, and then this project's own.
pub(crate) fn claims(asked: &Asked) -> Vec<Claim> {
    vec![
        bytes::c_locale_six(asked),
        bytes::macos_adds_two(asked),
        bytes::linux_adds_none(asked),
        bytes::hstore_breaks(asked),
        code_points::icu_alternative(asked),
        code_points::implementations_disagree(asked),
        bytes::odd_charmaps(asked),
        code_points::wide_depends_on_locale(asked),
    ]
}

/// A figure of nothing yet.
fn figure(label: &str, unit: &str) -> ClaimFigure {
    ClaimFigure::new(label, unit, None)
}

fn published(count: usize) -> Option<PublishedValue> {
    Some(PublishedValue::exactly(count as f64))
}

/// From the least to the most of some counts; each was the same every time.
fn measured(counts: impl IntoIterator<Item = usize>) -> Option<Estimate> {
    let counts: Vec<usize> = counts.into_iter().collect();
    let (low, high) = (*counts.iter().min()?, *counts.iter().max()?);
    let estimate = |value: usize| value as f64;
    Some(Estimate {
        n: counts.len() as u64,
        value: estimate(high),
        low: estimate(low),
        high: estimate(high),
        min: None,
        max: None,
    })
}

#[cfg(test)]
mod tests;
