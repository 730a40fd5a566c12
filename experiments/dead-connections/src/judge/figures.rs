//! Figures of claims: of rows that were tried, and of those that take minutes or hours.

use harness::claims::Figure;
use harness::record::PublishedValue;
use harness::verdicts::{Margin, Rule};

use crate::condition::Condition;
use crate::groups::Group;
use crate::quantities::RowFigures;

/// A row by its settings, and by its path where that has a round trip to be felt.
pub(super) fn row(found: &RowFigures, condition: &Condition) -> Figure {
    Figure::new(label(condition), found.noticed(condition))
}

/// The same, and by what the program did.
pub(super) fn row_by_pattern(found: &RowFigures, condition: &Condition) -> Figure {
    Figure::new(format!("{}, {}", label(condition), condition.pattern_text()), found.noticed(condition))
}

/// The rows of a group, but for those that have two times: no figure between them says anything.
pub(super) fn rows<'a>(found: &'a RowFigures, group: Group) -> impl Iterator<Item = &'a Condition> {
    found.rows(group).filter(|row| found.has_one_time(row))
}

/// What a row is called among others: by its settings, and by its path where that has a round trip to be felt.
pub(super) fn label(row: &Condition) -> String {
    let path = row.round_trip().map_or_else(String::new, |_| format!(", {}", row.path_text()));
    format!("{}{path}", row.settings_text())
}

/// A time that was published of a row.
pub(super) fn cited(figure: Figure, published: f64) -> Figure {
    figure.held_against(PublishedValue::exactly(published), Margin::Timing)
}

/// A time that was published of a row that takes minutes or hours.
pub(super) fn long(found: &RowFigures, label: &str, row: &Condition, published: f64, margin: Margin) -> Figure {
    Figure::new(label, found.long_noticed(row)).held_against(PublishedValue::exactly(published), margin)
}

/// A rule of these, once they were waited for. Where they were not, nobody can tell, whatever the model says.
pub(super) fn once_waited_for(long: &[Figure], rule: Rule) -> Rule {
    if long.iter().all(|figure| figure.measured().is_some()) { rule } else { Rule::not_tested() }
}

/// Words for rows that nobody waited for: the times that the model gives; `None` if it gives none of one.
pub(super) fn not_waited_for(long: &[Figure]) -> Option<String> {
    let times: Option<Vec<String>> = long.iter().map(|figure| figure.predicted().map(in_words)).collect();
    Some(format!("nobody waited for it; by the model it takes {}", times?.join(" and ")))
}

/// A time of minutes or hours.
fn in_words(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let parts = [(whole / 3600, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")];
    let said: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count} {unit}")).collect();
    said.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times_are_told_in_hours_minutes_and_seconds() {
        assert_eq!(
            [7875.0, 938.7, 90.0, 3600.0].map(in_words),
            ["2 h 11 min 15 s", "15 min 39 s", "1 min 30 s", "1 h"]
        );
    }
}
