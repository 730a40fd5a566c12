use std::fs::{self, File};
use std::path::Path;

use serde_json::{Value, json};

use super::{Content, Destination};
use crate::failure::Failure;
use crate::machine::describe;
use crate::own_files;
use crate::record::{Machine, Processor};

/// The least that makes a record.
fn record(experiment: &str) -> String {
    json!({ "schema_version": 1, "experiment": experiment, "provenance": {}, "series": [], "claims": [] }).to_string()
}

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
    Destination::reserve(&path).unwrap().publish(&record("older, longer")).unwrap();
    Destination::reserve(&path).unwrap().publish("new").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(names(path.parent().unwrap()), ["box.json"]);
}

#[test]
fn a_run_that_publishes_nothing_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    let destination = Destination::reserve(&path).unwrap();
    assert_eq!(names(folder.path()), [".box.json.being-measured"], "a temporary file is hidden and no record");
    drop(destination);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn two_runs_cannot_aim_for_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    let first = Destination::reserve(&path).unwrap();
    let second = Destination::reserve(&path).err().unwrap();
    assert_eq!(second, Failure::Unexpected(format!("another run is writing {}", path.display())));
    first.publish(&record("first")).unwrap();
    assert!(Destination::reserve(&path).is_ok());
}

#[test]
fn what_killed_runs_left_is_cleared_away_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for name in [".other.json.being-measured", ".settings.json.tmp", "notes.being-measured", "other.json"] {
        fs::write(folder.path().join(name), "left").unwrap();
    }
    fs::create_dir(folder.path().join(".folder.json.being-measured")).unwrap();
    let living = Destination::reserve(&folder.path().join("living.json")).unwrap();
    drop(Destination::reserve(&folder.path().join("box.json")).unwrap());
    let kept = [
        ".folder.json.being-measured",
        ".living.json.being-measured",
        ".settings.json.tmp",
        "notes.being-measured",
        "other.json",
    ];
    assert_eq!(names(folder.path()), kept);
    drop(living);
}

/// A user that is not root and has no files.
#[cfg(target_os = "linux")]
const NOBODY: u32 = 65_534;

#[cfg(target_os = "linux")]
#[test]
fn what_another_user_left_stays_and_keeps_nobody_from_writing() {
    use std::os::unix::fs::PermissionsExt;

    use rustix::process::geteuid;
    use rustix::thread::{Uid, set_thread_uid};

    let folder = tempfile::tempdir().unwrap();
    let theirs = folder.path().join(".theirs.json.being-measured");
    fs::write(&theirs, "").unwrap();
    // As another user's is to who is not root.
    fs::set_permissions(&theirs, fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let reserved = std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            if geteuid().is_root() {
                // The system call changes this thread's user alone.
                set_thread_uid(Uid::from_raw(NOBODY)).unwrap();
            }
            Destination::reserve(&folder.path().join("box.json")).map(drop)
        });
        other.join().unwrap()
    });
    assert_eq!(reserved, Ok(()));
    assert!(theirs.exists());
}

/// A machine with an `AMD EPYC` of this model number, or one as older records have it.
fn machine(model: Option<u32>) -> Machine {
    let processor =
        model.map(|model| Processor { vendor: "AMD".into(), family: Some(26), model: Some(model), stepping: Some(1) });
    Machine { cpu_model: "AMD EPYC".into(), processor, ..describe(Some("box".into())) }
}

#[test]
fn a_record_of_another_processor_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    let published = |machine: &Machine| {
        let mut record: Value = serde_json::from_str(&record("dice")).unwrap();
        record["provenance"] = json!({ "machine": machine });
        fs::write(&path, record.to_string()).unwrap();
    };
    let refused = |machine: &Machine| Destination::reserve(&path).unwrap().refuse_other_processor(machine).err();
    assert_eq!(refused(&machine(Some(2))), None, "there is no record yet");
    published(&machine(Some(2)));
    assert_eq!(refused(&machine(Some(2))), None);
    assert_eq!(refused(&Machine { kernel: "newer".into(), ..machine(Some(2)) }), None);
    let message = format!(
        "{} is a record of another processor (AMD family 26 model 2 stepping 1; this one is AMD family 26 model 17 \
         stepping 1); name this machine with --machine, or move that record away",
        path.display()
    );
    assert_eq!(refused(&machine(Some(17))), Some(Failure::Usage(message)));
    published(&machine(None));
    assert_eq!(refused(&machine(Some(2))), None, "an older record has no numbers");
    assert!(refused(&Machine { cpu_model: "Abacus".into(), ..machine(Some(2)) }).is_some());
    fs::write(&path, "").unwrap();
    assert_eq!(refused(&machine(Some(17))), None, "there is no record yet");
}

