//! The record's series.

pub(crate) mod costs;
pub(crate) mod messages;
mod signed;

use harness::Failure;
use harness::record::{Dimension, Estimate, Series};
use harness::statistics::median_if_any;

use crate::keys::KEY_TYPES;
use crate::measured::Rows;

/// All of them.
pub(crate) fn all(rows: &Rows) -> Result<Vec<Series>, Failure> {
    Ok(vec![
        messages::outcomes(rows),
        messages::messages(rows),
        signed::fields(rows)?,
        signed::sizes(rows),
        costs::costs(rows),
        costs::ratios(rows),
    ])
}

/// What a reader sees for each case.
const CASES: [(&str, &str); 11] = [
    ("right-key", "the key is listed"),
    ("unlisted-key", "the key is not listed"),
    ("wrong-user", "there is no such user"),
    ("agent", "an agent holds the key"),
    ("agent-unbound", "an agent holds the key, and the host key is not signed"),
    ("locked-key", "the passphrase is not given"),
    ("public-key-only", "the public key alone"),
    ("several-keys", "the third of three keys is listed"),
    ("edited-comment", "the key is listed with another comment"),
    ("model-key", "the model’s key"),
    ("other-session", "a signature of another session"),
];

pub(crate) const CASE: &str = "case";

fn case() -> Dimension {
    Dimension::new(CASE, "Case", None).words(CASES)
}

pub(crate) fn key_type() -> Dimension {
    Dimension::new("key_type", "Type of key", None).words(KEY_TYPES)
}

/// Something that was counted once.
fn once(count: usize) -> Estimate {
    Estimate::certain(1, count as f64)
}

/// Something that was counted in every round, if there were any.
fn in_every_round(counts: impl Iterator<Item = usize>) -> Option<Estimate> {
    median_if_any(&counts.map(|count| count as f64).collect::<Vec<_>>())
}
