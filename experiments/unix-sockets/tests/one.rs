//! `unix-sockets one` as its user meets it.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use testkit::wait_until;

const PATTERNS: [(&str, &str); 3] = [
    ("per-message", "messages_per_second"),
    ("ping-pong", "round_trips_per_second"),
    ("bulk", "throughput_bytes_per_second"),
];

fn one(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unix-sockets"));
    command.arg("one").args(arguments).stdin(Stdio::null());
    command
}

fn figures(output: Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn one_prints_what_it_measured_as_one_object() {
    for (pattern, rate) in PATTERNS {
        for transport in ["tcp", "tcp-nodelay", "unix", "seqpacket"] {
            let arguments = ["--pattern", pattern, "--transport", transport, "--cores", "one", "--seconds", "0.05"];
            let figures = figures(one(&arguments).output().unwrap());
            assert_eq!(figures["pattern"], pattern);
            assert_eq!(figures["transport"], transport);
            assert_eq!(figures["cores"], "one");
            assert!(figures[rate].as_f64().unwrap() > 0.0, "{figures}");
        }
    }
}

#[test]
fn two_writes_print_their_round_trip_with_its_interval() {
    for more in [&["tcp"][..], &["tcp", "--no-delay"], &["unix"]] {
        let arguments = [&["--pattern", "two-writes", "--seconds", "0.3", "--transport"], more].concat();
        let round_trip = &figures(one(&arguments).output().unwrap())["round_trip_s"];
        let [low, value, high] = ["low", "value", "high"].map(|end| round_trip[end].as_f64().unwrap());
        assert!(0.0 < low && low <= value && value <= high, "{round_trip}");
    }
}

#[test]
fn a_message_has_the_published_size_unless_told_otherwise() {
    let of = |pattern: &str, more: &[&str]| {
        let usual = ["--pattern", pattern, "--transport", "unix", "--seconds", "0.02"];
        figures(one(&[&usual, more].concat()).output().unwrap())["bytes"].as_u64().unwrap()
    };
    assert_eq!(of("per-message", &[]), 12);
    assert_eq!(of("ping-pong", &[]), 1);
    assert_eq!(of("bulk", &[]), 65_536);
    assert_eq!(of("two-writes", &[]), 100);
    assert_eq!(of("ping-pong", &["--bytes", "300", "--verify"]), 300);
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    for (arguments, said) in [
        (&["--pattern", "per-message", "--transport", "pipe"][..], "a pipe has nothing to connect to"),
        (&["--pattern", "bulk", "--transport", "tcp", "--bytes", "0"], "--bytes 0: from 1 to"),
        (&["--pattern", "bulk", "--transport", "tcp", "--bytes", "1073741825"], "--bytes 1073741825: from 1 to"),
        (&["--pattern", "bulk", "--transport", "seqpacket", "--bytes", "100000000"], "a packet has at most"),
        (&["--pattern", "bulk", "--transport", "tcp", "--seconds", "0"], "--seconds 0: more than 0"),
        (&["--pattern", "bulk", "--transport", "tcp", "--seconds", "NaN"], "--seconds NaN: more than 0"),
        (&["--pattern", "bulk", "--transport", "tcp", "--seconds", "3601"], "at most 3600"),
        (&["--pattern", "bulk", "--transport", "tcp", "--bytes", "many"], "invalid value 'many'"),
        (&["--pattern", "carrier", "--transport", "tcp"], "invalid value 'carrier'"),
        (&["--pattern", "bulk", "--transport", "pigeon"], "invalid value 'pigeon'"),
        (&["--pattern", "bulk"], "--transport"),
        (&["--pattern", "two-writes", "--transport", "unix", "--no-delay"], "--no-delay: only --transport tcp has it"),
    ] {
        let Output { status, stdout, stderr } = one(arguments).output().unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}");
        assert_eq!(stdout, b"");
        let line = String::from_utf8(stderr).unwrap();
        assert!(line.contains(said) && line.trim_end().lines().count() == 1, "{line}");
    }
}

#[test]
fn bytes_come_whole_however_often_the_program_is_stopped() {
    for (pattern, _) in PATTERNS {
        let arguments = ["--pattern", pattern, "--transport", "unix", "--seconds", "0.5", "--verify"];
        let mut child = one(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while child.try_wait().unwrap().is_none() {
            for signal in [Signal::STOP, Signal::CONT] {
                signal_to(&child, signal);
                thread::sleep(Duration::from_millis(2));
            }
        }
        figures(child.wait_with_output().unwrap());
    }
}

#[test]
fn thousands_of_connections_need_few_descriptors() {
    let program = one(&["--pattern", "per-message", "--transport", "unix", "--seconds", "0.3"]);
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 32 && exec \"$0\" \"$@\""]).arg(program.get_program()).args(program.get_args());
    let figures = figures(limited.output().unwrap());
    assert!(figures["messages_per_second"].as_f64().unwrap() > 200.0, "{figures}");
}

#[test]
fn no_socket_s_file_is_left_however_it_ends() {
    for signal in [None, Some(Signal::TERM), Some(Signal::INT), Some(Signal::KILL)] {
        let folder = tempfile::tempdir().unwrap();
        let seconds = if signal.is_some() { "60" } else { "0.1" };
        let arguments = ["--pattern", "per-message", "--transport", "unix", "--seconds", seconds];
        let mut child = one(&arguments).env("TMPDIR", folder.path()).stdout(Stdio::null()).spawn().unwrap();
        if let Some(signal) = signal {
            // Not the run's folder alone: the supervisor that removes it comes after it.
            wait_until("there is a socket's file", || {
                fs::read_dir(folder.path()).unwrap().any(|run| entries(&run.unwrap().path()) > 0)
            });
            signal_to(&child, signal);
        }
        assert_eq!(child.wait().unwrap().success(), signal.is_none());
        wait_until(&format!("nothing is left after {signal:?}"), || entries(folder.path()) == 0);
    }
}

#[test]
fn without_descriptors_it_says_so_and_ends() {
    // Standard streams, the supervisor's pipes, the listener: nothing is left for the connection, or for its other end.
    for limit in 4..12 {
        let program = one(&["--pattern", "per-message", "--transport", "unix", "--seconds", "0.05"]);
        let limited = format!("ulimit -n {limit} && exec timeout 20 \"$0\" \"$@\"");
        let output = Command::new("sh")
            .args(["-c", &limited])
            .arg(program.get_program())
            .args(program.get_args())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "with {limit} descriptors: {said}");
        assert!(output.status.success() || said.contains("Too many open files"), "{said}");
    }
}

fn signal_to(child: &Child, signal: Signal) {
    // The number of a child that nobody has waited for is still its own.
    kill_process(Pid::from_child(child), signal).unwrap();
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}
