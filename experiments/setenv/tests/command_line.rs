//! The program as its user meets it. What needs a compiler that is not here is left out.

mod support;

use std::fs;
use std::process::Output;

use serde_json::Value;

use support::{COMPILERS, TracedRun, one, only, program};
use testkit::{has, make_program};

fn failed(figures: &Value) -> f64 {
    figures["failed_share"]["value"].as_f64().unwrap()
}

/// The line on standard error of a command that ends with this status.
#[track_caller]
fn refused(status: i32, arguments: &[&str]) -> String {
    let Output { status: ended, stdout, stderr } = program().args(arguments).output().unwrap();
    let line = String::from_utf8(stderr).unwrap();
    assert_eq!(ended.code(), Some(status), "{arguments:?}: {line}");
    assert_eq!(stdout, b"");
    assert_eq!(line.trim_end().lines().count(), 1, "{line}");
    line
}

const GETENV: [&str; 4] = ["--library", "glibc", "--reader", "getenv"];

/// Those that every second child or more dies of, even on a machine that is busy: that none of twenty does is as likely as
/// a coin that falls on the same side twenty times.
#[test]
fn children_die_where_they_are_sure_to() {
    if !has(&["cc", "musl-gcc"]) {
        return;
    }
    let many = ["--children", "20", "--seconds", "0.5"];
    let musl = one(&[&["--library", "musl", "--reader", "none", "--writer", "two-writers"], &many[..]].concat());
    assert!(failed(&musl) > 0.0, "{musl}");
    assert_eq!(musl["children"], 20);
    assert!(musl["version"].as_str().unwrap().starts_with("musl"));
    let steps = musl["survival"].as_array().unwrap();
    let surviving: Vec<f64> = steps.iter().map(|step| step["surviving_share"]["value"].as_f64().unwrap()).collect();
    assert!(surviving.is_sorted_by(|before, after| before > after), "{musl}");
    // On a busy machine some fail after their time is over, which is no part of the curve.
    assert!(surviving.last().is_none_or(|&last| last >= 1.0 - failed(&musl) - 1e-9), "{musl}");
    let glibc = one(&[&GETENV[..], &["--writer", "same-names"], &many].concat());
    let version = glibc["version"].as_str().unwrap().trim_start_matches("glibc 2.");
    if version.parse::<u32>().unwrap() < 41 {
        assert!(failed(&glibc) > 0.0, "{glibc}");
        assert!(glibc["median_seconds_to_failure"]["value"].as_f64().unwrap() < 2.0);
    }
}

#[test]
fn nobody_dies_behind_a_lock_or_of_a_writer_alone() {
    if !has(&["cc", "musl-gcc"]) {
        return;
    }
    for library in ["glibc", "musl"] {
        for (reader, fix) in [("getenv", "lock"), ("localtime", "lock"), ("none", "none")] {
            let cell = ["--library", library, "--reader", reader, "--writer", "new-names", "--fix", fix];
            let figures = one(&[&cell[..], &["--children", "5", "--seconds", "0.2"]].concat());
            assert_eq!(failed(&figures), 0.0, "{library} {reader} {figures}");
            assert_eq!(figures["survival"], Value::Array(Vec::new()));
            assert_eq!(figures["median_seconds_to_failure"], Value::Null);
        }
    }
}

#[test]
fn rusts_own_reader_is_safe_beside_its_writer() {
    if !has(&["cc"]) {
        return;
    }
    let rust = ["--language", "rust", "--library", "glibc", "--reader", "rust-env-var", "--writer", "new-names"];
    assert_eq!(failed(&one(&[&rust[..], &["--children", "5", "--seconds", "0.2"]].concat())), 0.0);
}

