//! Whatever happens to a run, the older record stays as it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use harness::record::Record;
use testkit::OLD_RECORD as OLD;

fn dice() -> PathBuf {
    testkit::example("dice")
}

fn command(out: &Path) -> Command {
    let mut command = Command::new(dice());
    command.args(["--machine", "box", "--out"]).arg(out);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(out: &Path, seed: u32) -> Output {
    command(out).args(["--seed", &seed.to_string()]).output().unwrap()
}

fn read(path: &Path) -> Record {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).expect("a whole record")
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Starts a run that takes seconds, and waits until it has begun.
fn start_slow(out: &Path) -> Child {
    let child = command(out).env("DICE_PAUSE_MILLISECONDS", "20").spawn().unwrap();
    let temporary = out.with_file_name(format!(".{}.being-measured", out.file_name().unwrap().to_str().unwrap()));
    testkit::wait_until("the run does not begin", || temporary.exists());
    child
}

fn signal(name: &str, child: &Child) {
    let status = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn ctrl_c_and_a_request_to_end_stop_a_run_and_say_what_is_left() {
    for name in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("box.json");
        fs::write(&path, OLD).unwrap();
        let child = start_slow(&path);
        signal(name, &child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "SIG{name}");
        let said = text(&output.stderr);
        assert!(said.ends_with(&format!("dice: interrupted; {} is as it was\n", path.display())), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
        assert_eq!(names(folder.path()), ["box.json"]);
    }
}

#[test]
fn a_second_ctrl_c_ends_at_once_what_does_not_stop_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    fs::write(&path, OLD).unwrap();
    // An hour for each throw, before which it does not look.
    let mut child = command(&path).env("DICE_PAUSE_MILLISECONDS", "3600000").spawn().unwrap();
    testkit::wait_until("the run does not begin", || names(folder.path()).len() == 2);
    testkit::wait_until("it does not end", || {
        let has_ended = child.try_wait().unwrap().is_some();
        if !has_ended {
            signal("INT", &child);
        }
        has_ended
    });
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).ends_with(&format!("dice: interrupted; {} is as it was\n", path.display())));
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
    assert_eq!(names(folder.path()), ["box.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_outlives_a_hang_up_that_it_was_started_to_ignore() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    // As `nohup` does.
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" --machine box --out \"$1\""]).arg(dice()).arg(&path);
    let child = shell.env("DICE_PAUSE_MILLISECONDS", "2").stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    testkit::wait_until("the run does not begin", || !names(folder.path()).is_empty());
    signal("HUP", &child);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(read(&path).provenance.machine.id, "box");
}

/// A run takes some ten milliseconds; the kills are spread over a little more than one, so that some hit the writing.
#[test]
fn sixty_kills_at_any_moment_leave_a_whole_record_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    let started = Instant::now();
    assert!(run(&path, 1).status.success());
    let usual = started.elapsed();
    let mut last = read(&path);
    let mut replaced = 0;
    for kill in 0..60u32 {
        let mut child = command(&path).args(["--seed", &(kill + 2).to_string()]).spawn().unwrap();
        // Steps of a golden ratio fall anywhere without a generator.
        sleep(usual.mul_f64(1.2 * (f64::from(kill) * 0.618_034).fract()));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = read(&path);
        assert!(now.provenance.seed == last.provenance.seed || now.provenance.seed == u64::from(kill) + 2);
        replaced += u32::from(now.provenance.seed != last.provenance.seed);
        last = now;
    }
    assert!(replaced < 60, "no kill came before the end");
    assert!(run(&path, 100).status.success(), "the next run is not disturbed by what was left");
    assert_eq!(read(&path).provenance.seed, 100);
    assert_eq!(names(folder.path()), ["box.json"]);
}

/// Whoever has the old record by another name, or open, keeps it whole.
#[test]
fn the_old_record_is_replaced_and_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let [path, other] = ["box.json", "other"].map(|name| folder.path().join(name));
    fs::write(&path, OLD).unwrap();
    fs::hard_link(&path, &other).unwrap();
    assert!(run(&path, 1).status.success());
    assert_eq!(read(&path).provenance.seed, 1);
    assert_eq!(fs::read_to_string(&other).unwrap(), OLD);
}

#[test]
fn a_full_disk_leaves_the_old_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    fs::write(&path, OLD).unwrap();
    // A file may have 8 blocks of 1024 bytes, which the record exceeds; ignoring the signal makes it a failing write.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" --machine box --out \"$1\"";
    let output = Command::new("bash").args(["-c", script]).arg(dice()).arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(said.contains(&format!("cannot write {}: ", path.display())) && said.contains("is as it was"), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
    assert_eq!(names(folder.path()), ["box.json"]);
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_anything_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let started = Instant::now();
    let path = folder.path().join("file/box.json");
    let output = command(&path).env("DICE_PAUSE_MILLISECONDS", "100").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with(&format!("dice: cannot write {}: ", path.display())));
    assert!(started.elapsed() < Duration::from_secs(30), "a run takes 50 s");
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_before_anything_is_measured() {
    use std::os::unix::fs::FileTypeExt;

    let folder = tempfile::tempdir().unwrap();
    let [fifo, other] = ["fifo", "folder"].map(|name| folder.path().join(name));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    fs::create_dir(&other).unwrap();
    let started = Instant::now();
    for (path, why) in
        [(&fifo, "it is a FIFO; name a regular file, or a new one"), (&other, "it is a folder; name a file in it")]
    {
        let output = command(path).env("DICE_PAUSE_MILLISECONDS", "100").output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), format!("dice: cannot write {}: {why}\n", path.display()));
    }
    assert!(fs::symlink_metadata(&fifo).unwrap().file_type().is_fifo());
    assert_eq!(names(&other), [""; 0]);
    assert!(started.elapsed() < Duration::from_secs(30), "a run takes 50 s");
}

