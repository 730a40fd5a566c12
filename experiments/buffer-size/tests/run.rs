//! A run writes a whole record, between two hosts too; and it leaves nothing behind, however it ends.

mod support;

use std::fs::{self, File};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use harness::record::{Claim, Numbers, Record, Verdict};
use support::{Hosts, SECOND, Server, holds, program};
use testkit::{OLD_RECORD, wait_until};

fn series<'a>(record: &'a Record, id: &str) -> Option<&'a Numbers> {
    record.series.iter().find(|series| series.id == id)
}

fn claim<'a>(record: &'a Record, id: &str) -> &'a Claim {
    record.judged.as_ref().unwrap().claims.iter().find(|claim| claim.id == id).unwrap()
}

#[test]
fn a_quick_run_between_two_hosts_writes_a_whole_record_and_its_descriptors_and_threads_do_not_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("record.json");
    // Without namespaces the other host is this one.
    let hosts = Hosts::new();
    let (server, mut run) = match &hosts {
        Some(hosts) => (Server::start(hosts.program('b'), SECOND), hosts.program('a')),
        None => (Server::start(program(), "127.0.0.1"), program()),
    };
    run.args(["run", "--profile", "quick", "--quiet", "--connect", &server.address, "--out"]).arg(&out);
    let mut child = run.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut descriptors, mut threads) = (Vec::new(), Vec::new());
    while child.try_wait().unwrap().is_none() {
        let (d, t) = holds(child.id());
        descriptors.push(d);
        threads.push(t);
        thread::sleep(Duration::from_millis(100));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // The least counts are of moments between measurements, early and late. A process that has just ended holds nothing.
    let least = |counts: &[usize]| *counts.iter().filter(|&&count| count > 0).min().unwrap();
    for counts in [&descriptors, &threads] {
        let third = counts.len() / 3;
        let (early, late) = (least(&counts[third..2 * third]), least(&counts[2 * third..]));
        assert!(late <= early + 2, "{early} and later {late}");
    }

    let text = fs::read_to_string(&out).unwrap();
    assert!(text.len() < 320_000, "{} bytes", text.len());
    let record: Record = serde_json::from_str(&text).unwrap();
    let command = &record.provenance.command;
    assert!(command.ends_with("--connect HOST:PORT") && !text.contains(&server.address), "{command}");
    for id in ["devices", "sockets", "variants", "low-water-stalls", "fits", "model", "two-hosts"] {
        assert!(series(&record, id).is_some_and(|series| !series.points.is_empty()), "{id}");
    }
    assert_ne!(claim(&record, "two-machines").verdict, Verdict::NotTested);
}

/// A run whose processes can be told from all others: by a variable of their environment, which they hand on.
struct MarkedRun {
    child: Child,
    mark: String,
    out: PathBuf,
    /// What it says of errors; no file of the folder that it writes into.
    errors: File,
}

impl MarkedRun {
    fn start(folder: &Path) -> Self {
        let mark = format!("BUFFER_SIZE_TEST={}", folder.display());
        let out = folder.join("record.json");
        fs::write(&out, OLD_RECORD).unwrap();
        let mut command = program();
        let (name, value) = mark.split_once('=').unwrap();
        command.args(["run", "--profile", "quick", "--quiet", "--out"]).arg(&out).env(name, value);
        let errors = tempfile::tempfile().unwrap();
        let child = command.stdout(Stdio::null()).stderr(errors.try_clone().unwrap()).spawn().unwrap();
        Self { child, mark, out, errors }
    }

    /// Starts one, and waits until a process of it has a command line that holds this. That may be for a second of the run only,
    /// which a busy machine lets this one miss: then it starts another.
    #[track_caller]
    fn with(folder: &Path, part: &str, is_ready: impl Fn(&Self) -> bool) -> Self {
        for _ in 0..RUNS {
            let mut run = Self::start(folder);
            let started = Instant::now();
            let ended = loop {
                if run.processes().iter().any(|line| line.contains(part)) && is_ready(&run) {
                    return run;
                }
                if let Some(ended) = run.child.try_wait().unwrap() {
                    break ended;
                }
                assert!(started.elapsed() < testkit::TIMEOUT, "the run does not get under way");
                thread::sleep(Duration::from_millis(20));
            };
            run.errors.rewind().unwrap();
            assert!(ended.success(), "{ended}: {}", io::read_to_string(&run.errors).unwrap());
        }
        panic!("{RUNS} runs ended before {part:?} was seen among their processes");
    }

    /// The command lines of its processes.
    fn processes(&self) -> Vec<String> {
        let ids = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let carries = |id: &String| {
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == self.mark.as_bytes())
        };
        let line = |id: String| {
            let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).replace('\0', " ")
        };
        ids.filter(carries).map(line).collect()
    }

    /// Its namespaces.
    fn namespaces(&self) -> Vec<String> {
        let prefix = format!("buffer-size-{}-", self.child.id());
        let Ok(entries) = fs::read_dir("/run/netns") else { return Vec::new() };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter(|name| name.starts_with(&prefix)).collect()
    }
}

impl Drop for MarkedRun {
    fn drop(&mut self) {
        // Only where a test failed before its end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How many runs may end before they are seen to be under way.
const RUNS: usize = 5;
#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_while_another_program_runs_leaves_no_namespace_and_no_process_and_the_older_record_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let has_iperf3 = testkit::find("iperf3").is_some();
    if !has_iperf3 {
        testkit::skip_part("iperf3");
    }
    let others = if has_iperf3 { "iperf3 --client" } else { "buffer-size" };
    // Asked before the run starts: on a busy machine the answer takes seconds.
    let has_namespaces = Hosts::new().is_some();
    let mut run = MarkedRun::with(folder.path(), others, |run| !has_namespaces || run.namespaces().len() == 2);
    run.child.kill().unwrap();
    run.child.wait().unwrap();
    wait_until("processes or namespaces are left", || run.processes().is_empty() && run.namespaces().is_empty());
    assert_eq!(fs::read_to_string(&run.out).unwrap(), OLD_RECORD);
}
