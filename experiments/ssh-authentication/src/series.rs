//! The record's series: declared without a run, and filled from its rows.

pub(crate) mod costs;
pub(crate) mod login_time;
pub(crate) mod messages;
mod signed;

use harness::Failure;
use harness::found::figures;
use harness::record::{Dimension, Estimate, Series};
use harness::statistics::median_if_any;

use crate::cases::Case;
use crate::keys::KeyType;
use crate::measured::Rows;

/// Every series, still without points.
pub(crate) fn declared() -> Vec<Series> {
    vec![
        messages::outcomes(),
        messages::messages(),
        signed::fields(),
        signed::sizes(),
        costs::costs(),
        costs::ratios(),
        login_time::login_time(),
        figures(),
    ]
}

/// What a run found, in the series.
pub(crate) fn all(rows: &Rows) -> Result<Vec<Series>, Failure> {
    Ok(vec![
        messages::outcomes().points(messages::outcome_points(rows)),
        messages::messages().points(messages::message_points(rows)),
        signed::fields().points(signed::field_points(rows)?),
        signed::sizes().points(signed::size_points(rows)),
        costs::costs().points(costs::cost_points(&rows.costs)),
        costs::ratios().points(costs::ratio_points(&rows.costs)),
        login_time::login_time().points(login_time::login_time_points(rows)),
    ])
}

pub(crate) const CASE: &str = "case";

/// The case, of those that a series has.
fn case(all: impl IntoIterator<Item = Case>) -> Dimension {
    Dimension::new(CASE, "Case", None).words(all.into_iter().map(|case| (case.name(), title_of(case))))
}

/// What a reader sees for a case.
fn title_of(case: Case) -> &'static str {
    match case {
        Case::RightKey => "the key is listed",
        Case::UnlistedKey => "the key is not listed",
        Case::WrongUser => "there is no such user",
        Case::Agent => "an agent holds the key",
        Case::AgentUnbound => "an agent holds the key, and the host key is not signed",
        Case::LockedKey => "the passphrase is not given",
        Case::PublicKeyOnly => "the public key alone",
        Case::SeveralKeys => "the third of three keys is listed",
        Case::EditedComment => "the key is listed with another comment",
        Case::ModelKey => "the model’s key",
        Case::OtherSession => "a signature of another session",
    }
}

/// The type of key, of those that a series has.
fn key_type(all: impl IntoIterator<Item = KeyType>) -> Dimension {
    Dimension::new("key_type", "Type of key", None).words(all.into_iter().map(|kind| (kind.name(), kind.words())))
}

/// Something that was counted once.
fn once(count: usize) -> Estimate {
    Estimate::certain(1, count as f64)
}

/// Something that was counted in every round, if there were any.
fn in_every_round(counts: impl Iterator<Item = usize>) -> Option<Estimate> {
    median_if_any(&counts.map(|count| count as f64).collect::<Vec<_>>())
}
