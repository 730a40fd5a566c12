//! The scripts of `experiments/cluster` with Slurm: a controller and two nodes on this machine, which need neither root nor
//! systemd. A task is killed, and then a node.
#![cfg(target_os = "linux")]

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use supervisor::{end_children, kill, processes};

/// How long anything of the cluster may take: a node counts as lost after 10 s, and its tasks wait for a while after.
const LONGEST: Duration = Duration::from_secs(150);

/// The task that kills itself when it is first started, and the one whose node is killed.
const KILLED: u32 = 5;
const LOST: u32 = 9;

/// Starts the experiment, save for the two tasks. Where the second is first started, its node's name is written down.
fn program(folder: &Path) -> PathBuf {
    let path = folder.join("program");
    let sweep = env!("CARGO_BIN_EXE_load-balancing-sweep");
    let marks = folder.display();
    let script = format!(
        "#!/bin/sh\n\
         if [ \"$SLURM_ARRAY_TASK_ID\" = {KILLED} ] && mkdir '{marks}/killed' 2>/dev/null; then kill -9 $$; fi\n\
         if [ \"$SLURM_ARRAY_TASK_ID\" = {LOST} ] && mkdir '{marks}/lost' 2>/dev/null; then\n\
         echo \"$SLURMD_NODENAME\" > '{marks}/node'; exec sleep 600; fi\n\
         exec '{sweep}' \"$@\"\n"
    );
    testkit::make_program(&path, script);
    path
}

/// The daemons, and whatever they start: all of it becomes this process's child as its own parents end, and is ended with it.
struct Cluster {
    folder: PathBuf,
    /// By name, the nodes' and the others.
    daemons: Vec<(&'static str, Child)>,
}

impl Cluster {
    fn start(folder: &Path) -> Self {
        rustix::process::set_child_subreaper(Some(rustix::process::getpid())).unwrap();
        let mut cluster = Self { folder: folder.to_owned(), daemons: Vec::new() };
        let mut key = OpenOptions::new().create_new(true).write(true).mode(0o600).open(folder.join("key")).unwrap();
        key.write_all(&[7; 128]).unwrap();
        for made in ["state", "spool", "spool/n1", "spool/n2"] {
            fs::create_dir(folder.join(made)).unwrap();
        }
        fs::write(folder.join("slurm.conf"), configuration(folder)).unwrap();
        let path = |name: &str| folder.join(name).display().to_string();
        let mut munged = cluster.command("munged");
        munged.args(["--force", "--foreground"]).arg(format!("--key-file={}", path("key")));
        for (option, name) in [
            ("socket", "munge.socket"),
            ("pid-file", "munge.pid"),
            ("log-file", "munge.log"),
            ("seed-file", "munge.seed"),
        ] {
            munged.arg(format!("--{option}={}", path(name)));
        }
        cluster.daemons.push(("munged", munged.spawn().unwrap()));
        until("munge's socket", || folder.join("munge.socket").exists());
        let controller = cluster.command("slurmctld").arg("-D").spawn().unwrap();
        cluster.daemons.push(("slurmctld", controller));
        for node in ["n1", "n2"] {
            let child = cluster.command("slurmd").args(["-D", "-N", node]).spawn().unwrap();
            cluster.daemons.push((node, child));
        }
        until("two idle nodes", || {
            let output = cluster.command("sinfo").args(["--noheader", "--format=%D %t"]).output().unwrap();
            String::from_utf8_lossy(&output.stdout).trim() == "2 idle"
        });
        cluster
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(testkit::find(program).unwrap());
        command.env("SLURM_CONF", self.folder.join("slurm.conf")).env("COLLECT_PAUSE", "1").current_dir(&self.folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }

    /// One of the scripts, with as little on its path as it needs.
    fn script(&self, name: &str, arguments: &[&str]) -> Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cluster").join(name);
        let mut command = self.command("bash");
        command.arg(script).args(arguments).stderr(Stdio::piped()).output().unwrap()
    }

