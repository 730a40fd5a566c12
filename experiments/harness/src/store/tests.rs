use std::fs;
use std::path::Path;

use super::Destination;
use crate::experiment::Failure;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_record_replaces_the_older_one_and_nothing_else_remains() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/box.json");
    Destination::reserve(&path).unwrap().publish("older, longer").unwrap();
    Destination::reserve(&path).unwrap().publish("new").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(names(path.parent().unwrap()), ["box.json"]);
}

#[test]
fn a_run_that_publishes_nothing_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    let destination = Destination::reserve(&path).unwrap();
    assert_eq!(names(folder.path()), [".box.json.tmp"], "a temporary file is hidden and no record");
    drop(destination);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn two_runs_cannot_aim_for_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    let first = Destination::reserve(&path).unwrap();
    let second = Destination::reserve(&path).err().unwrap();
    assert_eq!(second, Failure::Failed(format!("another run is writing {}", path.display())));
    first.publish("first").unwrap();
    assert!(Destination::reserve(&path).is_ok());
}

#[test]
fn what_killed_runs_left_is_cleared_away_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for name in [".other.json.tmp", ".hidden", "notes.tmp", "other.json"] {
        fs::write(folder.path().join(name), "left").unwrap();
    }
    let living = Destination::reserve(&folder.path().join("living.json")).unwrap();
    drop(Destination::reserve(&folder.path().join("box.json")).unwrap());
    assert_eq!(names(folder.path()), [".hidden", ".living.json.tmp", "notes.tmp", "other.json"]);
    drop(living);
}

#[test]
fn a_folder_is_no_place_for_a_record() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Destination::reserve(folder.path()), Err(Failure::Usage(_))));
}

#[test]
fn a_place_below_a_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let refused = Destination::reserve(&folder.path().join("file/box.json")).err().unwrap();
    assert!(refused.to_string().starts_with("cannot write "), "{refused}");
}
