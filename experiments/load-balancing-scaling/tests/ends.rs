//! Parts end with the run.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_part_whose_run_is_gone_ends() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing-scaling"));
    command.args(["part", "--shard", "1/1", "--seed", "1", "--repetitions", "1000000"]);
    let mut part = command.stdin(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert!(part.try_wait().unwrap().is_none(), "it has hours of work");
    let started = Instant::now();
    drop(part.stdin.take());
    assert!(!part.wait().unwrap().success());
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_quick_run_times_every_number_of_parts() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("record.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_load-balancing-scaling"));
    let output = command.args(["run", "--quiet", "--out"]).arg(&out).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record: serde_json::Value = serde_json::from_slice(&std::fs::read(out).unwrap()).unwrap();
    let points = record["series"][0]["points"].as_array().unwrap();
    assert_eq!(points.len(), 3);
    assert!(points.iter().all(|point| point["values"]["seconds"]["value"].as_f64().unwrap() > 0.0), "{points:?}");
}