#[test]
fn its_help_speaks_of_the_command_line_and_not_of_the_code() {
    let help = program().args(["one", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("--writer replaced-value") && !help.contains("[`"), "{help}");
}

#[test]
fn a_whole_run_measures_what_it_can_and_says_what_it_left_out() {
    if !has(&["cc", "musl-gcc", "node"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = only(folder.path(), &[COMPILERS, &["musl-gcc", "node"]].concat());
    let mut run = TracedRun::start(folder.path(), |command| {
        command.env("PATH", path);
    });
    assert!(run.child.wait().unwrap().success());
    assert_eq!(run.traces(), Vec::<String>::new(), "all is gone when the program ends");
    let record: Value = serde_json::from_str(&fs::read_to_string(&run.out).unwrap()).unwrap();
    let skipped = record["skipped"].as_array().unwrap();
    let why = |what: &str| skipped.iter().find(|entry| entry["what"].as_str().unwrap().contains(what)).unwrap();
    assert_eq!(why("Go with cgo")["why"], "there is no `go` here");
    assert!(why("Go without cgo")["needs"].as_str().unwrap().contains("golang-go"));
    assert!(why("a newer glibc")["why"].as_str().unwrap().contains("there is no "));
    assert!(why("Python")["why"].as_str().unwrap().contains("there is no "));
    assert!(why("Java")["needs"].as_str().unwrap().contains("default-jdk-headless"));
    assert!(why("the current glibc")["needs"].as_str().unwrap().contains("apt-get"));
    assert!(why("the current musl")["needs"].as_str().unwrap().contains("apt-get"));
    assert_eq!(skipped.len(), 7, "{skipped:?}");
    let series = |id: &str| {
        let series = record["series"].as_array().unwrap().iter().find(|series| series["id"] == id).unwrap();
        series["points"].as_array().unwrap().clone()
    };
    let cells = series("cells");
    assert!(cells.len() > 20 && series("go").is_empty(), "{}", cells.len());
    for cell in &cells {
        assert!(["glibc", "musl"].contains(&cell["at"]["library"].as_str().unwrap()), "{cell}");
        let share = |name: &str| cell["values"][name]["value"].as_f64().unwrap();
        let kinds = ["sigsegv_share", "sigabrt_share", "other_signal_share", "wrong_answer_share", "hung_share"];
        let sum: f64 = kinds.into_iter().map(share).sum();
        assert!((sum - share("failed_share")).abs() < 1e-9, "{cell}");
        if cell["at"]["fix"] == "lock" {
            assert_eq!(share("failed_share"), 0.0, "{cell}");
        }
    }
    let runtimes = series("runtimes");
    assert_eq!(runtimes.len(), 3);
    for condition in &runtimes {
        assert_eq!(condition["at"]["language"], "node");
        if condition["at"]["reader"] == "own" {
            assert_eq!(condition["values"]["failed_share"]["value"], 0.0, "{condition}");
        }
    }
    assert_eq!(series("moves").len(), 6);
    let costs = series("getenv-costs");
    assert_eq!(costs.len(), 6);
    for condition in &costs {
        assert!(
            (1e-9..1e-4).contains(&condition["values"]["seconds_per_call"]["value"].as_f64().unwrap()),
            "{condition}"
        );
        let has_ratio = !condition["values"]["times_unguarded"].is_null();
        assert_eq!(has_ratio, condition["at"]["guard"] != "none", "{condition}");
    }
    assert!(!series("survival").is_empty() && series("leak-rates").len() == 8);
    let rate = |library: &str| {
        let is_it =
            |point: &&Value| point["at"]["library"] == library && point["at"]["operation"] == "replace-with-new-values";
        series("leak-rates").iter().find(is_it).unwrap()["values"]["bytes_per_call"]["value"].as_f64().unwrap()
    };
    assert!(rate("glibc") > 20.0 && rate("musl") < 1.0, "{} {}", rate("glibc"), rate("musl"));
}

#[test]
fn without_compilers_everything_is_skipped_and_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = TracedRun::start(folder.path(), |command| {
        command.env("PATH", folder.path());
    });
    assert!(run.child.wait().unwrap().success());
    let record: Value = serde_json::from_str(&fs::read_to_string(&run.out).unwrap()).unwrap();
    let needs: Vec<&str> =
        record["skipped"].as_array().unwrap().iter().map(|entry| entry["needs"].as_str().unwrap()).collect();
    for package in ["gcc", "musl-tools", "golang-go", "python3", "nodejs", "default-jdk-headless"] {
        assert!(needs.iter().any(|needs| needs.contains(package)), "{needs:?}");
    }
    let verdicts =
        record["judged"]["claims"].as_array().unwrap().iter().map(|claim| claim["verdict"].as_str().unwrap());
    assert!(verdicts.into_iter().all(|verdict| verdict == "not-tested"));
    let without_musl = program()
        .args(["one", "--library", "musl", "--reader", "none", "--writer", "two-writers"])
        .env("PATH", folder.path())
        .output()
        .unwrap();
    assert_eq!(without_musl.status.code(), Some(1));
    let said = String::from_utf8(without_musl.stderr).unwrap();
    assert_eq!(said, "setenv: musl: there is no `musl-gcc` here; it needs `musl-gcc` of the package musl-tools\n");
}

#[test]
fn a_call_is_timed_by_itself() {
    if !has(&["cc"]) {
        return;
    }
    let arguments = ["cost", "--library", "glibc", "--guard", "mutex", "--calls", "1000"];
    let output = program().args(arguments).output().unwrap();
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(figures["version"].as_str().unwrap().starts_with("glibc "));
    assert!((1e-9..1e-4).contains(&figures["seconds_per_call"].as_f64().unwrap()), "{figures}");
}

/// An `apt-get` that knows a mirror, and hands out a package that is not the one of the index.
const FORGING_APT_GET: &str = r#"#!/bin/sh
case "$*" in
  *indextargets*) echo http://mirror.invalid/debian ;;
  *update) printf 'Package: libc6\nVersion: 2.41-1\nSize: 3\nSHA256: %064d\n' 0 > lists/mirror_Packages ;;
  *download*) echo forged > libc6.deb ;;
