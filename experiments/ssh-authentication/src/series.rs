//! The record's series.

pub(crate) mod costs;
mod messages;
mod signed;

use std::collections::BTreeMap;

use harness::Failure;
use harness::record::{Dimension, Estimate, Measure, Point, Series, Setting};
use harness::statistics::median;

use crate::measured::Found;

/// All of them.
pub(crate) fn all(found: &Found) -> Result<Vec<Series>, Failure> {
    let mut all = vec![messages::outcomes(found), messages::messages(found)];
    all.extend(signed::all(found)?);
    all.extend([costs::costs(found), costs::ratios(found), programs(found)]);
    Ok(all)
}

/// Which OpenSSH the record speaks of.
fn programs(found: &Found) -> Series {
    let connections: usize = found.cases.values().map(Vec::len).sum();
    Series {
        id: "programs".to_owned(),
        title: "The programs, and the connections whose messages were recorded".to_owned(),
        dimensions: vec![Dimension::new("program", "Program", None), Dimension::new("version", "Version", None)],
        measures: vec![Measure::new("connections", "Connections", "connections", "count", "none")],
        points: vec![point(
            vec![("program", text("OpenSSH")), ("version", text(&found.version))],
            vec![("connections", constant(connections))],
        )],
        ..Series::default()
    }
}

/// What a reader sees for each case.
const CASES: [(&str, &str); 12] = [
    ("right-key", "the key is listed"),
    ("unlisted-key", "the key is not listed"),
    ("wrong-user", "there is no such user"),
    ("agent", "an agent holds the key"),
    ("agent-unbound", "an agent holds the key, and the host key is not signed"),
    ("locked-key", "the passphrase is not given"),
    ("public-key-only", "the public half alone"),
    ("several-keys", "the third of three keys is listed"),
    ("edited-comment", "the key is listed with another comment"),
    ("unknown-host-key", "the server’s host key is not known"),
    ("model-key", "the model’s key"),
    ("other-session", "a signature of another session"),
];
/// What a reader sees for each type of key.
const KEY_TYPES: [(&str, &str); 4] =
    [("ed25519", "Ed25519"), ("ecdsa-p256", "ECDSA P-256"), ("rsa-3072", "RSA 3072"), ("rsa-4096", "RSA 4096")];

fn case() -> Dimension {
    Dimension::new("case", "Case", None).words(CASES)
}

fn key_type() -> Dimension {
    Dimension::new("key_type", "Type of key", None).words(KEY_TYPES)
}

/// One point.
fn point(at: Vec<(&str, Setting)>, values: Vec<(&str, Estimate)>) -> Point {
    Point {
        at: at.into_iter().map(|(name, setting)| (name.to_owned(), setting)).collect(),
        values: values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<BTreeMap<_, _>>(),
        ..Point::default()
    }
}

fn text(text: &str) -> Setting {
    Setting::Text(text.to_owned())
}

fn number(number: usize) -> Setting {
    Setting::Number(number as f64)
}

/// Something that was counted once.
fn constant(count: usize) -> Estimate {
    median(&[count as f64])
}

/// Something that was counted in every round.
fn counted(counts: impl Iterator<Item = usize>) -> Estimate {
    let counts: Vec<f64> = counts.map(|count| count as f64).collect();
    median(&counts)
}
