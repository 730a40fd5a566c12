//! The program as its user meets it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_timestamp-collisions")).args(arguments).output().unwrap()
}

fn one(arguments: &[&str]) -> Value {
    let output = program(&[&["one"], arguments].concat());
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

const EVERYWHERE: [&str; 4] = ["realtime", "monotonic", "system-time", "instant"];
const LINUX: [&str; 4] = ["monotonic-raw", "boottime", "realtime-coarse", "monotonic-coarse"];

#[test]
fn one_measures_every_clock_or_says_that_it_is_not_there() {
    for clock in EVERYWHERE {
        let figures = one(&["--clock", clock, "--threads", "2", "--samples", "5000"]);
        for share in ["collision_share", "published_share", "equal_neighbour_share"] {
            let value = figures[share].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&value), "{clock}: {figures}");
        }
        assert!(figures["read_cost_ns"].as_f64().unwrap() > 0.0);
        assert!(figures["min_increment_ns"].is_number());
    }
    for clock in LINUX {
        let output = program(&["one", "--clock", clock, "--threads", "1", "--samples", "1000"]);
        assert_eq!(output.status.success(), cfg!(target_os = "linux"), "{clock}");
    }
    let counter = program(&["one", "--clock", "counter", "--threads", "1", "--samples", "1000"]);
    assert_eq!(counter.status.success(), cfg!(any(target_arch = "x86_64", target_arch = "aarch64")));
}

#[test]
fn one_thread_alone_has_no_collisions_and_one_reading_no_increment() {
    let alone = one(&["--clock", "realtime", "--threads", "1", "--samples", "100000"]);
    assert_eq!(alone["collision_share"], 0.0);
    let single = one(&["--clock", "realtime", "--threads", "1", "--samples", "1"]);
    assert_eq!(single["min_increment_ns"], Value::Null);
}

#[cfg(target_os = "linux")]
#[test]
fn threads_are_pinned_on_linux() {
    let figures = one(&["--clock", "monotonic", "--threads", "2", "--samples", "1000", "--pin"]);
    assert!(figures["collision_share"].is_number());
}

#[test]
fn hostile_arguments_get_one_line_and_status_2() {
    let with =
        |clock, threads, samples| refused(&["one", "--clock", clock, "--threads", threads, "--samples", samples]);
    assert!(with("sundial", "1", "1").contains("realtime"));
    assert!(with("realtime", "0", "1").contains("threads is 0; it must be from 1 to 64"));
    assert!(with("realtime", "65", "1").contains("from 1 to 64"));
    assert!(with("realtime", "1", "0").contains("samples is 0; it must be from 1 to 100,000,000"));
    assert!(with("realtime", "64", "100000000").contains("samples of all threads"));
    with("realtime", "-1", "1");
    with("realtime", "1.5", "1");
    with("realtime", "99999999999999999999999", "1");
    with("", "1", "1");
    refused(&["one"]);
    refused(&["--profile", "thorough"]);
    refused(&["--seed", "-1"]);
}

fn quick_run(out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_timestamp-collisions"));
    command.args(["run", "--profile", "quick", "--quiet", "--out"]).arg(out);
    command
}

#[test]
fn a_quick_run_writes_a_whole_record_within_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("record.json");
    let output = quick_run(&out).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.len() < 300_000, "{} bytes", text.len());
    let record: harness::record::Record = serde_json::from_str(&text).unwrap();

    let ids: Vec<&str> = record.series.iter().map(|series| series.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "clocks",
            "collisions",
            "collision-rounds",
            "increments",
            "residues",
            "manners",
            "coarse-counter",
            "identifiers"
        ]
    );
    for series in &record.series {
        for point in &series.points {
            let dimensions: Vec<&String> = point.at.keys().collect();
            assert!(series.dimensions.iter().all(|dimension| point.at.contains_key(&dimension.name)), "{dimensions:?}");
            assert_eq!(series.dimensions.len(), dimensions.len());
            for name in point.values.keys().chain(point.predicted.keys()) {
                assert!(series.measures.iter().any(|measure| measure.name == *name), "{name}");
            }
        }
        let mut settings: Vec<String> = series.points.iter().map(|point| format!("{:?}", point.at)).collect();
        settings.sort();
        settings.dedup();
        assert_eq!(settings.len(), series.points.len(), "two points of {} have the same settings", series.id);
    }
    // However little a quick run reads, it sees every clock step.
    let clocks = &record.series[0].points;
    assert!(clocks.iter().all(|clock| clock.values.contains_key("resolution_observed_seconds")));
    let claims: Vec<&str> = record.claims.iter().map(|claim| claim.id.as_str()).collect();
    assert_eq!(
        claims,
        [
            "two-percent-with-two-threads",
            "five-percent-with-eight-threads",
            "always-increases",
            "smallest-increment",
            "microsecond-steps-on-macos",
            "no-unique-identifier",
            "residues-decide",
            "uneven-counter",
            "reported-resolution",
            "no-system-call",
            "remedies-hold",
        ]
    );
    for claim in &record.claims {
        assert!(claim.statement.ends_with('.') && claim.why.ends_with('.'), "{claim:?}");
    }
    let identifiers = record.series.iter().find(|series| series.id == "identifiers").unwrap();
    for point in &identifiers.points {
        if format!("{:?}", point.at["scheme"]).contains("timestamp") {
            continue;
        }
        assert_eq!(point.values["duplicate_share"].value, 0.0, "{:?}", point.at);
    }
}

/// The run has begun once its unfinished record is there.
#[cfg(unix)]
fn wait_for(file: &Path) {
    let started = Instant::now();
    while !file.exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "the run does not begin");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// How long a run may take to stop by itself before the harness ends it as it is.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(2);

/// Beside `record.json` as long as that is being measured.
#[cfg(unix)]
const UNFINISHED: &str = ".record.json.being-measured";

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_old_record_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("record.json");
    // As much of a record as it is known by.
    let old = r#"{"schema_version": 1, "experiment": "", "provenance": {}, "series": [], "claims": []}"#;
    fs::write(&out, old).unwrap();
    let mut child = quick_run(&out).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&folder.path().join(UNFINISHED));
    let asked = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    assert_eq!(fs::read_to_string(&out).unwrap(), old);
    // Where a busy machine keeps it from stopping by itself in time, it ends as it is: its unfinished record, hidden, stays until the
    // next run.
    let stopped_by_itself = asked.elapsed() < GRACE;
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let left: Vec<String> = names.filter(|name| stopped_by_itself || *name != UNFINISHED).collect();
    assert_eq!(left, ["record.json"]);
}
