//! A run leaves nothing behind and touches nothing outside its own namespaces, however it ends. Needs root.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use support::{MarkedRun, NO_GRPCIO, can_make_namespaces, namespaces_of, program, python};
use testkit::OLD_RECORD;

/// Lets tests take turns: each compares what the whole machine has before and after, and any may make a network namespace.
fn alone() -> impl Drop {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What the machine's own network is like: links, addresses, routes, rules, firewall, settings, and the namespaces that
/// are not this experiment's.
fn outside() -> BTreeMap<String, String> {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output();
        output.map_or_else(|_| "not here".to_owned(), |output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let mut found = BTreeMap::new();
    for arguments in ["-o link", "-o address", "-4 route show table all", "-6 route show table all", "rule", "-6 rule"]
    {
        found.insert(format!("ip {arguments}"), said("ip", &arguments.split(' ').collect::<Vec<_>>()));
    }
    found.insert("nft list ruleset".to_owned(), said("nft", &["list", "ruleset"]));
    let netns = said("ip", &["netns"]);
    // Other tests, and other runs, come and go.
    let foreign = |line: &&str| !line.starts_with("dead-connections-") && !line.starts_with("probe-");
    found.insert("ip netns".to_owned(), netns.lines().filter(foreign).collect::<Vec<_>>().join("\n"));
    for folder in
        ["/proc/sys/net/ipv4", "/proc/sys/net/ipv4/neigh/default", "/proc/sys/net/ipv4/conf/all", "/proc/sys/net/core"]
    {
        for file in fs::read_dir(folder).unwrap().filter_map(|entry| Some(entry.ok()?.path())) {
            if let Ok(value) = fs::read_to_string(&file) {
                found.insert(file.display().to_string(), value);
            }
        }
    }
    found
}

#[track_caller]
fn assert_same(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) {
    for (what, value) in before {
        assert_eq!(Some(value), after.get(what), "{what}");
    }
    assert_eq!(before.len(), after.len());
}

/// Parts of the command lines of the peers.
const TONIC: &str = "peer 10.88.0.2 grpc ";
const GRPCIO: &str = "serve 10.88.0.2 ";

/// Killed while there is such a peer, it leaves nothing.
#[track_caller]
fn leaves_nothing(while_there_is: &str) {
    let _alone = alone();
    if !can_make_namespaces() {
        return;
    }
    let before = outside();
    let folder = tempfile::tempdir().unwrap();
    let python = python();
    let mut run = MarkedRun::start(folder.path(), |command| {
        if let Some(python) = &python {
            command.env("GRPCIO_PYTHON", python);
        }
    });
    fs::write(&run.out, OLD_RECORD).unwrap();
    let is_there = while_there_is != GRPCIO || python.is_some();
    if !is_there {
        testkit::skip_part(NO_GRPCIO);
    }
    run.wait_until_under_way(if is_there { while_there_is } else { TONIC });
    run.child.kill().unwrap();
    run.child.wait().unwrap();
    run.wait_until_gone();
    assert_eq!(fs::read_to_string(&run.out).unwrap(), OLD_RECORD);
    assert_same(&before, &outside());
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_no_namespace_and_no_process_and_the_older_record_as_it_was() {
    leaves_nothing(GRPCIO);
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_no_server_of_tonics() {
    leaves_nothing(TONIC);
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn success_leaves_nothing_and_touches_nothing_outside() {
    let _alone = alone();
    if !can_make_namespaces() {
        return;
    }
    let before = outside();
    for scenario in ["drop-outbound", "own-link-down", "peer-hangs"] {
        let child = program().args(["one", "--scenario", scenario, "--watch", "1"]).spawn().unwrap();
        let id = child.id();
        assert!(child.wait_with_output().unwrap().status.success(), "{scenario}");
        assert_eq!(namespaces_of(id), Vec::<String>::new(), "{scenario}");
    }
    assert_same(&before, &outside());
}

/// An `ip` that does what the real one does, but for one command.
fn failing_ip(folder: &Path, fails_at: &str) -> PathBuf {
    let real = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip"].into_iter().find(|path| Path::new(path).exists());
    let script = format!(
        "#!/bin/sh\ninput=$(cat)\ncase \"$input\" in *'{fails_at}'*) echo 'injected' >&2; exit 2;; esac\n\
         printf '%s\\n' \"$input\" | {} \"$@\"\n",
        real.expect("`ip` is where distributions put it")
    );
    testkit::make_program(&folder.join("ip"), script);
    folder.to_owned()
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn a_failure_amid_a_run_leaves_nothing_and_is_one_line() {
    let _alone = alone();
    if !can_make_namespaces() {
        return;
    }
    let before = outside();
    let folder = tempfile::tempdir().unwrap();
    let programs = failing_ip(folder.path(), "link set veth0 down");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut run = MarkedRun::start(folder.path(), |command| {
        command.env("PATH", path);
    });
    let mut said = String::new();
    run.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(run.child.wait().unwrap().code(), Some(1), "{said}");
    let line = said.lines().last().unwrap();
    assert!(line.contains("ip: injected"), "{said}");
    run.wait_until_gone();
    assert!(!run.out.exists());
    assert_same(&before, &outside());
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn a_run_removes_what_a_killed_one_left_with_its_supervisor_and_no_more() {
    let _alone = alone();
    if !can_make_namespaces() {
        return;
    }
    // No process has a number as large as this (`PID_MAX_LIMIT`).
    let id = 4_194_305;
    // This process has this number, but did not start then.
    let reused = format!("dead-connections-{}-1-0a", std::process::id());
    let left = [format!("dead-connections-{id}-77-0a"), format!("dead-connections-{id}-77-0b"), reused];
    let foreign = [format!("dead-connections-like-{id}"), format!("other-{id}-77-0a")];
    for name in left.iter().chain(&foreign) {
        assert!(Command::new("ip").args(["netns", "add", name]).status().unwrap().success());
    }
    let output = program().args(["one", "--scenario", "peer-exits"]).output().unwrap();
    let exists = |name: &String| Path::new("/run/netns").join(name).exists();
    let (left, kept) =
        (left.iter().filter(|name| exists(name)).count(), foreign.iter().filter(|name| exists(name)).count());
    for name in &foreign {
        assert!(Command::new("ip").args(["netns", "del", name]).status().unwrap().success());
    }
    assert!(output.status.success());
    assert_eq!((left, kept), (0, 2));
}
