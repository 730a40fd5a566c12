//! The balancers' programs: where they are, which versions, and what processor time they take.

use std::fs;
use std::net::{SocketAddr, SocketAddrV4};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use harness::record::{Profile, Skipped};
use harness::{Failure, Run, note, own_files};
use supervisor::{bound_to_us, find_program, kept, output_within};

use crate::balancers::{Balancer, Condition};

/// The newer Caddy, which draws its two candidates as it should.
const NEWEST: &str = "2.11.9";
/// How long Go may take to build it.
const BUILD: Duration = Duration::from_secs(600);
/// The longest that a program takes to tell its version.
const VERSION: Duration = Duration::from_secs(10);

/// Those that are here.
pub(super) struct Programs {
    found: Vec<(Balancer, PathBuf)>,
    pub(super) skipped: Vec<Skipped>,
    /// See [`super::super::Measured::caddy_is_older`].
    pub(super) caddy_is_older: Option<bool>,
}

impl Programs {
    /// Looks for them; a full run builds what no distribution has yet.
    pub(super) fn found(profile: Profile, folder: &Path) -> Self {
        let needs = [
            (Balancer::Nginx, "the package nginx-light"),
            (Balancer::Haproxy, "the package haproxy"),
            (Balancer::Caddy, "the package caddy"),
        ];
        let (mut found, mut skipped) = (Vec::new(), Vec::new());
        for (balancer, needs) in needs {
            match find_program(balancer.name()) {
                Some(path) => found.push((balancer, path)),
                None => {
                    skipped.push(Skipped::new(what(balancer), format!("there is no `{}` here", balancer.name()), needs))
                }
            }
        }
        match newest_caddy(profile, folder) {
            Ok(path) => found.push((Balancer::CaddyNewest, path)),
            Err(why) => {
                skipped.push(Skipped::new(what(Balancer::CaddyNewest), why, "Go 1.25 or newer and its module proxy"))
            }
        }
        let mut programs = Self { found, skipped, caddy_is_older: None };
        programs.caddy_is_older = programs.version(Balancer::Caddy).and_then(|version| is_older(&version));
        programs
    }

    pub(super) fn path(&self, balancer: Balancer) -> Option<&Path> {
        self.found.iter().find(|(known, _)| *known == balancer).map(|(_, path)| path.as_path())
    }

    /// What a program says that it is.
    pub(super) fn version(&self, balancer: Balancer) -> Option<String> {
        let path = self.path(balancer)?;
        if balancer == Balancer::CaddyNewest {
            // Built from a module's source, it says “unknown”.
            return Some(format!("v{NEWEST}"));
        }
        let words = [path.to_str()?, version_word(balancer)];
        let mut command = bound_to_us(&words).ok()?;
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
        let output = output_within(child, VERSION).ok()?;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        said.lines().find(|line| line.contains(|c: char| c.is_ascii_digit())).map(|line| line.trim().to_owned())
    }

    /// Why a balancer does not tell its version: because it is not there, or whatever its program does instead.
    pub(super) fn no_version(&self, balancer: Balancer) -> Failure {
        match self.skipped.iter().find(|skipped| skipped.what == what(balancer)) {
            Some(Skipped { why, needs, .. }) => {
                Failure::Missing { what: format!("cannot start {}: {why}", balancer.name()), needs: needs.clone() }
            }
            None => Failure::program(balancer.name(), "it does not tell its version"),
        }
    }

    /// Tells the run which they are.
    pub(super) fn tell(&self, run: &Run) {
        for (balancer, path) in &self.found {
            let name = match balancer {
                Balancer::Nginx => "nginx",
                Balancer::Haproxy => "HAProxy",
                Balancer::Caddy => "Caddy",
                Balancer::CaddyNewest => {
                    run.uses("Caddy, newest", format!("v{NEWEST}"));
                    continue;
                }
            };
            run.uses_program(name, path, &[version_word(*balancer)]);
        }
    }
}

/// What the record calls it where it is missing.
pub(super) fn what(balancer: Balancer) -> &'static str {
    match balancer {
        Balancer::Nginx => "nginx",
        Balancer::Haproxy => "HAProxy",
        Balancer::Caddy => "the distribution's Caddy",
        Balancer::CaddyNewest => "the newest Caddy",
    }
}

fn version_word(balancer: Balancer) -> &'static str {
    match balancer {
        Balancer::Nginx | Balancer::Haproxy => "-v",
        Balancer::Caddy | Balancer::CaddyNewest => "version",
    }
}

