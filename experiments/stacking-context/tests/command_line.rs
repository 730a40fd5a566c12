//! `one`, as a person calls it.

use std::process::{Command, Output};

fn one(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stacking-context")).arg("one").args(arguments).output().unwrap()
}

fn said(arguments: &[&str]) -> serde_json::Value {
    let output = one(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_tree_is_painted() {
    let painted = said(&["--tree", "b.abs.transform;i.filter"]);
    assert_eq!(painted["order"], serde_json::json!(["b", "i"]));
    assert_eq!(painted["contexts"], serde_json::json!(["b", "i"]));
    assert_eq!(painted["top"], "i");
    assert_eq!(said(&["--tree", "b.abs.z1;i.filter"])["top"], "b");
}

#[test]
fn what_is_wrong_with_a_tree_is_one_line_and_status_2() {
    for tree in ["", "b.shiny", "b(", "b.z99999999999", "b.columns"] {
        let output = one(&["--tree", tree]);
        assert_eq!(output.status.code(), Some(2), "{tree}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    }
    assert_eq!(one(&["--tree", "b", "--engine", "trident"]).status.code(), Some(2));
}

#[test]
fn the_grammar_is_in_the_help() {
    let help = String::from_utf8(one(&["--help"]).stdout).unwrap();
    assert!(help.contains("b.abs.z1;i.filter") && help.contains("At most 12 boxes"), "{help}");
}

#[test]
fn an_engine_that_is_missing_is_named_with_what_it_needs() {
    let output = Command::new(env!("CARGO_BIN_EXE_stacking-context"))
        .args(["one", "--tree", "b", "--engine", "firefox"])
        .env("PATH", "/nonexistent")
        .output()
        .unwrap();
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["engines"]["firefox"]["skipped"], "this machine has no firefox-esr");
}

/// The quickest to start.
#[test]
fn an_engine_agrees_and_leaves_nothing_behind() {
    if !testkit::has(&["firefox-esr"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_stacking-context"))
        .args(["one", "--tree", "b.abs.z1;i.filter(c.rel.z-1)", "--engine", "firefox"])
        .env("TMPDIR", folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["engines"]["firefox"]["agrees"], true, "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn random_trees_are_in_the_order_of_the_model_by_a_seed_that_is_told() {
    if !testkit::has(&["firefox-esr"]) {
        return;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_stacking-context"))
        .args(["trees", "--trees", "50", "--seed", "7", "--engine", "firefox", "--word", "popover", "--word", "filter"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = &said["engines"]["firefox"];
    assert_eq!((&said["seed"], &found["asked"], &found["mismatches"]), (&7.into(), &50.into(), &0.into()), "{said}");
}
