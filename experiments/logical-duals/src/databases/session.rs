//! A connection to PostgreSQL by `psql`, told statement by statement, without waiting for one that waits.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use supervisor::{ProgramError, Workplace};

/// How long a statement may take that nothing holds up.
const LIMIT: Duration = Duration::from_secs(30);
/// The mark after a statement's rows, before its SQLSTATE.
const MARK: &str = "ended-with-sqlstate";
/// The most that is read of what a connection says, in bytes: a run's says a hundredth of it.
const MOST_SAID: u64 = 16 << 20;

/// The connection, until dropped.
pub(super) struct Session<'a> {
    workplace: &'a Workplace<'a>,
    psql: Child,
    statements: Option<ChildStdin>,
    answers: Answers,
    /// The connection's process in the server.
    pub backend: String,
}

/// Outcome of a statement.
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

impl<'a> Session<'a> {
    pub(super) fn open(psql: &Path, socket: &Path, workplace: &'a Workplace<'a>) -> Result<Self, ProgramError> {
        let mut command = workplace.command(psql);
        command.args(["-X", "-q", "-A", "-t", "-U", "postgres", "-d", "postgres", "-h"]).arg(socket);
        command.env("PGCONNECT_TIMEOUT", "20").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut psql = workplace.spawn(&mut command)?;
        let statements = psql.stdin.take();
        let answers = Answers::read_from(psql.stdout.take().expect("it is piped"));
        let mut session = Self { workplace, psql, statements, answers, backend: String::new() };
        let answer = session.run("select pg_backend_pid()")?;
        session.backend = answer.rows.first().cloned().unwrap_or_default();
        Ok(session)
    }

    /// Starts a statement, or several.
    pub(super) fn start(&mut self, statement: &str) -> Result<(), ProgramError> {
        let statements = self.statements.as_mut().expect("it is there until dropped");
        writeln!(statements, "{statement};\n\\echo {MARK} :SQLSTATE")
            .and_then(|()| statements.flush())
            .map_err(|_| ProgramError::Unusable("`psql` ended".to_owned()))
    }

    /// The end of the statement that was started first and not yet waited for; nothing where it has not ended within `timeout`.
    pub(super) fn ended_within(&mut self, timeout: Duration) -> Result<Option<Ended>, ProgramError> {
        self.answers.next_within(timeout)
    }

    /// Starts a statement and waits for its end.
    pub(super) fn run(&mut self, statement: &str) -> Result<Ended, ProgramError> {
        self.start(statement)?;
        let started = Instant::now();
        while started.elapsed() < LIMIT {
            self.workplace.check()?;
            if let Some(ended) = self.ended_within(Duration::from_millis(100))? {
                return Ok(ended);
            }
        }
        Err(ProgramError::Unusable(format!("PostgreSQL did not answer within {} s", LIMIT.as_secs())))
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // `psql` ends with its input.
        drop(self.statements.take());
        let _ = self.psql.kill();
        let _ = self.psql.wait();
    }
}

/// A connection's output, line by line, read in a thread of its own.
struct Answers(Receiver<String>);

impl Answers {
    /// Up to the first line that is no text.
    fn read_from(output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = mpsc::channel();
        let output = BufReader::new(output.take(MOST_SAID));
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Self(lines)
    }

    /// The rows up to the next mark; nothing where the first line has not come within `timeout`.
    fn next_within(&self, timeout: Duration) -> Result<Option<Ended>, ProgramError> {
        let mut rows = Vec::new();
        loop {
            match self.0.recv_timeout(if rows.is_empty() { timeout } else { LIMIT }) {
                Ok(line) => match line.strip_prefix(MARK) {
                    Some(sqlstate) => return Ok(Some(Ended { sqlstate: sqlstate.trim().to_owned(), rows })),
                    None => rows.push(line),
                },
                Err(RecvTimeoutError::Timeout) if rows.is_empty() => return Ok(None),
                Err(_) => return Err(ProgramError::Unusable("`psql` ended amid a statement".to_owned())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, repeat};

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Outcomes read of these bytes until they end, and why there is no more.
    fn ended(said: Vec<u8>) -> (Vec<Ended>, String) {
        let answers = Answers::read_from(Cursor::new(said));
        let mut all = Vec::new();
        loop {
            match answers.next_within(LIMIT) {
                Ok(Some(ended)) => all.push(ended),
                Ok(None) => panic!("nothing came within {LIMIT:?}"),
                Err(why) => return (all, why.to_string()),
            }
        }
    }

    #[test]
    fn a_statement_ends_at_its_mark_with_its_rows_before() {
        let (all, why) = ended(format!("1\n2\n{MARK} 00000\n{MARK} P0001\nrow\n").into_bytes());
        let of = |sqlstate: &str, rows: &[&str]| Ended {
            sqlstate: sqlstate.to_owned(),
            rows: rows.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(all, [of("00000", &["1", "2"]), of("P0001", &[])]);
        assert_eq!((all[0].is_done(), all[1].is_done()), (true, false));
        assert_eq!(why, "`psql` ended amid a statement");
    }

    #[test]
    fn a_silent_connection_is_not_waited_for_and_an_endless_line_is_cut() {
        let (_sender, lines) = mpsc::channel();
        assert!(matches!(Answers(lines).next_within(Duration::from_millis(1)), Ok(None)));
        let endless = Answers::read_from(repeat(b'x'));
        assert!(endless.next_within(LIMIT).is_err());
    }

    proptest! {
        #[test]
        fn fuzz_whatever_is_said_is_rows_and_ends(
            pieces in vec(
                prop_oneof![
                    Just(MARK.as_bytes().to_vec()), Just(b"\n".to_vec()), Just(b" 00000\n".to_vec()), vec(any::<u8>(), 0..9),
                ],
                0..20,
            ),
        ) {
            let said = pieces.concat();
            let (all, _) = ended(said.clone());
            let text = String::from_utf8_lossy(&said);
            prop_assert!(all.len() <= text.matches(MARK).count());
            for Ended { rows, sqlstate } in &all {
                prop_assert!(rows.iter().all(|row| !row.starts_with(MARK) && !row.contains('\n')));
                prop_assert!(text.contains(sqlstate.as_str()));
            }
        }
    }
}
