//! What all rules need: figures of rows and of what the model says, and what these are worth.

use harness::claims::Figure;
use harness::record::PublishedValue;
use harness::verdicts::{Margin, Part, Rule};

use crate::condition::Condition;
use crate::groups::Group;
use crate::quantities::Found;

/// What gives a time that nobody waited for.
const MODEL: &str = "the model of the kernel’s timers, which rows with short settings test";

/// A row by its settings, and by its path where that has a round trip to be felt.
pub(super) fn row(found: &Found, condition: &Condition) -> Figure {
    Figure::new(label(condition), found.noticed(condition))
}

/// The same, and by what the program did.
pub(super) fn row_by_pattern(found: &Found, condition: &Condition) -> Figure {
    Figure::new(format!("{}, {}", label(condition), condition.pattern_text()), found.noticed(condition))
}

/// The rows of a group, but for those that have two times: no figure between them says anything.
pub(super) fn rows<'a>(found: &'a Found, group: Group) -> impl Iterator<Item = &'a Condition> {
    found.rows(group).filter(|row| found.has_one_time(row))
}

fn label(row: &Condition) -> String {
    let path = row.round_trip().map_or_else(String::new, |_| format!(", {}", row.path_text()));
    format!("{}{path}", row.settings_text())
}

/// A time that was published of a row.
pub(super) fn cited(figure: Figure, published: f64) -> Figure {
    figure.held_against(PublishedValue::exactly(published), Margin::Timing)
}

/// A time that was published of a row that takes minutes or hours.
pub(super) fn long(found: &Found, label: &str, row: &Condition, published: f64, margin: Margin) -> Figure {
    Figure::new(label, &found.predicted(row)).held_against(PublishedValue::exactly(published), margin)
}

/// By what was waited for; where it was not, by what the model says, as far as rows with short settings agree with it.
pub(super) fn waited_or_follows(long: &[Figure], short: &[Figure]) -> Rule {
    if long.iter().all(|figure| figure.measured().is_some()) {
        return Rule::all(long.iter().map(Part::within));
    }
    follows(long.iter().map(Part::predicted_as_published), short)
}

/// By what the model says, as far as rows with short settings agree with it; without any, it is not tested.
pub(super) fn follows(says: impl Iterator<Item = Part>, short: &[Figure]) -> Rule {
    if short.is_empty() {
        Rule::not_tested()
    } else {
        Rule::follows(MODEL, says.chain(short.iter().map(Part::as_predicted)))
    }
}

/// Of all parts; without any, it is not tested.
pub(super) fn all(parts: impl IntoIterator<Item = Part>) -> Rule {
    let parts: Vec<Part> = parts.into_iter().collect();
    if parts.is_empty() { Rule::not_tested() } else { Rule::all(parts) }
}