esac
"#;

#[test]
fn a_package_with_another_checksum_is_not_unpacked() {
    if !has(&["cc"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = only(folder.path(), &[COMPILERS, &["dpkg-deb", "sh"]].concat());
    make_program(&path.join("apt-get"), FORGING_APT_GET);
    // Away from cargo's output, where a package may be kept from an earlier run.
    let elsewhere = folder.path().join("setenv");
    make_program(&elsewhere, fs::read(env!("CARGO_BIN_EXE_setenv")).unwrap());
    let output = std::process::Command::new(elsewhere)
        .args(["one", "--library", "glibc-newer", "--reader", "getenv", "--writer", "new-names"])
        .env("PATH", path)
        .env("TMPDIR", folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("its checksum or its length differs") && !said.contains("mirror.invalid"), "{said}");
}

#[test]
fn hostile_arguments_get_one_line_and_status_2() {
    let with = |more: &[&str]| refused(2, &[&["one"], &GETENV[..], &["--writer", "new-names"], more].concat());
    assert!(with(&["--fix", "prayer"]).contains("[possible values: none, lock]"));
    assert!(with(&["--seconds", "0"]).contains("--seconds is 0; it must be from 0.001 to 60"));
    assert!(with(&["--seconds", "NaN"]).contains("--seconds is NaN"));
    assert!(with(&["--seconds", "-1"]).contains("--seconds is -1"));
    with(&["--children", "0"]);
    with(&["--children", "100001"]);
    with(&["--children", "99999999999999999999"]);
    assert!(refused(2, &["one", "--library", "uclibc"]).contains("glibc-newer"));
    let refused_pair = |reader: &str, writer: &str, more: &[&str]| {
        refused(2, &[&["one", "--library", "glibc", "--reader", reader, "--writer", writer], more].concat())
    };
    assert!(refused_pair("rust-env-var", "new-names", &[]).contains("--language rust"));
    assert!(refused_pair("localtime", "replaced-value", &[]).contains("read by getenv"));
    assert!(refused_pair("localtime", "new-names", &["--language", "rust"]).contains("getenv or rust-env-var"));
    assert!(refused_pair("getenv", "new-names", &["--language", "rust", "--fix", "lock"]).contains("without a lock"));
    let musl = ["one", "--library", "musl", "--reader", "getenv", "--writer", "new-names", "--language", "rust"];
    assert!(refused(2, &musl).contains("leave out musl"));
    assert!(refused(2, &["supervisor", "/tmp"]).contains("no run of this experiment made this folder"));
    assert!(refused(1, &["child", "1", "getenv", "10"]).contains("the parent: it ended before its child"));
    refused(2, &["one"]);
    refused(2, &["cost", "--library", "glibc", "--threads", "3"]);
    refused(2, &["cost", "--library", "glibc", "--calls", "0"]);
    assert!(
        refused(2, &["cost", "--library", "glibc", "--guard", "spinlock"]).contains("[possible values: none, mutex")
    );
    refused(2, &["--profile", "thorough"]);
}
