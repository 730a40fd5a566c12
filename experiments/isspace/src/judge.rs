//! The claims. All of it was counted, so that no margin is needed and nothing is noise.

mod bytes;
mod code_points;

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::verdicts::{Part, Rule};

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
        code_points::latin_1(found),
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
    figure(found, name).with_published(PublishedValue::exactly(count as f64))
}

/// Requires that a count of exceptions is zero.
fn none(count: &Figure) -> Part {
    Part::below(count, 1.0)
}

/// A statement that holds or not by a rule, with the words for where it does and where it does not.
fn judge(statement: Statement, figures: Vec<Figure>, rule: Rule, [agrees, differs]: [&str; 2]) -> Claim {
    statement.judge_by(figures, rule, |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => Some(agrees),
        Verdict::NotTested => None,
        _ => Some(differs),
    })
}

/// The same of what only some machines can tell: where this one cannot, there is no rule to ask, and these words say why.
fn judge_where(
    can_tell: bool,
    statement: Statement,
    figures: Vec<Figure>,
    rule: Rule,
    [agrees, differs, cannot]: [&str; 3],
) -> Claim {
    if can_tell {
        judge(statement, figures, rule, [agrees, differs])
    } else {
        statement.judge_by(figures, Rule::not_tested(), |_| cannot)
    }
}

#[cfg(test)]
mod tests;
