//! PostgreSQL: a cluster of the run's own, run by an unprivileged user where root measures, reached by a socket in the run's folder.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use logical_duals_model::race::{End, Guard, Level, Order};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use supervisor::{ProgramError, Workplace, is_running, processes, works_for};

use super::session::{Ended, Session};
use super::{Database, Declared, OfDatabase, Raced, Races, RuleOutcome};

/// Where Debian puts the versions that are installed.
const INSTALLED: &str = "/usr/lib/postgresql";
/// The server that is fetched: newer than Debian 12's, and without `psql`.
const FETCHED: &str = "18.6.0";
/// Unpacks the archive in a jar, its first argument, into a folder, its second.
const UNPACK: &str = "import io, sys, tarfile, zipfile
with zipfile.ZipFile(sys.argv[1]) as jar:
    [name] = [name for name in jar.namelist() if name.endswith('.txz')]
    with tarfile.open(fileobj=io.BytesIO(jar.read(name))) as archive:
        archive.extractall(sys.argv[2], filter='data')
";
/// How long making a cluster and starting it may take.
const LIMIT: Duration = Duration::from_secs(60);
/// How long a step may take before the server is asked whether it waits for a lock.
const STEP_TIMEOUT: Duration = Duration::from_millis(3);
/// Time that a server has to end when it is asked to, before it is killed.
const GRACE: Duration = Duration::from_secs(5);
/// How many more rows are tried after the one that breaks a CHECK that calls a function.
const MORE_ROWS: usize = 4;
/// `nobody` and `nogroup`, as on every Debian.
const NOBODY: u32 = 65534;

const RULES: [Declared; 12] = [
    Declared {
        key: "unique",
        declare: "create table t (a int unique)",
        keep: "insert into t values (1), (2)",
        violate: "insert into t values (1)",
    },
    Declared {
        key: "not-null",
        declare: "create table t (a int not null)",
        keep: "insert into t values (1)",
        violate: "insert into t values (null)",
    },
    Declared {
        key: "references",
        declare: "create table s (a int primary key); create table t (a int references s)",
        keep: "insert into s values (1); insert into t values (1)",
        violate: "insert into t values (2)",
    },
    Declared {
        key: "check-row",
        declare: "create table t (a int, b int, check (a <= b))",
        keep: "insert into t values (1, 2)",
        violate: "insert into t values (2, 1)",
    },
    Declared {
        key: "exclude",
        declare: "create table t (r int4range, exclude using gist (r with &&))",
        keep: "insert into t values ('[1,3)'), ('[3,5)')",
        violate: "insert into t values ('[2,4)')",
    },
    Declared {
        key: "without-overlaps",
        declare: "create table t (a int4range, valid daterange, primary key (a, valid without overlaps))",
        keep: "insert into t values ('[1,1]', '[2026-01-01,2026-02-01)'), ('[1,1]', '[2026-02-01,2026-03-01)')",
        violate: "insert into t values ('[1,1]', '[2026-01-15,2026-02-15)')",
    },
    Declared {
        key: "period",
        declare: "create table s (a int4range, valid daterange, primary key (a, valid without overlaps)); \
                  create table t (a int4range, valid daterange, foreign key (a, period valid) references s (a, period valid))",
        keep: "insert into s values ('[1,1]', '[2026-01-01,2026-02-01)'), ('[1,1]', '[2026-02-01,2026-03-01)'); \
               insert into t values ('[1,1]', '[2026-01-15,2026-02-15)')",
        violate: "insert into t values ('[1,1]', '[2026-02-15,2026-03-15)')",
    },
    Declared {
        key: "one-row",
        declare: "create table t (a int); create unique index on t ((true))",
        keep: "insert into t values (1)",
        violate: "insert into t values (2)",
    },
    Declared {
        key: "check-subquery",
        declare: "create table t (a int, check ((select count(*) from t) <= 1))",
        keep: "insert into t values (1)",
        violate: "insert into t values (2)",
    },
    Declared {
        key: "check-function",
        declare: "create table t (a int); create function few() returns boolean language sql as 'select count(*) <= 1 from t'; \
                  alter table t add check (few())",
        keep: "insert into t values (1)",
        violate: "insert into t values (2)",
    },
    Declared {
        key: "assertion",
        declare: "create table t (a int); create assertion few check ((select count(*) from t) <= 1)",
        keep: "insert into t values (1)",
        violate: "insert into t values (2)",
    },
    Declared {
        key: "trigger",
        declare: "create table t (a int); create function few() returns trigger language plpgsql as $$ begin \
                  if (select count(*) from t) > 1 then raise exception 'more than one row'; end if; return null; end $$; \
                  create trigger few after insert on t execute function few()",
        keep: "insert into t values (1)",
        violate: "insert into t values (2)",
    },
];

