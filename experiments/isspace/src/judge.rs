//! The claims and the rules that judge them.

mod bytes;
mod code_points;

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::{Claim, PublishedValue, Verdict};
use harness::rules::{Margin, Rule};

/// All claims, in the order in which the article makes them, and then this project's own.
pub(crate) fn claims(found: &Quantities) -> Vec<Claim> {
    vec![
        bytes::c_locale_six(found),
        bytes::macos_adds_two(found),
        bytes::linux_adds_none(found),
        bytes::hstore_breaks(found),
        code_points::icu_alternative(found),
        code_points::implementations_disagree(found),
        bytes::odd_charmaps(found),
        code_points::wide_depends_on_locale(found),
    ]
}

/// A figure under its own name.
fn figure(found: &Quantities, name: &str) -> Figure {
    Figure::new(name, found.named(name))
}

/// The same, with the count that was published.
fn published(found: &Quantities, name: &str, count: usize) -> Figure {
    figure(found, name).published(PublishedValue::exactly(count as f64), Margin::None)
}

/// A count, if it could be made; of several the most.
fn counted(found: &Quantities, name: &str) -> Option<f64> {
    found.named(name).measured.as_ref().map(|count| count.value)
}

/// Whether none of these were counted.
fn is_none(found: &Quantities, name: &str) -> Option<bool> {
    counted(found, name).map(|count| count == 0.0)
}

/// A statement that holds or not, with the words for where it does, where it does not, and where nobody could be asked.
fn judge(
    statement: Statement,
    figures: Vec<Figure>,
    holds: Option<bool>,
    [agrees, differs, unasked]: [&str; 3],
) -> Claim {
    let rule = if holds.is_some() { Rule::All(vec![holds]) } else { Rule::NotTested };
    statement.judge(figures, &rule, |verdict| match verdict {
        Verdict::Reproduced => agrees,
        Verdict::NotTested => unasked,
        _ => differs,
    })
}

#[cfg(test)]
mod tests;
