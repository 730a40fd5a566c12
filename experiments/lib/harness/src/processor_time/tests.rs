use super::*;

fn counted(line: &str, own: u64, others: Option<u64>) -> Counted {
    Counted { machine: machine_ticks(line).unwrap(), own, others }
}

#[test]
fn what_others_did_is_what_their_sum_has_grown_by() {
    // 1000 ticks passed on two processors, 20 of them stolen.
    let before = counted("cpu  100 10 50 1000 5 3 7 1 0 0", 40, Some(5000));
    let after = counted("cpu  350 60 150 1560 15 8 12 21 9 9\ncpu0 1 1 1 1", 340, Some(5070));
    assert_eq!(before.until(after), Some(ProcessorTime { others_share: 0.07, stolen_share: 0.02 }));
    // Somebody ended for whom nobody waited.
    let fewer = Counted { others: Some(4000), ..after };
    assert_eq!(before.until(fewer).unwrap().others_share, 0.0);
}

#[test]
fn in_a_container_others_did_what_the_run_did_not() {
    // 400 of 1000 ticks were of programs, 300 of them the run's.
    let before = counted("cpu  100 10 50 1000 5 3 7 1 0 0", 40, None);
    let after = counted("cpu  350 60 150 1560 15 8 12 21 9 9", 340, None);
    assert_eq!(before.until(after), Some(ProcessorTime { others_share: 0.1, stolen_share: 0.02 }));
    assert_eq!(before.until(Counted { own: 900, ..after }).unwrap().others_share, 0.0);
}

#[test]
fn a_moment_is_too_short_to_tell() {
    let before = counted("cpu 0 0 0 0", 0, Some(0));
    assert_eq!(before.until(counted("cpu 60 0 0 39", 0, Some(0))), None);
    assert_eq!(before.until(before), None);
}

#[test]
fn a_process_tells_its_parent_its_own_time_and_that_of_its_children_whatever_it_is_called() {
    let stat = "7 (a) b (c) S 1 7 7 0 -1 4194304 1 2 3 4 100 20 3 4 20 0 1 0 12345";
    assert_eq!(Process::from_stat(stat), Some(Process { parent: 1, ticks: 127 }));
    assert_eq!(Process::from_stat("7 (a) S 1"), None);
    assert_eq!(machine_ticks("cpu0 1 2 3 4"), None);
    assert_eq!(machine_ticks("cpu 1 2 3"), None);
    assert_eq!(machine_ticks(""), None);
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_that_was_waited_for_counts_as_this_processs_own() {
    let spin = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
    let before = Counted::now().unwrap();
    assert!(process::Command::new("sh").args(["-c", spin]).status().unwrap().success());
    let after = Counted::now().unwrap();
    assert!(after.own > before.own + 2, "{before:?} {after:?}");
    assert!(after.machine.all() > before.machine.all());
}

#[cfg(target_os = "linux")]
#[test]
fn others_have_this_processs_parent_among_them() {
    let Some(others) = ticks_of_others() else {
        return testkit::skip("a system whose kernel's threads are shown");
    };
    let own = Process::read(process::id()).unwrap();
    let parent = Process::read(own.parent).unwrap();
    assert!(others >= parent.ticks, "{others} {parent:?}");
}