    /// Kills a node at once, and what runs on it: first the daemon, then those that watch over tasks, so that none can tell the
    /// controller, and then the tasks.
    fn kill_node(&mut self, name: &str) {
        let (_, daemon) = self.daemons.iter_mut().find(|(node, _)| *node == name).unwrap();
        daemon.kill().unwrap();
        let mark = format!("SLURMD_NODENAME={name}");
        let is_on_it = |id: u32| {
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
        };
        let tasks: Vec<_> = processes().filter(|process| is_on_it(process.id)).collect();
        let is_step =
            |id: u32| fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default().trim() == "slurmstepd";
        tasks.iter().filter(|task| is_step(task.parent)).for_each(|task| kill(task.parent));
        tasks.iter().for_each(|task| kill(task.id));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        end_children();
    }
}

fn configuration(folder: &Path) -> String {
    let output = |program: &str, argument: &str| {
        let output = Command::new(program).arg(argument).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let (host, user, top) = (output("hostname", "-s"), output("id", "-un"), folder.display());
    // Three ports that are free now.
    let listeners = [(); 3].map(|()| std::net::TcpListener::bind("127.0.0.1:0").unwrap());
    let [controller, one, two] = listeners.map(|listener| listener.local_addr().unwrap().port());
    format!(
        "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={controller}\n\
         AuthInfo=socket={top}/munge.socket,cred_expire=5\nSlurmUser={user}\nSlurmdUser={user}\n\
         StateSaveLocation={top}/state\nSlurmdSpoolDir={top}/spool/%n\nSlurmctldPidFile={top}/ctld.pid\n\
         SlurmdPidFile={top}/%n.pid\nSlurmctldLogFile={top}/ctld.log\nSlurmdLogFile={top}/%n.log\n\
         ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/cons_tres\n\
         SelectTypeParameters=CR_CPU\nSchedulerParameters=sched_interval=1,bf_interval=1\nReturnToService=2\n\
         SlurmdTimeout=10\nKillWait=2\nSlurmdParameters=config_overrides\n\
         NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={one} CPUs=1 RealMemory=100\n\
         NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={two} CPUs=1 RealMemory=100\n\
         PartitionName=all Nodes=ALL Default=YES State=UP\n"
    )
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < LONGEST, "{what} did not come");
        sleep(Duration::from_millis(100));
    }
}

/// A record's series and claims as they are written.
fn found(record: &Path) -> [String; 2] {
    let record: Value = serde_json::from_slice(&fs::read(record).unwrap()).unwrap();
    ["series", "claims"].map(|name| serde_json::to_string(&record[name]).unwrap())
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sixteen_tasks_on_two_nodes_give_the_record_of_one_machine_though_a_task_and_a_node_are_killed() {
    if !testkit::has(&["munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo", "bash"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let top = folder.path();
    let mut cluster = Cluster::start(top);
    let (program, run) = (program(top).display().to_string(), top.join("run").display().to_string());

    let submitted = cluster.script("submit.sh", &[&program, &run, "16", "quick"]);
    assert!(submitted.status.success(), "{}", String::from_utf8_lossy(&submitted.stderr));
    let node = top.join("node");
    until("the task whose node is killed", || fs::read_to_string(&node).is_ok_and(|node| !node.is_empty()));
    let node = fs::read_to_string(node).unwrap();
    cluster.kill_node(node.trim());

    let merged = top.join("merged.json");
    let collected = cluster.script("collect.sh", &[&run, &merged.display().to_string()]);
    let said = String::from_utf8_lossy(&collected.stdout);
    assert!(collected.status.success(), "{said}{}", String::from_utf8_lossy(&collected.stderr));
    assert!(said.contains(&format!("parts {KILLED} are missing: submitted again")), "{said}");
    assert!(top.join("killed").exists() && top.join("lost").exists());

    let whole = top.join("whole.json");
    let mut sweep = Command::new(env!("CARGO_BIN_EXE_load-balancing-sweep"));
    assert!(sweep.args(["run", "--quiet", "--out"]).arg(&whole).output().unwrap().status.success());
    assert!(found(&whole) == found(&merged), "the cluster's record differs from that of one machine");
    let again = cluster.script("submit.sh", &[&program, &run, "16", "quick"]);
    assert!(String::from_utf8_lossy(&again.stdout).starts_with("all 16 parts are there"));
}

#[test]
fn the_scripts_refuse_what_makes_no_run_in_a_line() {
    if !testkit::has(&["bash"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let top = folder.path().display().to_string();
    let sweep = env!("CARGO_BIN_EXE_load-balancing-sweep");
    for (script, arguments, why) in [
        ("submit.sh", &[][..], "usage: submit.sh PROGRAM FOLDER"),
        ("submit.sh", &["none", &top], "none is no program"),
        ("submit.sh", &[sweep, &top, "0"], "0 parts: it must be a number from 1 to 10000"),
        ("submit.sh", &[sweep, &top, "10001"], "10001 parts: it must be a number from 1 to 10000"),
        ("submit.sh", &[sweep, &top, "2", "slow"], "profile slow: it must be quick or full"),
        ("submit.sh", &[sweep, &top, "2", "full", "-1"], "seed -1: it must be a whole number"),
        ("collect.sh", &[], "usage: collect.sh FOLDER"),
        ("collect.sh", &["none"], "none is no folder"),
        ("collect.sh", &[&top], "settings is not there: submit.sh makes it"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cluster").join(script);
        let output = Command::new("bash").arg(path).args(arguments).current_dir(&folder).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{script} {arguments:?}: {said}");
        assert!(said.starts_with(&format!("{script}: ")) && said.contains(why), "{said}");
    }
}

#[test]
fn shellcheck_has_nothing_to_say() {
    if !testkit::has(&["shellcheck"]) {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cluster");
    let scripts = ["submit.sh", "collect.sh", "common.sh", "part.sbatch"];
    let output = Command::new("shellcheck").arg("-x").args(scripts).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
