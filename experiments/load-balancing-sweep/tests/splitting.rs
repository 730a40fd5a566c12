//! The binary, in parts and as a whole.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn sweep(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_load-balancing-sweep")).args(arguments).current_dir(folder).output().unwrap()
}

/// The record that a successful command writes to `out`.
fn record(arguments: &[&str], folder: &Path, out: &str) -> Value {
    let output = sweep(&[arguments, &["--quiet", "--out", out]].concat(), folder);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&fs::read(folder.join(out)).unwrap()).unwrap()
}

/// The line with which the program refuses, at status 2.
fn refused(arguments: &[&str], folder: &Path) -> String {
    let output = sweep(arguments, folder);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    said.trim_end().to_owned()
}

#[test]
fn three_parts_merge_to_the_record_of_one_run_and_a_lost_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut whole = record(&["run"], folder, "whole.json");
    for part in ["1", "2", "3"] {
        let part = record(&["run", "--shard", &format!("{part}/3")], folder, &format!("{part}.json"));
        assert_eq!(part["judged"]["claims"], Value::Array(vec![]));
        assert!(part["provenance"]["command"].as_str().unwrap().ends_with("/3"), "{part}");
    }
    let said = refused(&["merge", "--unclean", "1.json", "3.json"], folder);
    assert_eq!(said, "load-balancing-sweep: part 2 of 3 is missing: run `run --shard I/3 --out PART`");
    let said = refused(&["merge", "--unclean", "1.json", "whole.json"], folder);
    assert!(said.contains("whole.json is no part of a run"), "{said}");

    fs::write(folder.join("mine"), "mine").unwrap();
    for arguments in [&["merge", "--unclean", "1.json", "2.json", "3.json"][..], &["run", "--shard", "1/3"], &["run"]] {
        let said = refused(&[arguments, &["--out", "mine"]].concat(), folder);
        let why = "it is there, and no record; name another file, or move that one away";
        assert_eq!(said, format!("load-balancing-sweep: cannot write mine: {why}"));
        assert_eq!(fs::read_to_string(folder.join("mine")).unwrap(), "mine");
    }

    let mut merged = record(&["merge", "--unclean", "3.json", "1.json", "2.json"], folder, "merged.json");
    let words = merged["provenance"]["programs"].as_object_mut().unwrap().remove("merged from parts").unwrap();
    assert!(words.as_str().unwrap().starts_with("3, the first begun 20"), "{words}");
    for record in [&mut whole, &mut merged] {
        let provenance = record["provenance"].as_object_mut().unwrap();
        for name in ["time", "duration_seconds", "programs"] {
            provenance.remove(name);
        }
        provenance["machine"].as_object_mut().unwrap().remove("load_before");
    }
    // The command too: the undivided run gives the same figures.
    assert_eq!(whole["provenance"], merged["provenance"]);
    let bytes = |record: &Value, name: &str| serde_json::to_string(&record[name]).unwrap();
    for name in ["series", "judged", "words", "skipped", "warnings"] {
        assert!(bytes(&whole, name).len() > 1 && bytes(&whole, name) == bytes(&merged, name), "{name} differ");
    }
}

#[test]
fn what_cannot_be_split_or_merged_is_said_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("text.json"), "no record").unwrap();
    for (arguments, why) in [
        (&["run", "--shard", "1/3"][..], "say where it goes, by --out PART"),
        (&["run", "--shard", "4/3", "--out", "x"], "parts are counted from 1 to 3"),
        (&["run", "--shard", "three", "--out", "x"], "it must be I/N"),
        (&["run", "--shard", "1/3", "--merged", "text.json", "--out", "x"], "cannot be used with"),
        (&["merge"], "PART"),
        (&["merge", "none.json"], "none.json: cannot be read"),
        (&["merge", "text.json"], "text.json: is cut off, damaged or no part"),
    ] {
        let said = refused(arguments, folder);
        assert!(said.starts_with("load-balancing-sweep: ") && said.contains(why), "{said}");
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "nothing is left behind");
}
