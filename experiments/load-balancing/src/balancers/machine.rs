//! Balancers that are started on this machine, and the turns in which they are loaded.

mod configuration;
mod load;
mod programs;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use clap::Subcommand;
use harness::record::{Profile, Skipped};
use harness::schedule::grouped;
use harness::{Failure, Run, undisturbed};
use load_balancing_model::in_flight::{Service, round};
use supervisor::{
    BecomeOptions, Process, Program, Runs, SupervisorOptions, Workplace, become_program, free_address, processes,
    supervise,
};

use super::condition::{SERVERS, held, queued, recorded};
use super::{
    Condition, Measured, One, Outcome, Row, Watch, Window, moments, rate, round_window, rounds, window, work_seconds,
};
use load::{Load, Servers};
use programs::Programs;

/// The runs, whose balancers work in their folders.
const RUNS: Runs = Runs::new(env!("CARGO_PKG_NAME"));

/// Fails if the run is to end.
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
/// The run's progress for a second: what is simulated counts nanoseconds of a core ([`placements::condition`]), and all
/// cores simulate, while one turn after the other is taken.
fn amount_per_second() -> f64 {
    1e9 * rayon::current_num_threads() as f64
}

/// How long a turn takes besides, until all are answered and connections are closed, in seconds.
const END_SECONDS: f64 = 0.1;

fn amount_of(condition: &Condition, service: Service, profile: Profile) -> u64 {
    amount_in(window(condition, service, profile))
}

fn amount_in(Window { warm_up_seconds, watched_seconds }: Window) -> u64 {
    (amount_per_second() * (warm_up_seconds + watched_seconds + END_SECONDS)) as u64
}

/// Everything to measure: what is compared is in one group.
fn groups() -> Vec<Vec<(Condition, Service)>> {
    let with = |service| move |condition| (condition, service);
    let held = held().into_iter().map(|group| group.into_iter().map(with(Service::Held)).collect());
    held.chain([queued().into_iter().map(with(Service::Queued)).collect()]).collect()
}

/// The amount of work, for the run's progress.
pub(crate) fn amount(run: &Run) -> u64 {
    let a_round: u64 =
        groups().concat().iter().map(|(condition, service)| amount_of(condition, *service, run.profile)).sum();
    let recording = amount_in(round_window(moments(run.profile))) * recorded().len() as u64;
    a_round * u64::from(rounds(run.profile)) + recording
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
    let workplace = Workplace::open(RUNS, &check)?;
    let programs = Programs::found(|_| run.profile == Profile::Full, &workplace)?;
    programs.tell(run);
    let mut servers = open_servers(SERVERS)?;
    let mut skipped = programs.skipped.clone();
    let started = start_all(&workplace, &programs, &servers, &mut skipped)?;

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
                moments: 0,
            };
            let draws = Draws { seed: run.seed, first: number as u64 * u64::from(TRIES), step: 1 };
            match take_turn(&mut servers, balancer, &load, draws, &check)? {
                Ok(outcome) => rows[turn.condition].outcomes.push(outcome),
                Err(why) => {
                    lost.push(condition);
                    skipped.push(no_answer(&condition, format!("in round {}: {why}", turn.round + 1)));
                }
            }
        }
        run.advance(amount_of(&condition, service, run.profile))?;
    }
    rows.retain(|row| !row.outcomes.is_empty() && !lost.contains(&row.condition));
    let mut rounds = Vec::new();
    for condition in recorded().into_iter().filter(|condition| !lost.contains(condition)) {
        let moments = moments(run.profile);
        let window = round_window(moments);
        let watch = Watch { service: Service::Held, work_seconds: work_seconds(Service::Held), window, moments };
        // The same arrivals for all, whichever attempt it is.
        let draws = Draws { seed: run.seed, first: round::REPETITION, step: 0 };
        if let Some(balancer) = started.iter().find(|started| started.condition == condition) {
            match take_turn(&mut servers, balancer, &watch, draws, &check)? {
                Ok(outcome) => rounds.push((condition, outcome.round)),
                Err(why) => skipped.push(no_answer(&condition, format!("in the recorded round: {why}"))),
            }
        }
        run.advance(amount_in(window))?;
    }
    Ok(Measured { rows, rounds, skipped, caddy_is_older: programs.caddy_is_older })
}

