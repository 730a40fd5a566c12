//! All children end, those of children as well. Alone in its program: the children of other tests would end with them.
#![cfg(target_os = "linux")]

use std::process::{self, Command, Stdio};
use std::thread;

use rustix::process::{getpid, set_child_subreaper};
use supervisor::{end_children, processes};
use testkit::wait_until;

/// In a process group of their own, and while another thread waits for those that started them.
#[test]
fn what_children_started_ends_with_them() {
    set_child_subreaper(Some(getpid())).unwrap();
    for _ in 0..50 {
        let mut command = Command::new("sh");
        let mut child = command.args(["-c", "setsid sleep 60 & wait"]).stdout(Stdio::null()).spawn().unwrap();
        wait_until("the shell starts nothing", || processes().any(|process| process.parent == child.id()));
        let waiting = thread::spawn(move || child.wait());
        end_children();
        let left: Vec<_> = processes().filter(|process| process.parent == process::id()).collect();
        assert!(left.is_empty(), "{left:?}");
        let _ = waiting.join();
    }
}
