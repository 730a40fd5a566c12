//! Messages of a run, and the streams that they go to.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn dice() -> PathBuf {
    testkit::example("dice")
}

/// A made-up checkout in which a full run has been published, of a hundred-sided die.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    harness::own_files::claim(folder.path()).unwrap();
    let schema = folder.path().join("experiments/lib/harness/record.schema.json");
    fs::create_dir_all(schema.parent().unwrap()).unwrap();
    fs::write(schema, "").unwrap();
    let published = run(folder.path(), &["--profile", "full", "--sides", "100", "--machine", "other"]);
    assert!(published.status.success(), "{}", text(&published.stderr));
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(dice()).current_dir(folder).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn published(folder: &Path) -> PathBuf {
    folder.join("content/measurements/dice/other.json")
}

#[test]
fn a_run_says_what_it_found_beside_the_published_record_and_where_its_own_lies() {
    let folder = checkout();
    let output = run(folder.path(), &["--machine", "box"]);
    let said = text(&output.stdout);
    assert!(said.starts_with("dice, quick run of "), "{said}");
    let claim = said.lines().find(|line| line.starts_with("six-sides")).unwrap();
    let words: Vec<&str> = claim.split_whitespace().collect();
    assert!(matches!(words[..], ["six-sides", "3", "eyes", .., "11.5", "eyes", "holds"]), "{claim}");
    assert!(said.ends_with("\n\nrecord  target/measurements/dice/box.json\n"), "there is no page of dice: {said}");
    // No terminal: no colour, whatever the terminal would have.
    assert!(!said.contains('\u{1b}') && said.lines().all(|line| line.chars().count() <= 200), "{said}");
    assert!(folder.path().join("target/measurements/dice/box.json").exists());
    // With an article, there is a page.
    fs::create_dir_all(folder.path().join("content/findings")).unwrap();
    fs::write(folder.path().join("content/findings/dice.mdx"), "").unwrap();
    let page = "\npage    http://127.0.0.1:4321/findings/dice/ (run `npm start`); a claim is at #claim-ID there\n";
    assert!(text(&run(folder.path(), &["--machine", "box"]).stdout).ends_with(page));
    let elsewhere = text(&run(folder.path(), &["--machine", "box", "--out", "elsewhere.json"]).stdout);
    assert!(elsewhere.ends_with("\nrecord  elsewhere.json\n"), "no page shows it: {elsewhere}");
}

#[test]
fn a_full_run_is_held_against_the_record_whose_place_it_takes() {
    let folder = checkout();
    let output = run(folder.path(), &["--profile", "full", "--machine", "other"]);
    let claim = text(&output.stdout).lines().find(|line| line.starts_with("six-sides")).map(str::to_owned).unwrap();
    assert!(claim.contains("11.5 eyes") && claim.ends_with("holds"), "{claim}");
}

#[test]
fn as_json_there_is_nothing_else_and_what_is_quiet_says_only_where() {
    let folder = checkout();
    let output = run(folder.path(), &["--machine", "box", "--json"]);
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["record"], "target/measurements/dice/box.json");
    assert_eq!((&said["claims"][0]["id"], &said["claims"][0]["verdict"]), (&"six-sides".into(), &"holds".into()));
    assert_eq!(
        text(&run(folder.path(), &["--machine", "box", "--quiet"]).stdout),
        "target/measurements/dice/box.json\n"
    );
    // In a file, besides.
    let output = run(folder.path(), &["--machine", "box", "--json=found.json"]);
    assert!(text(&output.stdout).starts_with("dice, quick run of "));
    let written: Value = serde_json::from_slice(&fs::read(folder.path().join("found.json")).unwrap()).unwrap();
    assert_eq!(written["claims"], said["claims"]);
    let output = run(folder.path(), &["--machine", "box", "--json=no/such/folder.json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr)
            .ends_with("dice: cannot write no/such/folder.json: No such file or directory (os error 2)\n")
    );
}

#[test]
fn a_published_record_that_is_damaged_is_a_line_and_no_failure() {
    let folder = checkout();
    fs::write(published(folder.path()), "old").unwrap();
    let output = run(folder.path(), &["--machine", "box"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let note = "\nthe published record other.json is damaged (expected value at line 1 column 1): measure again; nothing is held against it\n";
    assert!(said.contains(note), "{said}");
    assert!(said.contains("\nNo published record to compare with.\n"), "{said}");
    harness::own_files::remove(&folder.path().join("content")).unwrap();
    let said = text(&run(folder.path(), &["--machine", "box"]).stdout);
    assert!(said.contains("\nNo published record to compare with.\n"), "{said}");
}

/// script(1) plays a terminal, which is narrow.
#[cfg(target_os = "linux")]
#[test]
fn at_a_terminal_it_keeps_to_its_width_and_colours_unless_told_not_to() {
    let folder = checkout();
    let at_terminal = |setting: &str| {
        let line = format!("stty cols 40 rows 30; {setting} TERM=xterm {} --machine box 2>/dev/null", dice().display());
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).current_dir(folder.path());
        command.stdin(Stdio::null()).output()
    };
    let Ok(output) = at_terminal("env -u NO_COLOR") else {
        return testkit::skip("script");
    };
    let said = text(&output.stdout);
    assert!(said.contains("\u{1b}[1mdice\u{1b}[0m, quick run of "), "{said}");
    let plain = text(&at_terminal("NO_COLOR=1").unwrap().stdout);
    assert!(plain.contains("dice, quick run of ") && !plain.contains("\u{1b}["), "{plain}");
    // A line without spaces, such as a path to copy, is never broken.
    let widths: Vec<usize> =
        plain.lines().filter(|line| line.trim().contains(' ')).map(|line| line.trim_end().chars().count()).collect();
    assert!(widths.len() >= 4 && widths.iter().all(|width| *width <= 40), "{widths:?} {plain}");
}