fn no_answer(condition: &Condition, why: String) -> Skipped {
    let what = format!("{} behind {}", condition.policy.name(), condition.balancer.name());
    Skipped { what, why, needs: "a balancer that answers every request".to_owned() }
}

/// Starts one balancer, and watches its servers.
pub(crate) fn measure_one(condition: Condition, watch: &Watch, port: Option<u16>, seed: u64) -> Result<One, Failure> {
    let address = port.map_or_else(free_address, free_port)?;
    // Ctrl-C ends it at once, and the supervisor does the rest.
    let workplace = Workplace::open(RUNS, &|| Ok(()))?;
    // The newest is fetched or built, as in a full run.
    let programs = Programs::found(|balancer| balancer == condition.balancer, &workplace)?;
    let version =
        programs.version(condition.balancer, &workplace).ok_or_else(|| programs.no_version(condition.balancer))?;
    let mut servers = open_servers(SERVERS)?;
    let balancer = start(&workplace, &programs, &servers, condition, address)?;
    balancer.wait_for(START, workplace.checker())?;
    let draws = Draws { seed, first: 0, step: 1 };
    let outcome = take_turn(&mut servers, &balancer, watch, draws, workplace.checker())?;
    let outcome = outcome.map_err(|why| Failure::program(condition.balancer.name(), why))?;
    Ok(One { outcome, version, has_older_draw: programs.caddy_is_older == Some(true) })
}

/// Carries out one of its own commands.
pub(crate) fn execute(command: Command) -> Result<(), Failure> {
    match command {
        Command::Supervisor(options) => supervise(RUNS, &options),
        Command::Become(options) => become_program(&options),
    }
}

fn open_servers(servers: u32) -> Result<Servers, Failure> {
    Servers::open(servers as usize).map_err(|error| Failure::system("cannot open the servers", error))
}

/// Starts every balancer whose program is here. Those that do not start are skipped, and told of once for a program.
fn start_all(
    workplace: &Workplace,
    programs: &Programs,
    servers: &Servers,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Started>, Failure> {
    let mut starting = Vec::new();
    for condition in held().concat().into_iter().chain(queued()) {
        let is_known = starting.iter().any(|started: &Started| started.condition == condition);
        if !is_known && programs.path(condition.balancer).is_some() {
            workplace.check()?;
            starting.push(start(workplace, programs, servers, condition, free_address()?)?);
        }
    }
    let (mut listening, mut failures) = (Vec::new(), Vec::new());
    // All have started by now, and have the same time.
    let started = Instant::now();
    for balancer in starting {
        match balancer.wait_for(START.saturating_sub(started.elapsed()), workplace.checker()) {
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
    workplace: &Workplace,
    programs: &Programs,
    servers: &Servers,
    condition: Condition,
    address: SocketAddr,
) -> Result<Started, Failure> {
    let name = condition.name();
    let program = programs.path(condition.balancer).expect("asked before");
    let folder = workplace.make(&name)?;
    let configuration = configuration::configuration(&condition, &folder, address, servers.addresses());
    let file = workplace.write(&format!("{name}/configuration"), configuration)?;
    let words = configuration::words(condition.balancer, program, &folder, &file);
    Ok(Started { condition, address, program: workplace.start_program(&name, &words, &[])? })
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
            let is_its = programs::any_listens(&self.running(), self.address);
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

/// Source of a turn's requests: each attempt draws from a repetition of its own, unless the step is 0.
#[derive(Debug, Clone, Copy)]
struct Draws {
    seed: u64,
    first: u64,
    step: u64,
}

/// Loads a balancer, again where the machine was busy; the inner error says what the balancer did wrong.
fn take_turn(
    servers: &mut Servers,
    balancer: &Started,
    &Watch { service, work_seconds, window: Window { warm_up_seconds, watched_seconds }, moments }: &Watch,
    Draws { seed, first, step }: Draws,
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
            failing: balancer.condition.failing,
            warm_up_seconds,
            watched_seconds,
            moments,
            seed,
            repetition: first + step * u64::from(attempt),
        };
        best = match (best, undisturbed(|| servers.take(&load, &processor_seconds, check))??) {
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
    let expected = if kind.is_nginx() { 1 + workers as usize } else { 1 };
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