pub(super) fn measure(server: Database, workplace: &Workplace<'_>) -> Result<OfDatabase, ProgramError> {
    let cluster = Cluster::start(server, workplace)?;
    let mut session = cluster.session(workplace)?;
    let version = session.run("show server_version")?.rows.join(" ");
    let version = version.split(' ').next().unwrap_or_default().to_owned();
    let (mut outcomes, mut rows) = (Vec::new(), None);
    let mut subquery_says = String::new();
    for rule in RULES {
        session.run("drop schema if exists tried cascade; create schema tried; set search_path = tried")?;
        // All of its statements or none.
        let mut attempt = |statements: &str| -> Result<bool, ProgramError> {
            Ok(session.run(&format!("do $all$ begin {statements}; end $all$"))?.is_done())
        };
        let declared = attempt(rule.declare)?;
        let kept = declared && attempt(rule.keep)?;
        let violated = kept && attempt(rule.violate)?;
        outcomes.extend(RuleOutcome::from_attempts(declared, kept, violated).map(|outcome| (rule.key, outcome)));
        if kept && rule.key == "check-function" {
            for _ in 0..MORE_ROWS {
                attempt(rule.violate)?;
            }
            let counted = session.run("select count(*) from t")?;
            rows = counted.rows.first().and_then(|rows| rows.parse().ok());
        }
        if rule.key == "check-subquery" {
            session.run("drop schema if exists tried cascade; create schema tried")?;
            session.start(&format!("{};\n\\echo :LAST_ERROR_MESSAGE\nselect 1 where false", rule.declare))?;
            let ended = session.ended_within(LIMIT)?;
            subquery_says = ended.map(|ended| ended.rows.join(" ")).unwrap_or_default();
        }
    }
    drop(session);
    let races = race_all(server, &cluster, workplace)?;
    Ok(OfDatabase { database: server, version, outcomes, rows, subquery_says, races })
}

/// A server, until dropped.
struct Cluster {
    server: Child,
    socket: PathBuf,
    psql: PathBuf,
}

