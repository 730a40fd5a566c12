//! What all rules need: the rows that a claim is about, whether they confirm the model, and figures.

use dead_connections_model::Scenario;
use harness::record::{ClaimFigure, PublishedValue, Verdict};
use harness::statistics::median;

use crate::condition::{Condition, Program, Role};
use crate::conditions::long_ones;
use crate::measured::Row;
use crate::predicted::predict;

/// A published time that is missed by less than this share of it is right as a rule of thumb.
pub(super) const RULE_OF_THUMB: f64 = 0.05;

pub(super) fn is_about(published: f64, other: f64) -> bool {
    (other - published).abs() <= RULE_OF_THUMB * published
}

/// Rows of plain TCP where nothing comes back.
pub(super) fn silent<'a>(rows: &'a [Row], wanted: impl Fn(&Condition) -> bool + 'a) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| {
        let condition = &row.condition;
        condition.program == Program::Tcp
            && condition.scenario == Scenario::DropOutbound
            && condition.role != Role::OtherMeans
            && wanted(condition)
    })
}

/// Whether there are such rows and each confirms the model.
pub(super) fn confirmed<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<bool> {
    rows.map(Row::confirms).reduce(|all, each| all && each)
}

/// What a model's figure is worth: nothing without rows that confirm it.
pub(super) fn judge(confirmed: Option<bool>, when_confirmed: (Verdict, &str)) -> (Verdict, String) {
    match confirmed {
        None => (Verdict::NotTested, "this run had no connection of the kind that would tell".to_owned()),
        Some(false) => (Verdict::NotTested, "the short settings do not agree with the model here".to_owned()),
        Some(true) => (when_confirmed.0, when_confirmed.1.to_owned()),
    }
}

/// What rows are worth that were measured themselves: where they do not agree with the model, the statement that it makes
/// of them is wrong.
pub(super) fn judge_directly(confirmed: Option<bool>, when_confirmed: &str) -> (Verdict, String) {
    match confirmed {
        Some(false) => (Verdict::Differs, "some connections ended otherwise: the rows tell which".to_owned()),
        confirmed => judge(confirmed, (Verdict::Reproduced, when_confirmed)),
    }
}

/// The row that only the model was asked for, with these settings.
pub(super) fn long(wanted: impl Fn(&Condition) -> bool) -> Condition {
    long_ones().into_iter().find(wanted).expect("the rows that claims speak of are there")
}

/// When the model says that it is noticed, in seconds.
pub(super) fn predicted_s(condition: &Condition) -> Option<f64> {
    predict(condition).noticed().map(|noticed| noticed.as_secs_f64())
}

/// A figure in seconds, of nothing yet.
fn in_seconds(label: &str) -> ClaimFigure {
    ClaimFigure::new(label, "s", None)
}

/// A published time, and what the model says of it.
pub(super) fn predicted(label: &str, published: f64, condition: &Condition) -> ClaimFigure {
    ClaimFigure {
        published: Some(PublishedValue::exactly(published)),
        predicted: predicted_s(condition),
        ..in_seconds(label)
    }
}

/// A row: what was measured, and what the model says.
pub(super) fn measured(label: &str, row: &Row) -> ClaimFigure {
    let seconds = row.seconds();
    ClaimFigure {
        measured: (!seconds.is_empty()).then(|| median(&seconds)),
        predicted: row.predicted.noticed().map(|noticed| noticed.as_secs_f64()),
        ..in_seconds(label)
    }
}

/// A row by its settings, and by its path where that has a round trip to be felt.
pub(super) fn row(row: &Row) -> ClaimFigure {
    measured(&label(row), row)
}

pub(super) fn label(row: &Row) -> String {
    let path = row.condition.round_trip().map_or_else(String::new, |_| format!(", {}", row.condition.path_text()));
    format!("{}{path}", row.condition.settings_text())
}

/// A published time of the very settings of a row.
pub(super) fn cited(published: f64, row: &Row) -> ClaimFigure {
    self::row(row).published(PublishedValue::exactly(published))
}
