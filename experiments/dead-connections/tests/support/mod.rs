//! What the tests of the program share.
#![allow(dead_code, reason = "each test program uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use environment::ENVIRONMENT;
use supervisor::{Runs, Workplace};
use testkit::{TIMEOUT, wait_until};

#[path = "../../src/grpcio/environment.rs"]
mod environment;

/// The program; whatever Python this machine has is no part of these tests.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dead-connections"));
    command.env("GRPCIO_PYTHON", "").stdin(Stdio::null());
    command
}

/// What the tests lack without [`python`].
pub const NO_GRPCIO: &str = "a Python with grpcio, which a run of this experiment makes, and npm test -- --all";

/// The Python with grpcio that a run makes.
pub fn python() -> Option<PathBuf> {
    if !testkit::runs_all() {
        return ENVIRONMENT.made_before();
    }
    let place = Workplace::unsupervised(Runs::new(env!("CARGO_PKG_NAME")), &|| Ok(())).unwrap();
    ENVIRONMENT.python(&place).ok()
}

/// Whether namespaces can be made here, with all that a trial takes; says so if not, since the test is then left out.
pub fn can_make_namespaces() -> bool {
    static PROBES: AtomicU32 = AtomicU32::new(0);
    let name = format!("probe-{}-{}", std::process::id(), PROBES.fetch_add(1, Ordering::Relaxed));
    let ip = |arguments: &str| {
        let arguments = arguments.split(' ').map(|argument| argument.replace("NAME", &name));
        Command::new("ip").args(arguments).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    let made = ip("netns add NAME");
    let works = made
        && ip("-n NAME link add veth0 type veth peer name veth1")
        && ip("-n NAME rule add pref 1 iif veth0 blackhole");
    if made {
        assert!(ip("netns del NAME"));
    }
    if !works {
        testkit::skip("root, `ip` of the package iproute2, and a kernel with namespaces and veth");
    }
    works
}

/// The namespaces of the process with this number.
pub fn namespaces_of(id: u32) -> Vec<String> {
    let prefix = format!("dead-connections-{id}-");
    let Ok(entries) = fs::read_dir("/run/netns") else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.starts_with(&prefix)).collect()
}

/// A run whose processes can be told from all others: by a variable of their environment, which they hand on.
pub struct MarkedRun {
    pub child: Child,
    mark: String,
    pub out: PathBuf,
}

impl MarkedRun {
    /// A quick run that writes below `folder`.
    pub fn start(folder: &Path, change: impl FnOnce(&mut Command)) -> Self {
        let mark = format!("DEAD_CONNECTIONS_TEST={}", folder.display());
        let (name, value) = mark.split_once('=').unwrap();
        let out = folder.join("record.json");
        let mut command = program();
        command.args(["run", "--profile", "quick", "--quiet", "--out"]).arg(&out).env(name, value);
        change(&mut command);
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        Self { child, mark, out }
    }

    /// Its processes' command lines: the run itself, its supervisor, its peers, `ip` and Python.
    pub fn processes(&self) -> Vec<String> {
        let carries = |id: &str| fs::read(format!("/proc/{id}/environ")).is_ok_and(|all| self.is_marked(&all));
        let entries = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let command_line = |id: String| {
            let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).replace('\0', " ")
        };
        entries.filter(|id| carries(id)).map(command_line).collect()
    }

    fn is_marked(&self, environment: &[u8]) -> bool {
        environment.split(|&byte| byte == 0).any(|variable| variable == self.mark.as_bytes())
    }

    /// Waits until it is well under way: its supervisor watches, namespaces are there, and a peer whose command line has this.
    #[track_caller]
    pub fn wait_until_under_way(&self, peer: &str) {
        wait_until(&format!("no `{peer}` comes"), || {
            let processes = self.processes();
            let watched = processes.iter().any(|line| line.contains(" supervisor "));
            watched && namespaces_of(self.child.id()).len() > 4 && processes.iter().any(|line| line.contains(peer))
        });
    }

    /// Waits until nothing is left of the run, and panics with what is.
    #[track_caller]
    pub fn wait_until_gone(&self) {
        wait_until(&format!("namespaces are left: {:?}", namespaces_of(self.child.id())), || {
            namespaces_of(self.child.id()).is_empty()
        });
        let started = Instant::now();
        while !self.processes().is_empty() {
            assert!(started.elapsed() < TIMEOUT, "processes are left: {:?}", self.processes());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for MarkedRun {
    fn drop(&mut self) {
        // Only where a test failed before its end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