#[cfg(unix)]
#[test]
fn where_the_json_goes_is_refused_before_anything_is_measured_too() {
    use std::os::unix::fs::FileTypeExt;

    let folder = tempfile::tempdir().unwrap();
    let [path, fifo, none] = ["box.json", "fifo", "no/such.json"].map(|name| folder.path().join(name));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let started = Instant::now();
    for (json, status, why) in [
        (&fifo, 2, "it is a FIFO; name a regular file, or a new one"),
        (&none, 1, "No such file or directory (os error 2)"),
    ] {
        let mut command = command(&path);
        command.arg(format!("--json={}", json.display())).env("DICE_PAUSE_MILLISECONDS", "100");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), format!("dice: cannot write {}: {why}\n", json.display()));
    }
    assert!(fs::symlink_metadata(&fifo).unwrap().file_type().is_fifo());
    assert_eq!(names(folder.path()), ["fifo"]);
    assert!(started.elapsed() < Duration::from_secs(30), "a run takes 50 s");
}

/// The same for what `--json` writes.
const OLD_SUMMARY: &str = r#"{"experiment": "dice", "record": "box.json", "duration_seconds": 1, "claims": []}"#;

#[cfg(unix)]
#[test]
fn json_is_replaced_where_a_link_leads_and_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let [path, json, link, other] = ["box.json", "found", "link", "other"].map(|name| folder.path().join(name));
    fs::write(&json, OLD_SUMMARY).unwrap();
    fs::hard_link(&json, &other).unwrap();
    std::os::unix::fs::symlink("found", &link).unwrap();
    let output = command(&path).arg(format!("--json={}", link.display())).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(link.is_symlink() && fs::read_to_string(&json).unwrap().starts_with('{'));
    assert_eq!(fs::read_to_string(&other).unwrap(), OLD_SUMMARY);
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_who_reads_on_is_no_failure_and_a_full_output_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    let (reader, closed) = std::io::pipe().unwrap();
    drop(reader);
    let output = command(&path).stdout(closed.try_clone().unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let silent = command(&path).stdout(Stdio::null()).stderr(closed).status().unwrap();
    assert_eq!(silent.code(), Some(0));
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let help = Command::new(dice()).arg("--help").stdout(full()).output().unwrap();
    assert_eq!(help.status.code(), Some(1), "{}", text(&help.stderr));
    assert_eq!(text(&help.stderr), "dice: cannot write to standard output: No space left on device (os error 28)\n");
    let output = command(&path).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    let last = "\ndice: cannot write to standard output: No space left on device (os error 28)\n";
    assert!(said.ends_with(last) && !said.contains("panicked"), "{said}");
    assert_eq!(read(&path).provenance.machine.id, "box", "the record is whole");
}

#[test]
fn a_second_run_for_the_same_record_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    fs::write(&path, OLD).unwrap();
    let first = start_slow(&path);
    let second = run(&path, 2);
    assert_eq!(second.status.code(), Some(1));
    assert_eq!(text(&second.stderr), format!("dice: another run is writing {}\n", path.display()));
    signal("INT", &first);
    first.wait_with_output().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
    assert_eq!(names(folder.path()), ["box.json"]);
}

#[test]
fn a_folder_that_comes_in_the_way_meanwhile_stays_and_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.json");
    let child = command(&path).env("DICE_PAUSE_MILLISECONDS", "2").spawn().unwrap();
    testkit::wait_until("the run does not begin", || !names(folder.path()).is_empty());
    fs::create_dir(&path).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    let expected =
        format!("dice: cannot write {}: Is a directory (os error 21); what was there is as it was\n", path.display());
    assert_eq!(said, expected);
    assert_eq!((names(folder.path()), names(&path)), (vec!["box.json".to_owned()], vec![]));
}

/// A made-up checkout with a published record.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in ["experiments/lib/harness/record.schema.json", "content/measurements/dice/box.json"] {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, OLD).unwrap();
    }
    folder
}

fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(dice()).current_dir(folder).args(["--machine", "box"]).args(arguments).output().unwrap()
}

#[test]
fn a_quick_run_never_replaces_a_published_record() {
    let folder = checkout();
    let published = folder.path().join("content/measurements/dice/box.json");
    let output = run_in(folder.path(), &["--quiet"]);
    assert_eq!(text(&output.stdout), "target/measurements/dice/box.json\n");
    assert_eq!(read(&folder.path().join("target/measurements/dice/box.json")).provenance.machine.id, "box");
    let refused = run_in(folder.path(), &["--out", "content/measurements/dice/box.json"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("a quick run is not published; use --profile full"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&published, folder.path().join("link.json")).unwrap();
        let refused = run_in(folder.path(), &["--out", "link.json"]);
        assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    }
    assert_eq!(fs::read_to_string(published).unwrap(), OLD);
}

#[test]
fn a_full_run_replaces_the_published_record_from_anywhere_in_the_checkout() {
    let folder = checkout();
    let output = run_in(&folder.path().join("experiments/lib/harness"), &["--profile", "full"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let record = read(&folder.path().join("content/measurements/dice/box.json"));
    assert_eq!(record.provenance.command, "cargo run --release -p dice -- run --profile full --seed 1");
    assert!(record.provenance.dirty, "made-up sources have no commit");
}
