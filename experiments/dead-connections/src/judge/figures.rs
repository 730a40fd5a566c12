//! What all rules need: figures of rows and of what the model says, and what these are worth.

use harness::claims::{Figure, Statement};
use harness::quantities::Quantity;
use harness::record::{Claim, Estimate, PublishedValue, Verdict};
use harness::rules::{Margin, Rule, is_about};

use crate::condition::Condition;
use crate::groups::Group;
use crate::quantities::Found;

/// A published time that is missed by less than this share of it is right as a rule of thumb.
pub(super) const RULE_OF_THUMB: Margin = Margin::Share(0.05);

/// A row by its settings, and by its path where that has a round trip to be felt.
pub(super) fn row(found: &Found, condition: &Condition) -> Figure {
    Figure::new(label(condition), found.noticed(condition))
}

/// The same, and by what the program did.
pub(super) fn row_by_pattern(found: &Found, condition: &Condition) -> Figure {
    Figure::new(format!("{}, {}", label(condition), condition.pattern_text()), found.noticed(condition))
}

/// The rows of a group.
pub(super) fn rows(found: &Found, group: Group) -> impl Iterator<Item = Figure> {
    found.rows(group).map(|condition| row(found, condition))
}

fn label(row: &Condition) -> String {
    let path = row.round_trip().map_or_else(String::new, |_| format!(", {}", row.path_text()));
    format!("{}{path}", row.settings_text())
}

/// A published time, which a row took if it is about what was measured.
pub(super) fn cited(figure: Figure, published: f64) -> Figure {
    figure.published(PublishedValue::exactly(published), RULE_OF_THUMB)
}

/// A published time that only the model was asked for, and whether it says about the same.
pub(super) fn predicted(label: &str, quantity: Quantity, published: f64, margin: Margin) -> (Figure, bool) {
    let published = PublishedValue::exactly(published);
    let says_so = |time| is_about(&published, &Estimate::certain(1, time), margin);
    let holds = quantity.predicted.is_some_and(says_so);
    (Figure::new(label, &quantity).published(published, margin), holds)
}

/// Judged by what the model says, which is worth nothing without rows that confirm it.
pub(super) fn judge<Words: Into<String>>(
    statement: Statement,
    figures: Vec<Figure>,
    confirmed: Option<bool>,
    rule: &Rule,
    words: impl FnOnce(Verdict) -> Words,
) -> Claim {
    let untold = match confirmed {
        Some(true) => return statement.judge(figures, rule, words),
        Some(false) => "the short settings do not agree with the model here",
        None => "this run had no connection of the kind that would tell",
    };
    statement.judge(figures, &Rule::NotTested, |_| untold)
}

/// Judged by rows that were measured themselves: where they do not agree with the model, the statement that it makes of
/// them is wrong.
pub(super) fn judge_directly(
    statement: Statement,
    figures: Vec<Figure>,
    confirmed: Option<bool>,
    when_confirmed: &str,
) -> Claim {
    judge(statement, figures, confirmed.and(Some(true)), &Rule::All(vec![confirmed]), |verdict| match verdict {
        Verdict::Reproduced => when_confirmed,
        _ => "some connections ended otherwise: the rows tell which",
    })
}
