use std::fs;

use serde_json::json;

use super::*;
use crate::summary::tests::{declared, record};

fn read(files: &[(&str, &str)]) -> Published {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    Published::read(folder.path(), "made-up", &declared())
}

fn text_of(record: &Record) -> String {
    serde_json::to_string(record).unwrap()
}

#[test]
fn records_are_read_by_name_and_other_files_left_alone() {
    let (a, b) = (record("a", 1.0), record("b", 1.0));
    let published =
        read(&[("b.json", &text_of(&b)), ("a.json", &text_of(&a)), ("notes.txt", "x"), (".a.json.tmp", "x")]);
    assert_eq!(published, Published { records: vec![a, b], notes: Vec::new() });
    assert_eq!(Published::read(Path::new("/no/such/folder"), "made-up", &[]), Published::default());
}

#[test]
fn what_is_wrong_with_a_record_is_said_in_a_line_and_the_others_are_read() {
    let good = record("good", 1.0);
    let changed = |key: &str, value| {
        let mut changed = serde_json::to_value(&good).unwrap();
        changed[key] = value;
        changed.to_string()
    };
    let mut newer = serde_json::to_value(&good).unwrap();
    newer["series"][0]["method"] = json!(2);
    for (text, why) in [
        ("old".to_owned(), "is damaged (expected value at line 1 column 1): measure again"),
        (changed("schema_version", json!(2)), "has the format 2, and this program reads 3: measure again"),
        (changed("schema_version", json!(4)), "has the format 4, and this program reads 3: take the newer program"),
        (changed("experiment", json!("setenv")), "is a record of setenv"),
        (newer.to_string(), "has the series calls by method 2, and this program knows 1: take the newer program"),
        (changed("surprise", json!(1)), "is no record (unknown field `surprise`"),
        ("[".repeat(100_000), "is damaged (recursion limit exceeded"),
    ] {
        let Published { records, notes } = read(&[("bad.json", &text), ("good.json", &text_of(&good))]);
        assert_eq!(records, [record("good", 1.0)]);
        let [note] = &notes[..] else { panic!("{notes:?}") };
        assert!(note.starts_with(&format!("the published record bad.json {why}")), "{note}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("a.json");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    fs::create_dir(folder.path().join("b.json")).unwrap();
    assert_eq!(Published::read(folder.path(), "made-up", &declared()), Published::default());
}