/// Why balancers did not start: once for a program none of which started, else for each that did not.
pub(super) fn not_started(failures: &[(Condition, String)], listening: &[Condition]) -> Vec<Skipped> {
    let needs = "a program that starts from the experiment's configuration";
    let mut skipped: Vec<Skipped> = Vec::new();
    for (condition, why) in failures {
        let works = listening.iter().any(|other| other.balancer == condition.balancer);
        let what = if works { condition.name() } else { what(condition.balancer).to_owned() };
        if !skipped.iter().any(|known| known.what == what) {
            skipped.push(Skipped::new(what, why, needs));
        }
    }
    skipped
}

/// Whether this Caddy draws the older way: `None` of versions that nobody here has looked at.
fn is_older(version: &str) -> Option<bool> {
    let digits = version.trim_start_matches(|c: char| !c.is_ascii_digit());
    let mut numbers = digits.split(|c: char| !c.is_ascii_digit()).map(str::parse::<u32>);
    let version = (numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
    if version < (2, 11, 0) {
        Some(true)
    } else if version >= (2, 11, 9) {
        Some(false)
    } else {
        None
    }
}

/// The newest Caddy, kept among Cargo's output; else why there is none.
fn newest_caddy(profile: Profile, folder: &Path) -> Result<PathBuf, String> {
    let folder = kept(env!("CARGO_PKG_NAME"), folder).join(format!("caddy-{NEWEST}"));
    let program = folder.join("caddy");
    if program.is_file() {
        return Ok(program);
    }
    if profile == Profile::Quick {
        return Err("a quick run does not build it".to_owned());
    }
    let go = find_program("go").ok_or("there is no `go` here")?;
    note(format_args!("load-balancing: building Caddy {NEWEST} in {}", folder.display()));
    // Made aside and then given its name, so that there is never half a one.
    let aside = folder.with_file_name("caddy.part");
    let _ = own_files::remove(&aside);
    let built = build(&go, &aside).and_then(|()| {
        let moved = fs::create_dir_all(&folder).and_then(|()| fs::rename(aside.join("bin/caddy"), &program));
        moved.map_err(|error| error.to_string())
    });
    let _ = own_files::remove(&aside);
    built.map(|()| program)
}

fn build(go: &Path, aside: &Path) -> Result<(), String> {
    fs::create_dir_all(aside).map_err(|error| error.to_string())?;
    let package = format!("github.com/caddyserver/caddy/v2/cmd/caddy@v{NEWEST}");
    let mut command = bound_to_us(&[&*go.display().to_string(), "install", &package]).map_err(|why| why.to_string())?;
    command
        .current_dir(aside)
        .env("GOBIN", aside.join("bin"))
        .env("GOPATH", aside.join("path"))
        .env("GOCACHE", aside.join("cache"))
        // Else what it fetched could not be removed.
        .env("GOFLAGS", "-modcacherw")
        .env("CGO_ENABLED", "0");
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let output = output_within(child, BUILD).map_err(|error| format!("go install: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it failed");
    Err(format!("go install: {}", last.trim().replace(&aside.display().to_string(), "")))
}

/// What these processes have taken of the processors so far, in seconds; `None` where the system does not tell. Each thread
/// has its own file, whose first number counts nanoseconds (Documentation/scheduler/sched-stats.rst of the kernel).
pub(super) fn processor_seconds(processes: &[u32]) -> Option<f64> {
    let mut nanoseconds: u64 = 0;
    for process in processes {
        for thread in fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten() {
            let of_thread = on_processor(&fs::read_to_string(thread.path().join("schedstat")).ok()?)?;
            nanoseconds = nanoseconds.checked_add(of_thread)?;
        }
    }
    Some(nanoseconds as f64 / 1e9)
}

/// The sockets that listen at an address of IPv4, by their inode, as the system tells (proc_pid_net(5)).
pub(super) fn listening(address: SocketAddr) -> Vec<u64> {
    let SocketAddr::V4(address) = address else { return Vec::new() };
    listening_in(&fs::read_to_string("/proc/net/tcp").unwrap_or_default(), address)
}

fn listening_in(sockets: &str, address: SocketAddrV4) -> Vec<u64> {
    // The bytes of the address as this machine keeps a number of them.
    let place = format!("{:08X}:{:04X}", u32::from_ne_bytes(address.ip().octets()), address.port());
    let inode = |line: &str| {
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        // 0A: it listens.
        let is_meant = fields.get(1) == Some(&&*place) && fields.get(3) == Some(&"0A");
        fields.get(9).filter(|_| is_meant)?.parse().ok()
    };
    sockets.lines().filter_map(inode).collect()
}

/// Whether any of these processes has any of these sockets.
pub(super) fn have_any(processes: &[u32], sockets: &[u64]) -> bool {
    let names: Vec<PathBuf> = sockets.iter().map(|inode| PathBuf::from(format!("socket:[{inode}]"))).collect();
    let files = processes.iter().filter_map(|process| fs::read_dir(format!("/proc/{process}/fd")).ok()).flatten();
    files.flatten().filter_map(|file| fs::read_link(file.path()).ok()).any(|file| names.contains(&file))
}

fn on_processor(schedstat: &str) -> Option<u64> {
    schedstat.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn the_older_caddy_is_told_from_the_newer() {
        for (version, older) in [
            ("2.6.2", Some(true)),
            ("v2.10.2 h1:g/gTYjGMD0dec+UgMw8SnfmJ3I9+M2TdvoRL/Ovu6U8=", Some(true)),
            ("v2.11.9 h1:x", Some(false)),
            ("v3.0.0", Some(false)),
            // Which of these has the mended draw is not known here.
            ("v2.11.4", None),
            ("2.11", None),
            ("unknown", None),
            ("", None),
        ] {
            assert_eq!(is_older(version), older, "{version}");
        }
    }

    #[test]
    fn the_caddy_that_is_built_has_the_version_that_was_asked_for() {
        let found = vec![(Balancer::CaddyNewest, PathBuf::from("/bin/true"))];
        let programs = Programs { found, skipped: Vec::new(), caddy_is_older: None };
        assert_eq!(programs.version(Balancer::CaddyNewest), Some(format!("v{NEWEST}")));
        assert_eq!(programs.version(Balancer::Caddy), None);
        assert_eq!(is_older(NEWEST), Some(false));
    }

    #[test]
    fn a_program_that_does_not_start_is_told_of_once() {
        use crate::balancers::Policy;
        let nginx = |policy| (Condition::plain(Balancer::Nginx, policy), format!("no {}", policy.name()));
        let caddy = |policy| (Condition::plain(Balancer::Caddy, policy), "it ended at once".to_owned());
        let failures = [nginx(Policy::Random), caddy(Policy::Random), caddy(Policy::Least), nginx(Policy::Least)];
        let told = |listening: &[Condition]| -> Vec<(String, String)> {
            not_started(&failures, listening).into_iter().map(|skipped| (skipped.what, skipped.why)).collect()
        };
        let of = |what: &str, why: &str| (what.to_owned(), why.to_owned());
        let caddy = of("the distribution's Caddy", "it ended at once");
        assert_eq!(told(&[]), [of("nginx", "no random"), caddy.clone()]);
        // Where others of its kind work, it is these that are missing.
        let works = Condition::plain(Balancer::Nginx, Policy::RandomTwo);
        let own = [of("nginx-random-1-1", "no random"), caddy, of("nginx-least-1-1", "no least")];
        assert_eq!(told(&[works]), own);
    }

    #[test]
    fn processor_time_grows_with_work_and_is_unknown_of_what_is_not_there() {
        let own = [std::process::id()];
        let before = processor_seconds(&own).unwrap();
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(50) {}
        assert!(processor_seconds(&own).unwrap() > before);
        assert_eq!(processor_seconds(&[4_194_305]), None);
        assert_eq!((on_processor("123 456 7\n"), on_processor(""), on_processor("-1 2 3")), (Some(123), None, None));
    }

    #[test]
    fn who_listens_is_known() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let sockets = listening(address);
        assert_eq!(sockets.len(), 1);
        assert!(have_any(&[1, std::process::id()], &sockets));
        // A process that has none of ours: there is none of this number.
        assert!(!have_any(&[4_194_305], &sockets) && !have_any(&[std::process::id()], &[]));
        drop(listener);
        assert_eq!(listening(address), [0_u64; 0]);
    }

    #[test]
    fn a_quick_run_builds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let before = std::fs::read_dir(folder.path()).unwrap().count();
        let found = newest_caddy(Profile::Quick, folder.path());
        assert!(found.is_ok() || found == Err("a quick run does not build it".to_owned()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), before);
    }
}
