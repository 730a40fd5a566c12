//! Whatever lies where a record goes is read or refused.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;
use serde_json::Value;

use crate::layout;
use crate::record::Record;
use crate::store::machine_in;

const PIECES: [&[u8]; 16] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b":",
    b",",
    b"null",
    b"true",
    b"1e400",
    b"-0",
    b"99999999999999999999",
    b"\\ud800",
    b"\"\\u0000\"",
    b"\xff",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
];

/// The published records, with the first two of everything.
fn records() -> Vec<Vec<u8>> {
    let published = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../content/measurements");
    let folders = std::fs::read_dir(published).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    let shortened = files.map(|file| {
        let mut record = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        shorten(&mut record);
        layout::to_text(&record).into_bytes()
    });
    shortened.collect()
}

fn shorten(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.truncate(2);
            items.iter_mut().for_each(shorten);
        }
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        _ => {}
    }
}

#[test]
fn the_records_that_are_mutated_are_records() {
    let records = records();
    assert!(records.len() > 1);
    for record in records {
        assert!(serde_json::from_slice::<Record>(&record).is_ok(), "{}", String::from_utf8_lossy(&record));
    }
}

proptest! {
    #[test]
    fn what_is_nearly_a_record_is_read_as_it_is_or_refused(text in mutated(records(), PIECES.to_vec())) {
        let text = String::from_utf8_lossy(&text);
        let machine = in_time(|| machine_in(&text));
        if let Ok(record) = in_time(|| serde_json::from_str::<Record>(&text)) {
            prop_assert_eq!(machine.as_ref(), Some(&record.provenance.machine));
            let again: Record = serde_json::from_str(&layout::to_text(&record)).unwrap();
            prop_assert_eq!(again, record);
        }
    }
}

#[test]
fn however_deep_or_long_it_is_it_is_refused() {
    for piece in PIECES {
        let text = piece.repeat((1 << 20) / piece.len());
        assert!(in_time(|| machine_in(&String::from_utf8_lossy(&text))).is_none());
        assert!(in_time(|| serde_json::from_slice::<Record>(&text)).is_err());
    }
}
