//! The program as one starts it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isspace"));
    command.stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

#[track_caller]
fn answer(arguments: &[&str]) -> Value {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{arguments:?}: {said}");
    said
}

/// A folder with links to these programs of the machine's alone.
fn with_only(folder: &Path, programs: &[&str]) {
    let path = std::env::var_os("PATH").unwrap();
    for program in programs {
        let found = std::env::split_paths(&path).map(|it| it.join(program)).find(|it| it.is_file());
        if let Some(found) = found {
            std::os::unix::fs::symlink(found, folder.join(program)).unwrap();
        }
    }
}

#[test]
fn a_byte_is_a_space_in_the_c_locale_or_not() {
    if !testkit::has(&["cc"]) {
        return;
    }
    for (byte, is_space) in [("0x20", true), ("0x0b", true), ("0x85", false), ("0xA0", false)] {
        let answer = answer(&["one", "--byte", byte]);
        assert_eq!(answer["is_space"], is_space, "{answer}");
        assert_eq!(answer["locale"], "C");
    }
}

#[test]
fn a_locale_that_is_only_offered_is_compiled_for_the_question() {
    if !testkit::has(&["cc", "localedef"]) {
        return;
    }
    if !Path::new("/usr/share/i18n/SUPPORTED").is_file() {
        return testkit::skip("the package locales");
    }
    let answer = answer(&["one", "--byte", "0xa0", "--locale", "he_IL"]);
    assert_eq!((&answer["charmap"], &answer["is_space"]), (&"ISO-8859-8".into(), &false.into()));
}

#[test]
fn who_is_not_here_is_named_with_what_it_takes_and_the_others_answer() {
    let folder = tempfile::tempdir().unwrap();
    with_only(folder.path(), &["perl"]);
    let output = program().args(["one", "--code-point", "U+0085"]).env("PATH", folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["code_point"], &answer["name"]), (&"U+0085".into(), &"NEXT LINE".into()));
    assert_eq!(answer["utf8"], "C2 85");
    assert_eq!((&answer["is_space"]["rust-char"], &answer["is_space"]["rust-ascii"]), (&true.into(), &false.into()));
    let skipped: Vec<&str> =
        answer["skipped"].as_array().unwrap().iter().map(|it| it["needs"].as_str().unwrap()).collect();
    for package in ["golang-go", "default-jdk-headless", "python3", "nodejs", "gcc", "musl-tools", "libicu-dev"] {
        let there_are = skipped.iter().filter(|needs| needs.contains(package)).count();
        // The compiler lacks for two: the C library and ICU.
        assert!(there_are >= 1 || package == "libicu-dev", "{package}: {skipped:?}");
    }
}

#[test]
fn hostile_arguments_get_one_line_and_status_2() {
    assert!(refused(&["one"]).contains("--code-point"));
    assert!(refused(&["one", "--byte", "256"]).contains("from 0x00 to 0xFF"));
    assert!(refused(&["one", "--byte", "0x100"]).contains("from 0x00 to 0xFF"));
    assert!(refused(&["one", "--code-point", "U+110000"]).contains("U+10FFFF"));
    refused(&["one", "--code-point", "U+0085", "--byte", "0x85"]);
    refused(&["one", "--code-point", "U+0085", "--locale", "C"]);
    assert!(refused(&["supervisor", "/"]).contains("no run of this experiment made this folder"));
    refused(&["supervisor", "/tmp"]);
    refused(&["--profile", "thorough"]);
    if testkit::find("cc").is_none() {
        return testkit::skip_part("cc, without which no locale is looked for");
    }
    assert!(refused(&["one", "--byte", "0x85", "--locale", "../../etc"]).contains("locale -a"));
    assert!(refused(&["one", "--byte", "0x85", "--locale", "xx_XX.UTF-8"]).contains("locale -a"));
}

#[test]
fn a_run_with_nothing_but_itself_still_gives_a_record_that_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("record.json");
    let empty = folder.path().join("programs");
    fs::create_dir(&empty).unwrap();
    let mut command = program();
    command.args(["run", "--profile", "quick", "--quiet", "--out"]).arg(&out).env("PATH", &empty);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record: Value = serde_json::from_slice(&fs::read(out).unwrap()).unwrap();
    let verdict = |id: &str| {
        let claims = record["judged"]["claims"].as_array().unwrap();
        claims.iter().find(|claim| claim["id"] == id).unwrap()["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(verdict("c-locale-six"), "not-tested");
    assert_eq!(verdict("icu-alternative"), "not-tested");
    // Unicode and the two of Rust are inside.
    assert_eq!(verdict("implementations-disagree"), "holds");
    let skipped = record["skipped"].to_string();
    for what in ["Go", "Java", "Perl", "Python", "JavaScript", "musl", "ICU", "locale"] {
        assert!(skipped.contains(what), "{what}: {skipped}");
    }
    assert!(!skipped.contains(folder.path().to_str().unwrap()), "the record names a folder: {skipped}");
}