impl Cluster {
    fn start(server: Database, workplace: &Workplace<'_>) -> Result<Self, ProgramError> {
        let psql = installed()?.join("psql");
        let ours = |error: std::io::Error| {
            ProgramError::Unusable(format!("the cluster's folder cannot be given away: {error}"))
        };
        let is_root = geteuid().is_root();
        if is_root {
            // Another user runs it, and has to come to its own folder in the run's; nobody can list that one.
            fs::set_permissions(workplace.folder(), fs::Permissions::from_mode(0o711)).map_err(ours)?;
        }
        // Another each time, since `initdb` makes no cluster where one is.
        let is_free = |number: &u32| !workplace.folder().join(format!("pg{number}")).exists();
        let folder = workplace.make(&format!("pg{}", (1..).find(is_free).unwrap_or_default()))?;
        let data = folder.join("data");
        let programs = if server == Database::Postgres18 { unpack(&folder, workplace)? } else { installed()? };
        let as_somebody = |program: &str| {
            let mut command = workplace.command(programs.join(program));
            command.current_dir(&folder).env("HOME", &folder).env("TMPDIR", &folder);
            if is_root {
                // initdb and the server refuse to be run by root.
                command.uid(NOBODY).gid(NOBODY);
            }
            command
        };
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).map_err(ours)?;
        if is_root {
            chown(&folder, Some(NOBODY), Some(NOBODY)).map_err(ours)?;
        }
        let mut initdb = as_somebody("initdb");
        initdb.args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "-D"]).arg(&data);
        workplace.succeed(&mut initdb, LIMIT)?;
        let mut server = as_somebody("postgres");
        server.arg("-D").arg(&data).arg("-k").arg(&folder);
        // Nothing to be reached from elsewhere, nothing to outlive it.
        for setting in ["listen_addresses=", "fsync=off", "dynamic_shared_memory_type=mmap", "max_connections=10"] {
            server.args(["-c", setting]);
        }
        let server = workplace.spawn(&mut server)?;
        let cluster = Self { server, socket: folder, psql };
        cluster.wait(workplace)?;
        Ok(cluster)
    }

    fn wait(&self, workplace: &Workplace<'_>) -> Result<(), ProgramError> {
        let started = Instant::now();
        while started.elapsed() < LIMIT {
            let mut ask = workplace.command(&self.psql);
            ask.args(["-X", "-U", "postgres", "-d", "postgres", "-c", "select 1", "-h"]).arg(&self.socket);
            if workplace.run(&mut ask, LIMIT)?.status.success() {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(ProgramError::Unusable(format!("PostgreSQL is not ready after {} s", LIMIT.as_secs())))
    }

    fn session<'a>(&self, workplace: &'a Workplace<'a>) -> Result<Session<'a>, ProgramError> {
        Session::open(&self.psql, &self.socket, workplace)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Fast shutdown; then, by the supervisor, whatever is left.
        if let Some(id) = i32::try_from(self.server.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(id, Signal::INT);
        }
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(10) {
            if matches!(self.server.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Asks whatever works for the run of a folder to end: PostgreSQL has memory of the system's to give back (`SIGQUIT` is its immediate
/// shutdown).
pub(super) fn ask_to_end(folder: &Path) {
    let there: Vec<u32> = processes().map(|process| process.id).filter(|&id| works_for(id, folder)).collect();
    for id in there.iter().filter_map(|&id| Pid::from_raw(id as i32)) {
        let _ = kill_process(id, Signal::QUIT);
    }
    let asked = Instant::now();
    while asked.elapsed() < GRACE && there.iter().any(|&id| is_running(id) && works_for(id, folder)) {
        thread::sleep(Duration::from_millis(10));
    }
}

/// The folder of the programs of a server from Maven Central, unpacked into this one: others than root may not pass Cargo's output.
fn unpack(folder: &Path, workplace: &Workplace<'_>) -> Result<PathBuf, ProgramError> {
    let machine = if cfg!(target_arch = "aarch64") { "arm64v8" } else { "amd64" };
    let artefact = format!("embedded-postgres-binaries-linux-{machine}");
    let name = format!("{artefact}-{FETCHED}");
    let jars = workplace.cached_jars(&name, &[["io.zonky.test.postgres", &artefact, FETCHED]], false)?;
    let programs = folder.join("programs");
    let mut python = workplace.command("python3");
    python.args(["-I", "-c", UNPACK]).arg(jars.join(format!("{name}.jar"))).arg(&programs);
    workplace.succeed(&mut python, LIMIT)?;
    Ok(programs.join("bin"))
}

/// The folder of the programs of the newest version that the system's packages have installed.
fn installed() -> Result<PathBuf, ProgramError> {
    let versions = fs::read_dir(INSTALLED).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let number = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.filter(|path| path.join("bin/initdb").is_file()).max_by_key(|path| number(path));
    newest.map(|path| path.join("bin")).ok_or_else(|| ProgramError::Unusable("there is no `initdb` here".to_owned()))
}

/// One setting in every order, or in one.
pub(super) fn race_one(
    server: Database,
    level: Level,
    guard: Guard,
    orders: &[Order],
    workplace: &Workplace<'_>,
) -> Result<Vec<Raced>, ProgramError> {
    let cluster = Cluster::start(server, workplace)?;
    let mut table = Table::lay(&cluster, workplace)?;
    table.guard(guard)?;
    orders.iter().map(|order| table.race(*order, level)).collect()
}

fn race_all(server: Database, cluster: &Cluster, workplace: &Workplace<'_>) -> Result<Vec<Races>, ProgramError> {
    let mut table = Table::lay(cluster, workplace)?;
    let mut races = Vec::new();
    for guard in Guard::ALL {
        table.guard(guard)?;
        for level in Level::ALL {
            let raced = Order::all().iter().map(|order| table.race(*order, level)).collect::<Result<_, _>>()?;
            races.push(Races { database: server, level: level.name(), guard, model: Some(level), raced });
        }
    }
    Ok(races)
}

/// Two connections that race, and one that looks on.
struct Table<'a> {
    transactions: [Session<'a>; 2],
    observer: Session<'a>,
    /// Statements that were started and whose end was not waited for.
    pending: [usize; 2],
    sqlstates: [Vec<String>; 2],
}

impl<'a> Table<'a> {
    /// Two people on call.
    fn lay(cluster: &Cluster, workplace: &'a Workplace<'a>) -> Result<Self, ProgramError> {
        let mut table = Self {
            transactions: [cluster.session(workplace)?, cluster.session(workplace)?],
            observer: cluster.session(workplace)?,
            pending: [0, 0],
            sqlstates: Default::default(),
        };
        table.observe("create table doctors (name text primary key, on_call boolean not null)")?;
        table.observe("insert into doctors values ('1', true), ('2', true)")?;
        Ok(table)
    }

    /// The trigger, with what it does before it looks.
    fn guard(&mut self, guard: Guard) -> Result<(), ProgramError> {
        let locks = match guard {
            Guard::None => "",
            Guard::ForUpdate => "perform 1 from doctors where on_call for update;",
            Guard::Advisory => "perform pg_advisory_xact_lock(1);",
        };
        self.observe(
            &format!(
                "create or replace function somebody() returns trigger language plpgsql as $$ begin {locks} if not exists \
                 (select from doctors where on_call) then raise exception 'nobody is on call'; end if; return null; end $$; \
                 drop trigger if exists somebody on doctors; \
                 create trigger somebody after update on doctors for each row when (not new.on_call) \
                 execute function somebody()"
            ),
        )?;
        Ok(())
    }

    fn observe(&mut self, statement: &str) -> Result<Vec<String>, ProgramError> {
        let ended = self.observer.run(statement)?;
        let failed = || ProgramError::Unusable(format!("PostgreSQL refused what the race needs ({})", ended.sqlstate));
        if ended.is_done() { Ok(ended.rows.clone()) } else { Err(failed()) }
    }

    fn race(&mut self, order: Order, level: Level) -> Result<Raced, ProgramError> {
        self.observe("update doctors set on_call = true")?;
        self.sqlstates = Default::default();
        let mut steps = [0, 0];
        for who in order.turns().iter().copied() {
            let statement = match steps[who] {
                0 => format!(
                    "begin isolation level {}; select count(*) from doctors where on_call",
                    level.name().replace('-', " ")
                ),
                1 => format!("update doctors set on_call = false where name = '{}'", who + 1),
                _ => "commit".to_owned(),
            };
            steps[who] += 1;
            self.transactions[who].start(&statement)?;
            self.pending[who] += 1;
            // One transaction's end may let the other go on.
            self.settle(who)?;
            self.settle(1 - who)?;
        }
        for who in [0, 1] {
            if self.pending[who] > 0 {
                return Err(ProgramError::Unusable("a transaction waits for another that has ended".to_owned()));
            }
            self.transactions[who].run("rollback")?;
        }
        let ends = [0, 1].map(|who| end(&self.sqlstates[who]));
        let on_call = self.observe("select count(*) from doctors where on_call")?;
        Ok(Raced { ends, broken: on_call == ["0"] })
    }

    /// Waits until a connection has ended what it was told, or waits for a lock.
    fn settle(&mut self, who: usize) -> Result<(), ProgramError> {
        let started = Instant::now();
        while self.pending[who] > 0 {
            if let Some(Ended { sqlstate, .. }) = self.transactions[who].ended_within(STEP_TIMEOUT)? {
                self.sqlstates[who].push(sqlstate);
                self.pending[who] -= 1;
                continue;
            }
            let backend = self.transactions[who].backend.clone();
            let waits = self.observe(&format!("select cardinality(pg_blocking_pids({backend}))"))?;
            if waits.first().is_some_and(|blockers| blockers != "0") {
                return Ok(());
            }
            if started.elapsed() > LIMIT {
                return Err(ProgramError::Unusable("a transaction neither ends nor waits for a lock".to_owned()));
            }
        }
        Ok(())
    }
}

/// How a transaction ended whose statements ended so.
fn end(sqlstates: &[String]) -> End {
    match sqlstates.iter().find(|sqlstate| *sqlstate != "00000").map(String::as_str) {
        None => End::Committed,
        // raise_exception
        Some("P0001") => End::Refused,
        Some(_) => End::Aborted,
    }
}
