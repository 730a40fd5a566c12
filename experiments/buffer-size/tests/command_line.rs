//! The program as its user meets it.

use std::process::{Command, Output};

use serde_json::Value;

fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_buffer-size")).args(arguments).output().unwrap()
}

fn one(arguments: &[&str]) -> Value {
    let output = program(&[&["one", "--seconds", "0.1"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The line on standard error of a command that is refused.
fn refused(arguments: &[&str]) -> String {
    let output = program(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(output.stdout, b"");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.trim_end().lines().count(), 1, "{line}");
    line
}

#[test]
fn one_measures_every_source() {
    for source in ["unix", "tcp", "zero", "urandom"] {
        let figures = one(&["--source", source, "--read", "4096"]);
        let number = |name: &str| figures[name].as_f64().unwrap();
        assert!(number("throughput_bytes_per_second") > 0.0, "{source}: {figures}");
        assert!((0.0..=1.0).contains(&number("short_read_share")));
        let by_bytes = number("bytes") / number("seconds");
        assert!((number("throughput_bytes_per_second") / by_bytes - 1.0).abs() < 1e-9);
        assert!(number("calls_per_second") * 4096.0 >= 0.999 * by_bytes);
        assert!(number("cpu_seconds_per_gib") > 0.0);
    }
}

#[test]
fn one_checks_every_byte_where_it_is_asked_to() {
    for source in ["unix", "tcp"] {
        let figures = one(&["--source", source, "--read", "1000", "--write", "30000", "--work", "check"]);
        assert!(figures["bytes"].as_u64().unwrap() > 0);
    }
}

#[test]
fn one_sums_every_byte_and_sets_the_congestion_control_where_it_is_asked_to() {
    for source in ["zero", "unix", "tcp"] {
        assert!(one(&["--source", source, "--read", "1000", "--work", "sum"])["bytes"].as_u64().unwrap() > 0);
    }
    one(&["--source", "tcp", "--read", "1000", "--congestion-control", "reno"]);
    let refused_control =
        |source: &str, name: &str| refused(&["one", "--source", source, "--read", "1", "--congestion-control", name]);
    assert!(refused_control("tcp", "carrier-pigeon").contains("carrier-pigeon"));
    assert!(refused_control("unix", "reno").contains("reno"));
    refused_control("zero", "reno");
}

#[test]
fn a_device_fills_every_buffer_and_a_write_buffer_is_refused() {
    assert_eq!(one(&["--source", "zero", "--read", "16777216"])["short_read_share"], 0.0);
    assert!(refused(&["one", "--source", "zero", "--read", "1", "--write", "1"]).contains("leave out --write"));
    refused(&["one", "--source", "urandom", "--read", "1", "--work", "check"]);
}

#[test]
fn hostile_arguments_get_one_line_and_status_2() {
    let with = |more: &[&str]| refused(&[&["one", "--source", "tcp"], more].concat());
    assert!(refused(&["one", "--source", "sharks", "--read", "1"]).contains("urandom"));
    assert!(with(&["--read", "0"]).contains("read is 0; it must be from 1 to 16,777,216"));
    assert!(with(&["--read", "16777217"]).contains("from 1 to 16,777,216"));
    assert!(with(&["--read", "1", "--write", "0"]).contains("write is 0"));
    assert!(with(&["--read", "1", "--seconds", "0"]).contains("seconds (in ms) is 0"));
    assert!(with(&["--read", "1", "--seconds", "61"]).contains("60,000"));
    with(&["--read", "1", "--seconds", "NaN"]);
    with(&["--read", "1", "--seconds", "inf"]);
    with(&["--read", "-1"]);
    with(&["--read", "1.5"]);
    with(&["--read", "99999999999999999999999"]);
    with(&[]);
    for address in ["nowhere", ":7117", "host:0", "host:65536", "host:"] {
        assert!(refused(&["run", "--connect", address]).contains("HOST:PORT"), "{address}");
    }
    refused(&["serve", "--bind", "everywhere"]);
    refused(&["serve", "--bind", "127.0.0.1"]);
    refused(&["supervisor", "somebody-elses", "buffer-size-1-2-"]);
    refused(&["--profile", "thorough"]);
}

#[test]
fn without_iperf3_the_cross_check_says_what_to_install() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_buffer-size")).arg("cross-check").env("PATH", "/nowhere").output().unwrap();
    assert!(output.status.success());
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(said["skipped"]["needs"].as_str().unwrap().contains("package iperf3"), "{said}");
}

#[test]
fn the_cross_check_compares_with_iperf3_where_it_is_installed() {
    if !testkit::has(&["iperf3"]) {
        return;
    }
    let output = program(&["cross-check"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |value: &Value| value.as_f64().unwrap();
    assert_eq!((&said["ours"], &said["theirs"]), (&Value::from("buffer-size"), &Value::from("iperf3")));
    assert!(number(&said["ratio"]["low"]) <= number(&said["ratio"]["value"]));
    assert!(number(&said["ratio"]["value"]) <= number(&said["ratio"]["high"]));
    assert!(number(&said["ours_value"]) > 0.0 && number(&said["theirs_value"]) > 0.0);
}

#[test]
fn a_server_that_is_not_there_ends_the_run_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("record.json");
    // Nobody listens on the port of a socket that is closed again.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let run = ["run", "--quiet", "--out", out.to_str().unwrap(), "--connect"];
    let output = program(&[&run[..], &[&format!("127.0.0.1:{port}")]].concat());
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("buffer-size serve"), "{said}");
    assert!(!out.exists());
}
