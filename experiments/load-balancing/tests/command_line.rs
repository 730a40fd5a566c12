//! The binary as its user sees it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn load_balancing(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_load-balancing")).args(arguments).output().unwrap()
}

fn one(arguments: &str) -> Output {
    let settings: Vec<&str> = ["one"].into_iter().chain(arguments.split_whitespace()).collect();
    load_balancing(&settings)
}

fn figures(arguments: &str) -> Value {
    let output = one(arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

const FIELDS: [&str; 8] =
    ["p50", "p95", "p99", "p999", "mean", "imbalance", "p_server_over_capacity", "p_any_over_capacity"];

#[test]
fn one_prints_the_same_fields_for_every_strategy_and_exact_ones_where_they_are_known() {
    for (strategy, known) in [
        ("random", true),
        ("two-choices", false),
        ("two-choices-distinct", false),
        ("least-loaded", true),
        ("round-robin", true),
    ] {
        let found = figures(&format!(
            "--items 1000 --servers 13 --strategy {strategy} --capacity 100 --repetitions 50 --seed 1"
        ));
        let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        if known {
            assert_eq!(fields(&found["exact"]), FIELDS, "{strategy}");
            assert_eq!(fields(&found), [&FIELDS[..], &["exact"]].concat(), "{strategy}");
        } else {
            assert_eq!(fields(&found), FIELDS, "{strategy}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn one_ends_quietly_where_nobody_reads_on_and_with_one_line_where_it_cannot_write() {
    let asked = ["one", "--items", "10", "--servers", "2", "--strategy", "random", "--repetitions", "1", "--seed", "1"];
    let ending = |stdout: std::process::Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing"));
        let output = command.args(asked).stdout(stdout).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (reader, closed) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(ending(closed.into()), (Some(0), String::new()));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let said = "load-balancing: cannot write to standard output: No space left on device (os error 28)\n";
    assert_eq!(ending(full.into()), (Some(1), said.to_owned()));
}

#[test]
fn one_agrees_with_what_is_known_exactly() {
    let found = figures("--items 1000 --servers 13 --strategy random --capacity 100 --repetitions 20000 --seed 1");
    assert_eq!(found["exact"]["p99"], 97);
    let any = |value: &Value| value["p_any_over_capacity"].as_f64().unwrap();
    assert!((any(&found["exact"]) - 0.04503).abs() < 5e-6);
    // Four standard errors of 20,000 placements.
    assert!((any(&found) - 0.04503).abs() < 0.0059, "{}", any(&found));
    let balanced = figures("--items 1000 --servers 10 --strategy round-robin --repetitions 3 --seed 1");
    assert_eq!((&balanced["p999"], &balanced["imbalance"]), (&Value::from(100), &Value::from(1.0)));
}

#[test]
fn one_takes_the_mean_rounded_up_as_capacity() {
    let given = "--items 1000 --servers 13 --strategy random --repetitions 200 --seed 4";
    assert_eq!(figures(given), figures(&format!("{given} --capacity 77")));
    assert_ne!(figures(given), figures(&format!("{given} --capacity 78")));
}

#[test]
fn one_works_at_the_limits() {
    for settings in [
        "--items 1 --servers 1 --strategy random --capacity 0 --repetitions 1 --seed 0",
        "--items 1 --servers 100000 --strategy two-choices --repetitions 1 --seed 18446744073709551615",
        "--items 10000000 --servers 100000 --strategy random --repetitions 1 --seed 1",
        "--items 10000000 --servers 1 --strategy round-robin --capacity 10000000 --repetitions 1 --seed 1",
        "--items 1 --servers 1 --strategy random --repetitions 1000000 --seed 1",
        "--items 64 --servers 64 --strategy two-choices-distinct --choices 64 --repetitions 2 --seed 1",
    ] {
        figures(settings);
    }
}

#[test]
fn a_mistake_is_one_clear_line_and_exit_status_2() {
    let good = "--items 10 --servers 2 --strategy random --repetitions 1 --seed 1";
    for (arguments, said) in [
        (
            "--items 10 --servers 2 --strategy random --repetitions 0 --seed 1",
            "repetitions is 0; it must be from 1 to 1,000,000",
        ),
        ("--items -5 --servers 2 --strategy random --repetitions 1 --seed 1", "invalid value '-5' for '--items <N>'"),
        (
            "--items 10 --servers 2 --strategy best --repetitions 1 --seed 1",
            "strategy is \"best\"; it must be one of random,",
        ),
        ("--items 10", "the following required arguments were not provided"),
        (&format!("{good} --capacity 11"), "capacity is 11; it must be from 0 to 10"),
        (&format!("{good} --fast"), "unexpected argument '--fast' found"),
    ] {
        let output = one(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.starts_with("load-balancing: ") && error.contains(said), "{arguments}: {error}");
        assert_eq!((error.lines().count(), output.stdout.len()), (1, 0), "{error}");
    }
}

#[test]
fn one_does_not_depend_on_the_number_of_threads() {
    let settings = [
        "one",
        "--items",
        "30000",
        "--servers",
        "50",
        "--strategy",
        "two-choices",
        "--repetitions",
        "300",
        "--seed",
        "9",
    ];
    let with = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing"));
        command.args(settings).env("RAYON_NUM_THREADS", threads).output().unwrap().stdout
    };
    assert_eq!(with("1"), with("2"));
}

/// The record that a successful command writes to `out`, whose path is all that it says.
fn record(arguments: &[&str], folder: &Path, out: &str) -> Value {
    let path = folder.join(out);
    let path = path.to_str().unwrap();
    let output = load_balancing(&[arguments, &["--out", path, "--machine", "box", "--quiet"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), path);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
#[ignore = "measures a quick run in three parts: npm test -- --all"]
fn parts_of_a_quick_run_merge_to_a_record_that_says_it_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let parts = ["1", "2", "3"].map(|part| {
        let out = format!("{part}.json");
        let part = record(&["run", "--seed", "5", "--shard", &format!("{part}/3")], folder, &out);
        let nothing = Value::Array(vec![]);
        assert_eq!((&part["judged"]["claims"], &part["skipped"]), (&nothing, &nothing));
        folder.join(out)
    });
    let parts = parts.each_ref().map(|part| part.to_str().unwrap());
    // It becomes a run that simulates nothing.
    let merged = record(&["merge", "--unclean", parts[2], parts[0], parts[1]], folder, "merged.json");
    let provenance = &merged["provenance"];
    assert_eq!((&provenance["profile"], &provenance["machine"]["id"]), (&"quick".into(), &"box".into()));
    assert_eq!(provenance["command"], "cargo run --release -p load-balancing -- run --profile quick --seed 5");
    assert!(provenance["programs"]["merged from parts"].as_str().unwrap().starts_with("3, the first begun 20"));
    assert_eq!(merged["judged"]["claims"].as_array().unwrap().len(), 18);
    // What the parts simulated is what one program simulates.
    let table = merged["series"].as_array().unwrap().iter().find(|series| series["id"] == "published-table").unwrap();
    for (strategy, servers) in [("random", 13), ("two-choices", 1000)] {
        let alone =
            figures(&format!("--items 10000 --servers {servers} --strategy {strategy} --repetitions 200 --seed 5"));
        let here = serde_json::json!({ "strategy": strategy, "items": 10_000, "servers": servers });
        let values = &table["points"].as_array().unwrap().iter().find(|point| point["at"] == here).unwrap()["values"];
        for quantile in ["p50", "p95", "p99", "p999"] {
            let value = values[format!("{quantile}_items")]["value"].as_f64();
            assert_eq!(value, alone[quantile].as_f64(), "{strategy} on {servers}: {quantile}");
        }
    }
}
