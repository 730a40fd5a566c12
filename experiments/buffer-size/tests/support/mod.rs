//! What the tests of the program share.
#![allow(dead_code, reason = "each test program uses its part")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_buffer-size"));
    command.stdin(Stdio::null());
    command
}

/// Two namespaces of a test's own, joined; removed when dropped.
pub struct Hosts(String);

/// The address of the second one.
pub const SECOND: &str = "10.89.0.2";

impl Hosts {
    /// `None` where namespaces cannot be made; without them a part of the test is left out.
    pub fn new() -> Option<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let hosts = Self(format!("probe-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed)));
        let lines = [
            "netns add Na",
            "netns add Nb",
            "link add veth0 netns Na type veth peer name veth0 netns Nb",
            "-n Na addr add 10.89.0.1/24 dev veth0",
            "-n Nb addr add 10.89.0.2/24 dev veth0",
            "-n Na link set lo up",
            "-n Nb link set lo up",
            "-n Na link set veth0 up",
            "-n Nb link set veth0 up",
        ];
        let made = lines.iter().all(|line| hosts.ip(line));
        if !made {
            testkit::skip_part("root, `ip` of the package iproute2, and a kernel with namespaces and veth");
        }
        made.then_some(hosts)
    }

    fn ip(&self, line: &str) -> bool {
        let words = line.split(' ').map(|word| match word {
            "Na" => self.name('a'),
            "Nb" => self.name('b'),
            word => word.to_owned(),
        });
        Command::new("ip").args(words).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    fn name(&self, host: char) -> String {
        format!("{}{host}", self.0)
    }

    /// The program on one of the two hosts, `a` or `b`.
    pub fn program(&self, host: char) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/run/netns/{}", self.name(host))).arg(env!("CARGO_BIN_EXE_buffer-size"));
        command.stdin(Stdio::null());
        command
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        self.ip("netns del Na");
        self.ip("netns del Nb");
    }
}

/// A server; killed when dropped.
pub struct Server {
    pub child: Child,
    /// Where it listens.
    pub address: String,
}

impl Server {
    /// Starts one on a free port of this address.
    pub fn start(mut program: Command, host: &str) -> Self {
        let mut child = program
            .args(["serve", "--bind", &format!("{host}:0")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("it said {line:?}")).to_owned();
        Self { child, address }
    }

    /// How many descriptors and threads it has.
    pub fn holds(&self) -> (usize, usize) {
        holds(self.child.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How many descriptors and threads a process has; none if it is gone.
pub fn holds(id: u32) -> (usize, usize) {
    let count = |what: &str| fs::read_dir(format!("/proc/{id}/{what}")).map_or(0, Iterator::count);
    (count("fd"), count("task"))
}
