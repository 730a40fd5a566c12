use std::process::{Command, Output};

use super::*;

#[test]
fn a_reason_of_several_lines_takes_one() {
    assert_eq!(line("a::test", "test", "ip: no\n\troot\n"), "left out: a::test\ttest\tip: no root\n");
}

#[test]
fn programs_are_found_or_not() {
    assert!(find("sh").is_some_and(|path| path.ends_with("sh")));
    assert_eq!(find("no-such-program"), None);
}

#[test]
fn a_program_runs_whatever_other_threads_start_meanwhile() {
    const TIMES: usize = 100;
    let folder = tempfile::tempdir().unwrap();
    let run = |path: &Path| Command::new(path).output().unwrap();
    thread::scope(|scope| {
        for name in ["one", "two", "three"] {
            let path = folder.path().join(name);
            scope.spawn(move || {
                for time in 0..TIMES {
                    make_program(&path, format!("#!/bin/sh\necho {time}\n"));
                    let Output { status, stdout, .. } = run(&path);
                    assert!(status.success());
                    assert_eq!(stdout, format!("{time}\n").as_bytes());
                }
            });
        }
    });
}

#[test]
#[should_panic(expected = "cannot write")]
fn a_program_that_cannot_be_written_is_said() {
    make_program(Path::new("/no/such/folder/program"), "");
}

/// Says to the test below that it is to be left out.
const LEAVE_OUT: &str = "TESTKIT_TEST_LEAVE_OUT";

#[test]
fn a_test_that_lacks_something_says_so_by_its_name() {
    if env::var_os(LEAVE_OUT).is_some() {
        skip_part("half of it");
        assert!(!has(&["sh", "no-such-program", "nor-this"]));
        return;
    }
    let own = "tests::a_test_that_lacks_something_says_so_by_its_name";
    let mut again = Command::new(env::current_exe().unwrap());
    let output = again.args(["--exact", own]).env(LEAVE_OUT, "").output().unwrap();
    assert!(output.status.success());
    let said = format!("left out: {own}\tpart\thalf of it\nleft out: {own}\ttest\tno-such-program, nor-this\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
}
