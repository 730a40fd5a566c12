//! Files that are generated with records, and errors for records that this program does not read.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use harness::record::{Record, Words};
use serde_json::{Value, json};

const RECORD: &str = "content/measurements/dice/box.json";
const WORDS: &str = "content/words/dice.json";
const CLAIMS: &str = "content/claims/dice.json";

/// A made-up checkout.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let schema = folder.path().join("experiments/lib/harness/record.schema.json");
    fs::create_dir_all(schema.parent().unwrap()).unwrap();
    fs::write(schema, "").unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(testkit::example("dice")).current_dir(folder).args(arguments).output().unwrap()
}

fn stderr_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A made-up checkout with a published record, its words and its claims.
fn published() -> tempfile::TempDir {
    let folder = checkout();
    let output = run(folder.path(), &["--profile", "full", "--machine", "box", "--quiet"]);
    assert!(output.status.success(), "{}", stderr_of(&output));
    folder
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn a_published_record_holds_numbers_and_its_words_and_claims_lie_beside() {
    let folder = published();
    let record: Record = serde_json::from_str(&read(folder.path(), RECORD)).unwrap();
    assert_eq!((record.words, record.judged), (None, None));
    let words: Words = serde_json::from_str(&read(folder.path(), WORDS)).unwrap();
    assert_eq!((&*words.series[0].id, &*words.series[0].title, words.series[0].method), ("dice", "Eyes by die", 1));
    let claims: Value = serde_json::from_str(&read(folder.path(), CLAIMS)).unwrap();
    assert_eq!(claims["box"]["claims"][0]["id"], "six-sides");
    assert_eq!(claims["box"]["claims"][0]["verdict"], "holds");
}

#[test]
fn a_file_of_ones_own_stands_alone() {
    let folder = published();
    for (arguments, file) in [(&[][..], "target/measurements/dice/box.json"), (&["--out", "own.json"], "own.json")] {
        assert!(run(folder.path(), &[&["--machine", "box"], arguments].concat()).status.success());
        let record: Record = serde_json::from_str(&read(folder.path(), file)).unwrap();
        assert_eq!(record.words.map(|words| words.series[0].title.clone()).as_deref(), Some("Eyes by die"));
        assert_eq!(record.judged.map(|judged| judged.claims.len()), Some(1));
    }
}

#[test]
fn what_is_generated_is_written_where_it_differs_and_only_looked_at_with_check() {
    let folder = published();
    for (command, file) in [("describe", WORDS), ("judge", CLAIMS)] {
        let (record, right) = (read(folder.path(), RECORD), read(folder.path(), file));
        assert!(run(folder.path(), &[command, "--check"]).status.success());
        // A merge may leave anything there.
        for wrong in ["{}", "<<<<<<< ours"] {
            fs::write(folder.path().join(file), wrong).unwrap();
            let output = run(folder.path(), &[command, "--check"]);
            assert_eq!(output.status.code(), Some(1));
            let advice = format!(
                "dice: not what today's code makes of the records: {file}: run `cargo run -p dice -- {command}`\n"
            );
            assert_eq!(stderr_of(&output), advice);
            assert_eq!(read(folder.path(), file), wrong);
            assert_eq!(run(folder.path(), &[command]).stdout, format!("{file}\n").as_bytes());
            assert_eq!(read(folder.path(), file), right);
        }
        assert!(run(folder.path(), &[command]).stdout.is_empty());
        assert_eq!(read(folder.path(), RECORD), record, "no record is touched");
    }
}

#[test]
fn a_record_of_another_form_or_a_newer_method_is_refused_in_a_sentence() {
    let folder = published();
    let good: Value = serde_json::from_str(&read(folder.path(), RECORD)).unwrap();
    let mut newer = good.clone();
    newer["series"][0]["method"] = json!(2);
    let mut older = good;
    older["schema_version"] = json!(2);
    for (record, why) in [
        (newer, "has the series dice by method 2, and this program knows 1: take the newer program"),
        (older, "has the format 2, and this program reads 3: measure again"),
    ] {
        fs::write(folder.path().join(RECORD), record.to_string()).unwrap();
        let claims = read(folder.path(), CLAIMS);
        for command in ["judge", "describe"] {
            let output = run(folder.path(), &[command]);
            assert_eq!((stderr_of(&output), output.status.code()), (format!("dice: {RECORD} {why}\n"), Some(1)));
        }
        assert_eq!(read(folder.path(), CLAIMS), claims, "what is there is as it was");
        let told = String::from_utf8(run(folder.path(), &["--machine", "other"]).stdout).unwrap();
        assert!(told.contains(&format!("the published record box.json {why}; nothing is held against it")), "{told}");
    }
}

#[test]
fn outside_a_checkout_nothing_is_published() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["judge"]);
    assert_eq!(
        (&*stderr_of(&output), output.status.code()),
        ("dice: this is no checkout: nothing is published here\n", Some(2))
    );
}
