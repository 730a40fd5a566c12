//! Balancers that are started on this machine, and the turns in which they are loaded.

mod configuration;
mod http;
mod load;
mod programs;
mod supervised;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::in_flight::Service;
use clap::Subcommand;
use harness::record::{Profile, Skipped};
use harness::schedule::grouped;
use harness::{Failure, Run};
use supervisor::{BecomeOptions, Process, Program, SupervisorOptions, become_program, free_address, processes};

use super::condition::{SERVERS, held, queued};
use super::{Balancer, Condition, Measured, One, Outcome, Row, Watch, Window, rate, rounds, window, work_seconds};
use load::{Load, Servers};
use programs::Programs;
use supervised::Supervised;

/// Whether the run is to end.
type Check<'a> = &'a dyn Fn() -> Result<(), Failure>;

/// Commands that the experiment starts itself.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start programs, and end them and remove their folder when the experiment ends
    #[command(hide = true)]
    Supervisor(SupervisorOptions),
    /// Become another program that ends with this one's parent
    #[command(hide = true)]
    Become(BecomeOptions),
}

/// How long a balancer may take until it listens.
const START: Duration = Duration::from_secs(20);
/// Events that come later than this make a turn be taken again, as failures do: the machine was busy with something else.
const LATE_SECONDS: f64 = 0.05;
/// How often at most a turn is taken, before its least late time counts.
const TRIES: u32 = 3;
/// What the run's progress counts for a second: what is simulated counts nanoseconds of a core ([`placements::condition`]), and all
/// cores simulate, while one turn after the other is taken.
fn amount_per_second() -> f64 {
    1e9 * rayon::current_num_threads() as f64
}

/// How long a turn takes besides, until all are answered and connections are closed, in seconds.
const END_SECONDS: f64 = 0.1;

fn amount_of(condition: &Condition, service: Service, profile: Profile) -> u64 {
    let Window { warm_up_seconds, watched_seconds } = window(condition, service, profile);
    (amount_per_second() * (warm_up_seconds + watched_seconds + END_SECONDS)) as u64
}

/// Everything to measure: what is compared is in one group.
fn groups() -> Vec<Vec<(Condition, Service)>> {
    let with = |service| move |condition| (condition, service);
    let held = held().into_iter().map(|group| group.into_iter().map(with(Service::Held)).collect());
    held.chain([queued().into_iter().map(with(Service::Queued)).collect()]).collect()
}

/// What there is to do, for the run's progress.
pub(crate) fn amount(run: &Run) -> u64 {
    let a_round: u64 =
        groups().concat().iter().map(|(condition, service)| amount_of(condition, *service, run.profile)).sum();
    a_round * u64::from(rounds(run.profile))
}

/// A balancer that listens.
struct Started {
    condition: Condition,
    address: SocketAddr,
    program: Program,
}

/// Measures all balancers that there are.
pub(crate) fn measure(run: &Run) -> Result<Measured, Failure> {
    let check = || run.advance(0);
    let mut supervised = Supervised::start()?;
    let programs = Programs::found(run.profile, supervised.folder());
    check()?;
    programs.tell(run);
    let mut servers = open_servers(SERVERS)?;
    let mut skipped = programs.skipped.clone();
    let started = start_all(&mut supervised, &programs, &servers, &mut skipped, &check)?;

    let groups = groups();
    let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    let all: Vec<(Condition, Service)> = groups.concat();
    let mut rows: Vec<Row> =
        all.iter().map(|&(condition, service)| Row { condition, service, outcomes: Vec::new() }).collect();
    let mut lost: Vec<Condition> = Vec::new();
    let turns = grouped(&sizes, 0, rounds(run.profile), run.seed);
    for (number, turn) in turns.iter().enumerate() {
        let (condition, service) = all[turn.condition];
        let balancer = started.iter().find(|started| started.condition == condition);
        if let Some(balancer) = balancer.filter(|_| !lost.contains(&condition)) {
            let load = Watch {
                service,
                work_seconds: work_seconds(service),
                window: window(&condition, service, run.profile),
            };
            match take_turn(&mut servers, balancer, &load, (run.seed, number as u64), &check)? {
                Ok(outcome) => rows[turn.condition].outcomes.push(outcome),
                Err(why) => {
                    lost.push(condition);
                    let what = format!("{} behind {}", condition.policy.name(), condition.balancer.name());
                    let needs = "a balancer that answers every request".to_owned();
                    skipped.push(Skipped { what, why: format!("in round {}: {why}", turn.round + 1), needs });
                }
            }
        }
        run.advance(amount_of(&condition, service, run.profile))?;
    }
    rows.retain(|row| !row.outcomes.is_empty() && !lost.contains(&row.condition));
    Ok(Measured { rows, skipped, caddy_is_older: programs.caddy_is_older })
}

/// Starts one balancer, and watches its servers.
pub(crate) fn measure_one(condition: Condition, watch: &Watch, port: Option<u16>, seed: u64) -> Result<One, Failure> {
    // Ctrl-C ends it at once, and the supervisor does the rest.
    let check = || Ok(());
    let address = port.map_or_else(free_address, free_port)?;
    let mut supervised = Supervised::start()?;
    // The newest Caddy is built, as in a full run.
    let profile = if condition.balancer == Balancer::CaddyNewest { Profile::Full } else { Profile::Quick };
    let programs = Programs::found(profile, supervised.folder());
    let version = programs.version(condition.balancer).ok_or_else(|| programs.no_version(condition.balancer))?;
    let mut servers = open_servers(SERVERS)?;
    let balancer = start(&mut supervised, &programs, &servers, condition, address)?;
    balancer.wait_for(START, &check)?;
    let outcome = take_turn(&mut servers, &balancer, watch, (seed, 0), &check)?;
    let outcome = outcome.map_err(|why| Failure::program(condition.balancer.name(), why))?;
    Ok(One { outcome, version, has_older_draw: programs.caddy_is_older == Some(true) })
}

