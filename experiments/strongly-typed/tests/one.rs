//! One mistake in one language, by the command line.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn one(language: &str, mistake: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strongly-typed"));
    command.args(["one", "--language", language, "--mistake", mistake]).output().unwrap()
}

#[track_caller]
fn told(language: &str, mistake: &str) -> impl Fn(&str) -> String {
    let output = one(language, mistake);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let told: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{output:?}"));
    move |key| told[key].as_str().unwrap_or_else(|| panic!("{said}")).to_owned()
}

#[track_caller]
fn output(language: &str, mistake: &str) -> String {
    told(language, mistake)("output")
}

#[track_caller]
fn ends(language: &str, mistake: &str) -> (String, String) {
    let text = told(language, mistake);
    assert!(!text("output").is_empty() && !text("version").is_empty());
    (text("outcome"), text("linted"))
}

#[track_caller]
fn check(language: &str, mistake: &str, outcome: &str, linted: &str) {
    assert_eq!(ends(language, mistake), (outcome.to_owned(), linted.to_owned()), "{mistake} in {language}");
}

#[test]
fn c_refuses_a_misspelt_name_and_its_sanitizers_tell_what_is_undefined() {
    if !testkit::has(&["gcc"]) {
        return;
    }
    check("c", "misspelt-field", "refused", "refused");
    check("c", "null", "undefined", "undefined");
    check("c", "printf-format", "undefined", "refused");
    check("c", "bool-as-int", "silent", "silent");
    check("c", "unsound-generic", "cannot-be-written", "cannot-be-written");
}

#[test]
fn a_newer_compiler_refuses_a_string_for_a_number_in_c() {
    if testkit::has(&["clang-19"]) {
        check("c-clang", "text-for-number", "refused", "refused");
        check("c-clang", "null", "undefined", "undefined");
    }
}

#[test]
fn a_cast_in_python_is_believed() {
    if testkit::has(&["python3"]) {
        check("python", "wrong-downcast", "silent", "silent");
    }
}

#[test]
fn a_stricter_mode_stops_perl_where_it_goes_on_by_itself() {
    if testkit::has(&["perl"]) {
        check("perl", "uninitialised", "silent", "caught");
        check("perl", "unknown-method", "caught", "caught");
    }
}

#[test]
fn sqlite_refuses_a_statement_before_it_runs_and_a_strict_table_a_text() {
    if testkit::has(&["sqlite3"]) {
        check("sqlite", "unknown-method", "refused", "refused");
        check("sqlite", "gradual-hole", "silent", "caught");
    }
}

#[test]
fn eslint_finds_the_variable_that_is_never_given_a_value() {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../node_modules/eslint");
    if !packages.is_dir() {
        return testkit::skip("npm packages");
    }
    if testkit::has(&["node"]) {
        check("javascript", "uninitialised", "silent", "refused");
        check("javascript", "null", "caught", "caught");
    }
}

#[test]
fn java_catches_what_its_types_let_through() {
    if testkit::has(&["javac", "java"]) {
        check("java", "covariant-store", "caught", "caught");
        check("java", "wrong-downcast", "caught", "caught");
    }
}

#[test]
fn coq_takes_false_for_proved_where_that_is_asked_for_and_says_what_the_theorem_rests_on() {
    if testkit::has(&["coqc"]) {
        check("coq", "admitted", "silent", "silent");
        check("coq", "type-in-type", "refused", "refused");
        check("coq-type-in-type", "type-in-type", "silent", "silent");
        assert!(output("coq", "admitted").contains("Axioms:\npast : False"));
    }
}

#[test]
fn rust_without_unsafe_code_reads_a_text_after_its_drop() {
    if testkit::has(&["rustc"]) {
        check("rust", "hole-lifetime", "undefined", "undefined");
        assert!(output("rust", "hole-lifetime").contains("read after its drop: true"));
    }
}

#[test]
fn what_there_is_not_is_refused_in_a_line() {
    for (language, mistake, says) in
        [("cobol", "null", "must be one of c, c-clang, cpp"), ("c", "typo", "must be one of text-for-number")]
    {
        let output = one(language, mistake);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(says), "{output:?}");
    }
}

#[test]
fn a_language_that_is_not_here_is_not_tested_and_it_is_said_why() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strongly-typed"));
    let output =
        command.args(["one", "--language", "perl", "--mistake", "null"]).env("PATH", "/nonexistent").output().unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["outcome"], "not-tested");
    assert_eq!(told["output"], "there is no `perl` here; it needs Perl (the package perl)");
}
