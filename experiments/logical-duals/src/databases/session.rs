//! A connection to PostgreSQL by `psql`, told statement by statement, without waiting for one that waits.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::workplace::{Check, Trouble, Workplace, spawn};

/// How long a statement may take that nothing holds up.
const LIMIT: Duration = Duration::from_secs(30);
/// What ends what a statement says, with its SQLSTATE.
const MARK: &str = "ended-with-sqlstate";

/// The connection, until dropped.
pub(super) struct Session {
    psql: Child,
    statements: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Its process in the server.
    pub backend: String,
}

/// What came of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ended {
    /// `00000` where it succeeded.
    pub sqlstate: String,
    pub rows: Vec<String>,
}

impl Ended {
    pub(super) fn is_done(&self) -> bool {
        self.sqlstate == "00000"
    }
}

impl Session {
    pub(super) fn open(psql: &Path, socket: &Path, workplace: &Workplace, check: Check<'_>) -> Result<Self, Trouble> {
        let mut command = workplace.command(psql);
        command.args(["-X", "-q", "-A", "-t", "-U", "postgres", "-d", "postgres", "-h"]).arg(socket);
        command.env("PGCONNECT_TIMEOUT", "20").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut psql = spawn(&mut command, "psql")?;
        let statements = psql.stdin.take();
        let output = BufReader::new(psql.stdout.take().expect("it is piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        let mut session = Self { psql, statements, lines, backend: String::new() };
        let answer = session.run("select pg_backend_pid()", check)?;
        session.backend = answer.rows.first().cloned().unwrap_or_default();
        Ok(session)
    }

    /// Starts a statement, or several.
    pub(super) fn start(&mut self, statement: &str) -> Result<(), Trouble> {
        let statements = self.statements.as_mut().expect("it is there until dropped");
        writeln!(statements, "{statement};\n\\echo {MARK} :SQLSTATE")
            .and_then(|()| statements.flush())
            .map_err(|_| Trouble::Skip("`psql` ended".to_owned()))
    }

    /// The end of the statement that was started first and not yet waited for; nothing where it has not ended within `timeout`.
    pub(super) fn ended_within(&mut self, timeout: Duration) -> Result<Option<Ended>, Trouble> {
        let mut rows = Vec::new();
        loop {
            match self.lines.recv_timeout(if rows.is_empty() { timeout } else { LIMIT }) {
                Ok(line) => match line.strip_prefix(MARK) {
                    Some(sqlstate) => return Ok(Some(Ended { sqlstate: sqlstate.trim().to_owned(), rows })),
                    None => rows.push(line),
                },
                Err(RecvTimeoutError::Timeout) if rows.is_empty() => return Ok(None),
                Err(_) => return Err(Trouble::Skip("`psql` ended amid a statement".to_owned())),
            }
        }
    }

    /// Starts a statement and waits for its end.
    pub(super) fn run(&mut self, statement: &str, check: Check<'_>) -> Result<Ended, Trouble> {
        self.start(statement)?;
        let started = Instant::now();
        while started.elapsed() < LIMIT {
            check()?;
            if let Some(ended) = self.ended_within(Duration::from_millis(100))? {
                return Ok(ended);
            }
        }
        Err(Trouble::Skip(format!("PostgreSQL did not answer within {} s", LIMIT.as_secs())))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Its input's end is psql's.
        drop(self.statements.take());
        let _ = self.psql.kill();
        let _ = self.psql.wait();
    }
}
