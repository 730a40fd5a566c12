//! Rules that a database is to keep, by trying: which it lets one declare, which hold, and what concurrent transactions do to them.

mod postgres;
mod session;
mod sqlite;

use std::path::Path;

use harness::Failure;
use harness::record::Dimension;
use logical_duals_model::race::{End, Guard, Level, Order};
use supervisor::{ProgramError, Workplace};

/// A database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Database {
    /// The newest that the system's packages have installed.
    Postgres,
    /// A newer one, from Maven Central.
    Postgres18,
    Sqlite,
}

impl Database {
    pub(crate) const ALL: [Self; 3] = [Self::Postgres, Self::Postgres18, Self::Sqlite];
    /// The servers.
    pub(crate) const POSTGRES: [Self; 2] = [Self::Postgres, Self::Postgres18];

    pub(crate) fn key(self) -> &'static str {
        DATABASES[self as usize].0
    }

    pub(crate) fn words(self) -> &'static str {
        DATABASES[self as usize].1
    }

    /// The database's name in a sentence.
    pub(crate) fn name(self) -> &'static str {
        self.words().split(" (").next().unwrap_or_default()
    }

    /// The server of a key.
    pub(crate) fn parse_server(key: &str) -> Result<Self, Failure> {
        let names = || Self::POSTGRES.map(Self::key).join(", ");
        let found = Self::POSTGRES.into_iter().find(|server| server.key() == key);
        found.ok_or_else(|| Failure::Usage(format!("server is {key:?}; it must be one of {}", names())))
    }

    pub(crate) fn needs(self) -> &'static str {
        match self {
            Self::Postgres => {
                "the package postgresql; run by root, also a user nobody and a temporary folder that others may pass"
            }
            Self::Postgres18 => {
                "the package postgresql, for psql; python3, mvn and Maven Central; run by root, also a user nobody and a temporary \
                 folder that others may pass"
            }
            Self::Sqlite => "python3, with its module sqlite3",
        }
    }
}

const DATABASES: [(&str, &str); 3] =
    [("postgresql", "PostgreSQL (the system’s)"), ("postgresql-18", "PostgreSQL 18"), ("sqlite", "SQLite")];

pub(crate) fn dimension() -> Dimension {
    Dimension::new("database", "Database", None).words(DATABASES)
}

/// A rule, and how it is declared: first the statements that declare it, then one that keeps it, then one that breaks it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Declared {
    pub key: &'static str,
    pub declare: &'static str,
    pub keep: &'static str,
    pub violate: &'static str,
}

/// Outcome of an attempt to declare a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuleOutcome {
    /// The rule can be declared, and rows that break it are refused.
    Holds,
    /// The rule can be declared, and rows that break it get in.
    LetIn,
    /// The rule cannot be declared.
    Refused,
}

impl RuleOutcome {
    pub(crate) const WORDS: [(&str, &str); 3] = [
        ("holds", "declared, and holds"),
        ("let-in", "declared, and lets in what breaks it"),
        ("refused", "cannot be declared"),
    ];

    pub(crate) fn key(self) -> &'static str {
        Self::WORDS[self as usize].0
    }

    fn from_attempts(declared: bool, kept: bool, violated: bool) -> Option<Self> {
        match (declared, kept, violated) {
            (false, ..) => Some(Self::Refused),
            (true, true, false) => Some(Self::Holds),
            (true, true, true) => Some(Self::LetIn),
            // Rows that keep the rule are refused: then it is another rule.
            (true, false, _) => None,
        }
    }
}

/// Rules with their words.
pub(crate) const RULES: [(&str, &str); 12] = [
    ("unique", "no two rows with the same value (UNIQUE)"),
    ("not-null", "a value in every row (NOT NULL)"),
    ("references", "a row there for every one here (REFERENCES)"),
    ("check-row", "a condition on one row (CHECK)"),
    ("exclude", "no two ranges that overlap (EXCLUDE)"),
    ("without-overlaps", "no two periods of one key that overlap (WITHOUT OVERLAPS)"),
    ("period", "a key there for the whole period of every row here (PERIOD)"),
    ("one-row", "one row at most, by a key of one possible value"),
    ("check-subquery", "a condition on other rows (CHECK with a subquery)"),
    ("check-function", "the same by a function that CHECK calls"),
    ("assertion", "a condition on whole tables (CREATE ASSERTION)"),
    ("trigger", "the same by a trigger that looks, and raises an error"),
];

/// The rule, of those that a series has.
pub(crate) fn rules(some: impl IntoIterator<Item = (&'static str, &'static str)>) -> Dimension {
    Dimension::new("rule", "Rule", None).words(some)
}

/// How a race of two transactions went, in one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raced {
    pub ends: [End; 2],
    /// True if nobody is on call in the end.
    pub broken: bool,
}

/// Every order at one setting.
#[derive(Debug, Clone)]
pub(crate) struct Races {
    pub database: Database,
    /// The level in PostgreSQL, or the way in which SQLite keeps its journal.
    pub level: &'static str,
    pub guard: Guard,
    /// The model's level, where it has this database.
    pub model: Option<Level>,
    /// The races, in the model's order of orders.
    pub raced: Vec<Raced>,
}

/// Results of one database.
#[derive(Debug, Clone)]
pub(crate) struct OfDatabase {
    pub database: Database,
    pub version: String,
    /// Outcomes by the rule's key; none where what was tried does not say.
    pub outcomes: Vec<(&'static str, RuleOutcome)>,
    /// How many rows got in where a CHECK that calls a function allows one, if it could be declared.
    pub rows: Option<u64>,
    /// The database's words about a CHECK with a subquery.
    pub subquery_says: String,
    pub races: Vec<Races>,
}

/// Asks the databases to end that work for the run of a folder.
pub(crate) fn ask_to_end(folder: &Path) {
    postgres::ask_to_end(folder);
}

/// Tries everything with one database.
pub(crate) fn measure(database: Database, workplace: &Workplace<'_>) -> Result<OfDatabase, ProgramError> {
    match database {
        Database::Postgres | Database::Postgres18 => postgres::measure(database, workplace),
        Database::Sqlite => sqlite::measure(workplace),
    }
}

/// Races on a server at one setting, in these orders.
pub(crate) fn race_one(
    server: Database,
    level: Level,
    guard: Guard,
    orders: &[Order],
    workplace: &Workplace<'_>,
) -> Result<Vec<Raced>, ProgramError> {
    postgres::race_one(server, level, guard, orders, workplace)
}

/// The dimension of isolation levels, SQLite's journals among them.
pub(crate) fn levels() -> Dimension {
    Dimension::new("level", "Isolation", None).words([
        ("read-committed", "read committed (the default)"),
        ("repeatable-read", "repeatable read"),
        ("serializable", "serializable"),
        ("delete", "one writer, rollback journal"),
        ("wal", "one writer, write-ahead log"),
    ])
}

/// The dimension of guards.
pub(crate) fn guards() -> Dimension {
    Dimension::new("guard", "Before the trigger looks", None).words([
        ("none", "no lock"),
        ("for-update", "locks the rows (for update)"),
        ("advisory-lock", "takes an advisory lock"),
    ])
}
