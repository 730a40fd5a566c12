//! Disks that take no more, or nothing at all: the older record stays as it was, and one line says why. Each disk is mounted
//! where nothing but its test sees it, and goes with that.
#![cfg(target_os = "linux")]

use std::path::PathBuf;
use std::process::{Command, Output};

use testkit::OLD_RECORD;

/// As much of what `--json` writes as it is known by.
const SUMMARY: &str = r#"{"experiment": "dice", "record": "box.json", "duration_seconds": 1, "claims": []}"#;

/// A shell with mounts of its own, which any user may make where the system lets them be root there.
const ALONE: [&str; 4] = ["unshare", "--mount", "--map-root-user", "sh"];

fn dice() -> PathBuf {
    testkit::example("dice")
}

fn alone(script: &str, folder: &str) -> Output {
    let mut command = Command::new(ALONE[0]);
    command.args(&ALONE[1..]).args(["-ec", script]).arg(dice()).arg(folder);
    command.output().unwrap()
}

fn can_mount() -> bool {
    if !testkit::has(&["unshare", "mount"]) {
        return false;
    }
    let folder = tempfile::tempdir().unwrap();
    let mounts = alone("mount -t tmpfs tmpfs \"$1\"", folder.path().to_str().unwrap()).status.success();
    if !mounts {
        testkit::skip("mounts of its own, as root has them");
    }
    mounts
}

/// Runs on a disk with these options of tmpfs(5), which is made so after there is a record; what it says, and what is there then.
#[track_caller]
fn run_on(options: &str, is_made: &str, there: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let script = format!(
        "mount -t tmpfs -o {options} tmpfs \"$1\"; echo '{OLD_RECORD}' > \"$1/box.json\"; {is_made}; \
         \"$0\" --machine box --out \"$1/box.json\" || echo \"$?\"; cat \"$1/box.json\"; ls -A \"$1\""
    );
    let output = alone(&script, folder);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("1\n{OLD_RECORD}\n{there}"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with('\n') && said.lines().count() == 1, "{said}");
    said.trim_end().replace(folder, "")
}

/// The record goes elsewhere, so that it is the older JSON that the disk threatens.
#[test]
fn a_full_disk_leaves_the_older_json() {
    if !can_mount() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let script = format!(
        "mkdir \"$1/disk\"; mount -t tmpfs -o size=64k tmpfs \"$1/disk\"; echo '{SUMMARY}' > \"$1/disk/found\"; \
                  cat /dev/zero 2> /dev/null > \"$1/disk/other\" || true; \
                  \"$0\" --machine box --out \"$1/box.json\" --json=\"$1/disk/found\" || echo \"$?\"; cat \"$1/disk/found\""
    );
    let output = alone(&script, folder);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("1\n{SUMMARY}\n"));
    let said = String::from_utf8(output.stderr).unwrap().replace(folder, "");
    let expected =
        "dice: cannot write /disk/found: No space left on device (os error 28); what was there is as it was\n";
    assert!(said.ends_with(expected), "{said}");
}

#[test]
fn a_disk_without_room_for_another_name_is_told_in_one_line_and_the_record_stays() {
    if can_mount() {
        let said = run_on("nr_inodes=2", "true", "box.json\n");
        assert_eq!(said, "dice: cannot write /box.json: No space left on device (os error 28)");
    }
}

#[test]
fn a_read_only_disk_is_told_in_one_line_and_the_record_stays() {
    if can_mount() {
        for is_made in ["mount -o remount,ro \"$1\"", "mount --bind -o ro \"$1\" \"$1\""] {
            let said = run_on("size=64k", is_made, "box.json\n");
            assert_eq!(said, "dice: cannot write /box.json: Read-only file system (os error 30)");
        }
    }
}