#[test]
fn what_is_no_record_is_not_replaced_by_one_nor_by_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    let [path, new] = ["box.json", "new.json"].map(|name| folder.path().join(name));
    let summary =
        json!({ "experiment": "dice", "record": "x.json", "duration_seconds": 1.5, "claims": [] }).to_string();
    let said = |what: &str, path: &Path| {
        let why = format!("it is there, and no {what}; name another file, or move that one away");
        format!("cannot write {}: {why}", path.display())
    };
    for (text, [is_record, is_summary]) in [
        ("thesis", [false; 2]),
        ("{}", [false; 2]),
        (r#"{"experiment": "dice", "claims": []}"#, [false; 2]),
        (&record("dice"), [true, false]),
        (&summary, [false, true]),
        ("", [true; 2]),
    ] {
        for (content, is_ours) in [(Content::Record, is_record), (Content::Summary, is_summary)] {
            let what = content.name();
            let reserve = |path: &Path| match content {
                Content::Summary => Destination::reserve_for_summary(path),
                _ => Destination::reserve(path),
            };
            fs::write(&path, text).unwrap();
            assert_eq!(reserve(&path).err(), (!is_ours).then(|| Failure::Usage(said(what, &path))), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            // Nor if it appears while a run measures.
            let destination = reserve(&new).unwrap();
            fs::write(&new, text).unwrap();
            let published = destination.publish("measured");
            assert_eq!(published.err(), (!is_ours).then(|| Failure::Unexpected(said(what, &new))), "{text}");
            assert_eq!(fs::read_to_string(&new).unwrap(), if is_ours { "measured" } else { text });
            own_files::remove_known(&new, |_| true).unwrap();
        }
    }
    assert_eq!(names(folder.path()), ["box.json"]);
    // Far too long to be read.
    File::create(&path).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(Destination::reserve(&path).err(), Some(Failure::Usage(said("record", &path))));
}

fn usage(path: &Path) -> String {
    match Destination::reserve(path) {
        Err(Failure::Usage(message)) => message,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("{} is taken for a place for a record", path.display()),
    }
}

#[test]
fn a_folder_is_no_place_for_a_record() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().to_owned(), folder.path().join("none/"), "".into(), "/".into(), "..".into()] {
        assert_eq!(usage(&path), format!("cannot write {}: it is a folder; name a file in it", path.display()));
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_and_stays_what_it_is() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    assert!(Command::new("mkfifo").arg(at("fifo")).status().unwrap().success());
    let _socket = UnixListener::bind(at("socket")).unwrap();
    symlink("fifo", at("link")).unwrap();
    symlink("/dev/null", at("null")).unwrap();
    for (name, what) in [("fifo", "a FIFO"), ("link", "a FIFO"), ("socket", "a socket"), ("null", "a character device")]
    {
        let said = format!("cannot write {}: it is {what}; name a regular file, or a new one", at(name).display());
        assert_eq!(usage(&at(name)), said);
    }
    assert!(fs::symlink_metadata(at("fifo")).unwrap().file_type().is_fifo());
    assert!(fs::symlink_metadata(at("socket")).unwrap().file_type().is_socket());
    assert!(fs::symlink_metadata("/dev/null").unwrap().file_type().is_char_device());
    assert_eq!(names(folder.path()), ["fifo", "link", "null", "socket"]);
}

#[cfg(unix)]
#[test]
fn a_link_leads_to_the_record_and_stays_a_link() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link.json");
    let target = folder.path().join("deep/box.json");
    fs::create_dir(target.parent().unwrap()).unwrap();
    symlink("deep/box.json", &link).unwrap();
    assert_eq!(
        usage(&link),
        format!(
            "cannot write {}: it is a link to what is not there; name a regular file, or a new one",
            link.display()
        )
    );
    fs::write(&target, record("old")).unwrap();
    let destination = Destination::reserve(&link).unwrap();
    assert!(Destination::reserve(&target).is_err(), "two names of one file are one destination");
    destination.publish("new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), "new");
    assert_eq!(names(folder.path()), ["deep", "link.json"]);
    assert_eq!(names(target.parent().unwrap()), ["box.json"]);
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link_in_the_place_of_the_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    fs::write(&victim, "old").unwrap();
    std::os::unix::fs::symlink(&victim, folder.path().join(".box.json.being-measured")).unwrap();
    assert!(matches!(Destination::reserve(&folder.path().join("box.json")), Err(Failure::System { .. })));
    assert_eq!(fs::read_to_string(&victim).unwrap(), "old");
}

#[test]
fn a_place_below_a_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let refused = Destination::reserve(&folder.path().join("file/box.json")).err().unwrap();
    assert!(refused.to_string().starts_with("cannot write "), "{refused}");
}
