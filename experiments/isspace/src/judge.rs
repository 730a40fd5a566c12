//! The claims. All of it was counted, so that no margin is needed and nothing is noise.

mod bytes;
mod code_points;

use harness::claims::{Figure, Statement};
use harness::Found;
use harness::record::{Claim, PublishedValue, Verdict};
use harness::verdicts::{Margin, Part, Rule};

/// All claims, in the order in which the article makes them, and then this project's own.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        bytes::c_locale_six(found),
        bytes::macos_adds_two(found),
        bytes::linux_adds_none(found),
        bytes::hstore_breaks(found),
        code_points::icu_alternative(found),
        code_points::implementations_disagree(found),
        code_points::icu_about_bytes(found),
        bytes::odd_charmaps(found),
        code_points::wide_depends_on_locale(found),
        code_points::perl_depends_on_string(found),
    ]
}

/// A figure under its own name.
fn figure(found: &Found, name: &str) -> Figure {
    Figure::new(name, found.named(name))
}

/// The same, with the count that was published: shown, where another figure says whether it is so everywhere.
fn published(found: &Found, name: &str, count: usize) -> Figure {
    figure(found, name).beside(PublishedValue::exactly(count as f64))
}

/// A count of exceptions, of which there must be none.
fn exceptions(found: &Found, name: &str) -> Figure {
    figure(found, name).held_against(PublishedValue::exactly(0.0), Margin::Counted)
}

/// A statement that holds or not by these parts, with the words for where it does, where it does not, and where nobody could
/// be asked.
fn judge(
    statement: Statement,
    figures: Vec<Figure>,
    parts: Option<Vec<Part>>,
    [agrees, differs, unasked]: [&str; 3],
) -> Claim {
    statement.judge_by(figures, parts.map_or(Rule::not_tested(), Rule::all), |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => agrees,
        Verdict::NotTested => unasked,
        _ => differs,
    })
}

/// The parts, where all of these were counted.
fn if_counted<const N: usize>(figures: [&Figure; N], parts: impl FnOnce() -> Vec<Part>) -> Option<Vec<Part>> {
    figures.iter().all(|figure| figure.measured().is_some()).then(parts)
}

#[cfg(test)]
mod tests;