/// Carries out one of its own commands.
pub(crate) fn execute(command: Command) -> Result<(), Failure> {
    match command {
        Command::Supervisor(options) => supervised::supervise(&options),
        Command::Become(options) => become_program(&options),
    }
}

fn open_servers(servers: u32) -> Result<Servers, Failure> {
    Servers::open(servers as usize).map_err(|error| Failure::system("cannot open the servers", error))
}

/// Starts every balancer whose program is here. Those that do not start are skipped, and told of once for a program.
fn start_all(
    supervised: &mut Supervised,
    programs: &Programs,
    servers: &Servers,
    skipped: &mut Vec<Skipped>,
    check: Check,
) -> Result<Vec<Started>, Failure> {
    let mut starting = Vec::new();
    for condition in held().concat().into_iter().chain(queued()) {
        let is_known = starting.iter().any(|started: &Started| started.condition == condition);
        if !is_known && programs.path(condition.balancer).is_some() {
            check()?;
            starting.push(start(supervised, programs, servers, condition, free_address()?)?);
        }
    }
    let (mut listening, mut failures) = (Vec::new(), Vec::new());
    // All have started by now, and have the same time.
    let started = Instant::now();
    for balancer in starting {
        match balancer.wait_for(START.saturating_sub(started.elapsed()), check) {
            Ok(()) => listening.push(balancer),
            Err(Failure::Program { why, .. }) => failures.push((balancer.condition, why)),
            Err(failure) => return Err(failure),
        }
    }
    let working: Vec<Condition> = listening.iter().map(|balancer| balancer.condition).collect();
    skipped.extend(programs::not_started(&failures, &working));
    Ok(listening)
}

fn start(
    supervised: &mut Supervised,
    programs: &Programs,
    servers: &Servers,
    condition: Condition,
    address: SocketAddr,
) -> Result<Started, Failure> {
    let name = condition.name();
    let program = programs.path(condition.balancer).expect("asked before");
    let folder = supervised.folder().join(&name);
    let failed = |error: std::io::Error| Failure::system(format!("cannot configure {name}"), error);
    std::fs::create_dir(&folder).map_err(failed)?;
    let file = folder.join("configuration");
    std::fs::write(&file, configuration::of(&condition, &folder, address, servers.addresses())).map_err(failed)?;
    let words = configuration::words(condition.balancer, program, &folder, &file);
    Ok(Started { condition, address, program: supervised.start_program(&name, &words)? })
}

/// This machine's own address at a port that the user named.
fn free_port(port: u16) -> Result<SocketAddr, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let address = listener.and_then(|listener| listener.local_addr());
    address.map_err(|error| Failure::system(format!("cannot have port {port}"), error))
}

impl Started {
    /// Waits until it listens at its address; that another program does would be no start.
    fn wait_for(&self, timeout: Duration, check: Check) -> Result<(), Failure> {
        self.program.wait_for(timeout, check, || {
            TcpStream::connect(self.address).map_err(|error| error.to_string())?;
            let sockets = programs::listening(self.address);
            let is_its = programs::have_any(&self.running(), &sockets);
            if is_its { Ok(()) } else { Err("another program listens at its port".to_owned()) }
        })
    }

    /// Its processes: nginx's workers are children; of the others all threads are one process.
    fn running(&self) -> Vec<u32> {
        let own = self.program.id();
        let is_its = |process: &Process| process.id == own || process.parent == own;
        processes().filter(is_its).map(|process| process.id).collect()
    }
}

/// Loads a balancer, again where the machine was busy; the inner error says what the balancer did wrong.
fn take_turn(
    servers: &mut Servers,
    balancer: &Started,
    &Watch { service, work_seconds, window: Window { warm_up_seconds, watched_seconds } }: &Watch,
    (seed, number): (u64, u64),
    check: Check,
) -> Result<Result<Outcome, String>, Failure> {
    let all = processes_of(balancer, check)?;
    let processor_seconds = || programs::processor_seconds(&all);
    let mut best: Result<Outcome, String> = Err(String::new());
    for attempt in 0..TRIES {
        let load = Load {
            address: balancer.address,
            rate: rate(service) / work_seconds,
            work_seconds,
            service,
            warm_up_seconds,
            watched_seconds,
            seed,
            repetition: number * u64::from(TRIES) + u64::from(attempt),
        };
        best = match (best, servers.take(&load, &processor_seconds, check)?) {
            (Ok(best), Ok(outcome)) if outcome.late_seconds >= best.late_seconds => Ok(best),
            (best @ Ok(_), Err(_)) => best,
            (_, outcome) => outcome,
        };
        if best.as_ref().is_ok_and(|best| best.late_seconds <= LATE_SECONDS) {
            break;
        }
    }
    Ok(best)
}

/// The processes of a balancer: nginx's workers come a little later than it listens.
fn processes_of(balancer: &Started, check: Check) -> Result<Vec<u32>, Failure> {
    let Condition { balancer: kind, workers, .. } = balancer.condition;
    let expected = if kind == Balancer::Nginx { 1 + workers as usize } else { 1 };
    let started = Instant::now();
    loop {
        let found = balancer.running();
        if found.len() >= expected || started.elapsed() > START {
            return Ok(found);
        }
        check()?;
        thread::sleep(Duration::from_millis(5));
    }
}
