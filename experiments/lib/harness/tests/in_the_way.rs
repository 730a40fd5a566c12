//! Whatever a user has where a command of an experiment would write stays, byte by byte, and the command says so in one line that names it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use testkit::OLD_RECORD;

/// The example `dice`, which `cargo test` builds unless it is told to build one test alone.
fn dice() -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let dice = here.ancestors().nth(2).unwrap().join("examples/dice");
    assert!(dice.exists(), "build the example first: cargo build -p harness --example dice");
    dice
}

/// A made-up checkout, in which dice have been measured once.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let schema = folder.path().join("experiments/lib/harness/record.schema.json");
    fs::create_dir_all(schema.parent().unwrap()).unwrap();
    fs::write(schema, "").unwrap();
    assert!(run(folder.path(), "--profile full --machine published").status.success());
    folder
}

fn run(folder: &Path, arguments: &str) -> Output {
    Command::new(dice()).current_dir(folder).args(arguments.split(' ')).output().unwrap()
}

/// All files below a folder, with what they hold.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let each = entries
        .into_iter()
        .flat_map(|path| if path.is_dir() { contents(&path) } else { vec![(path.clone(), fs::read(&path).unwrap())] });
    each.collect()
}

#[test]
fn what_a_user_has_there_stays_and_is_named() {
    // Either a file with this text is in the way, or a folder with such a file.
    let text = "mine";
    let json = r#"{"name": "mine", "claims": []}"#;
    let published = "content/measurements/dice/box.json";
    let tried = "target/measurements/dice/box.json";
    for (arguments, path, mine) in [
        ("--machine box --out mine", "mine", text),
        ("--machine box --out mine", "mine", json),
        ("--machine box --out mine", "mine/file", text),
        ("--machine box --out mine/", "mine/file", text),
        ("--machine box --out .", "file", text),
        ("run --machine box --out mine", "mine", text),
        ("--machine box --profile full --out mine", "mine", text),
        ("--machine box", tried, text),
        ("--machine box", "target/measurements/dice/box.json/file", text),
        ("--machine box --profile full", published, text),
        ("--machine box --profile full", "content/measurements/dice/box.json/file", text),
        ("--machine box --json=mine", "mine", text),
        // A record is no summary.
        ("--machine box --json=mine", "mine", OLD_RECORD),
        ("--machine box --json=mine", "mine/file", text),
        ("--machine box --json=content/measurements/dice/published.json", "file", text),
        ("judge mine", "mine", text),
        ("judge mine", "mine", json),
        ("judge mine", "mine/file", text),
        ("judge", published, text),
    ] {
        let folder = checkout();
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, mine).unwrap();
        let before = contents(folder.path());
        let output = run(folder.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let what = format!("{arguments}, with {path} there: {said}");
        assert!(!output.status.success(), "{what}");
        assert_eq!(contents(folder.path()), before, "{what}");
        assert!(said.starts_with("dice: ") && said.lines().count() == 1, "{what}");
        let named = arguments.rsplit([' ', '=']).next().unwrap();
        assert!(said.contains(named) || said.contains("box.json"), "{what}");
    }
}
