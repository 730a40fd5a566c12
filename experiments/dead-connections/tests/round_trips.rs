//! Peers that are a round trip away. Needs root and TUN devices.

mod support;

use serde_json::Value;
use support::{can_make_namespaces, program};

/// The figures of a trial; `None`, and why, where this machine can't delay packets.
fn one(arguments: &[&str]) -> Option<Value> {
    if !can_make_namespaces() {
        return None;
    }
    let output = program().arg("one").args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("TUN") {
        testkit::skip(said);
        return None;
    }
    assert!(output.status.success(), "{said}");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[track_caller]
fn is_noticed(figures: &Value, errno: &str, not_before_s: f64) {
    assert_eq!((&figures["errno"], &figures["predicted_errno"]), (&Value::from(errno), &Value::from(errno)));
    assert!(figures["noticed_after_s"].as_f64().unwrap() >= not_before_s, "{figures}");
}

#[test]
fn a_refusal_takes_a_round_trip() {
    let Some(figures) = one(&["--scenario", "peer-exits", "--pattern", "connecting", "--round-trip", "150"]) else {
        return;
    };
    is_noticed(&figures, "ECONNREFUSED", 0.15);
    assert_eq!(figures["predicted_s"], 0.15);
}

#[test]
fn an_end_takes_half_of_one() {
    let Some(figures) = one(&["--scenario", "peer-exits", "--round-trip", "400"]) else { return };
    // The peer may have ended some time before the clock was read.
    is_noticed(&figures, "EOF", 0.1);
    assert_eq!(figures["predicted_s"], 0.2);
}

#[test]
fn the_round_trip_delays_retransmissions() {
    let lost = ["--scenario", "drop-outbound", "--pattern", "awaiting", "--retries2", "0"];
    let Some(figures) = one(&[&lost[..], &["--round-trip", "100"]].concat()) else { return };
    // Timeouts of 300 ms, twice, and one of 600 ms; none is ever early.
    is_noticed(&figures, "ETIMEDOUT", 1.2);
    assert_eq!(figures["predicted_s"], 1.2);
}
