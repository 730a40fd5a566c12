//! The conditions of a run, and how often each is measured.

use std::time::Duration;

use harness::record::Profile;

use crate::condition::{Condition, Fix, Library, Reader, Writer};
use crate::go::GoCondition;
use crate::leak::{LeakCondition, Operation};
use crate::runtimes::RuntimeCondition;

/// How long a child of most conditions may live. Where children die, most of them have by then.
const LIMIT: Duration = Duration::from_millis(50);
/// Children that resolve names die in their first milliseconds, or not: the array of variables grows more slowly the
/// longer it is, and a new thread looks at it but briefly.
const RESOLVING_LIMIT: Duration = Duration::from_millis(20);
/// Children of these in one turn, since each lives but briefly.
const RESOLVING_CHILDREN: u32 = 2;

/// Children of most conditions.
const ROUNDS: u32 = 200;
const QUICK_ROUNDS: u32 = 8;

/// Children of each condition in Python, Node.js and Java, which take their time to start.
const RUNTIME_ROUNDS: u32 = 80;
const QUICK_RUNTIME_ROUNDS: u32 = 2;

/// Children of each condition of the leak.
const LEAK_ROUNDS: u32 = 7;
const QUICK_LEAK_ROUNDS: u32 = 1;

/// How much a run does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Amount {
    /// Each condition has its turn in each.
    pub rounds: u32,
    /// The same for those of [`Cell::Runtime`].
    pub runtime_rounds: u32,
    /// The same for the leak.
    pub leak_rounds: u32,
}

impl Amount {
    pub(crate) fn of(profile: Profile) -> Self {
        match profile {
            Profile::Quick => {
                Self { rounds: QUICK_ROUNDS, runtime_rounds: QUICK_RUNTIME_ROUNDS, leak_rounds: QUICK_LEAK_ROUNDS }
            }
            Profile::Full => Self { rounds: ROUNDS, runtime_rounds: RUNTIME_ROUNDS, leak_rounds: LEAK_ROUNDS },
        }
    }
}

/// A condition that has its turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Cell {
    /// A program in C or Rust.
    Threads(Condition),
    /// A program in Go.
    Go(GoCondition),
    /// A program in Python, Node.js or Java.
    Runtime(RuntimeCondition),
}

impl Cell {
    /// How long a child may live, and how many there are in one turn.
    pub(crate) fn turn(&self) -> (Duration, u32) {
        match self {
            Self::Threads(Condition { reader: Reader::Getaddrinfo, .. }) => (RESOLVING_LIMIT, RESOLVING_CHILDREN),
            Self::Threads(_) | Self::Go(_) | Self::Runtime(_) => (LIMIT, 1),
        }
    }

    /// How many turns it has.
    pub(crate) fn rounds(&self, amount: Amount) -> u32 {
        if matches!(self, Self::Runtime(_)) { amount.runtime_rounds } else { amount.rounds }
    }
}

/// The conditions of the matrix, wherever the libraries are.
///
/// Left out of the product of libraries, readers, writers and fixes:
/// - `localtime` and `getaddrinfo` beside anything but new names: both look variables up by `getenv`, and what it does
///   beside the other writers its own rows tell;
/// - readers beside two writers: one is enough for what can happen to a reader, and two without any reader show what writers
///   do to each other;
/// - the lock where nothing fails without it, since there it has nothing to show: with the newer glibc (but for one row,
///   to see that the lock itself is harmless), where glibc's writers meet each other, and where musl resolves names;
/// - `env::var` in C, and Rust on musl: this program's own Rust is linked to glibc;
/// - with the current libraries, all but what newer releases of glibc mend, and musl's three ways to fail.
pub(crate) fn matrix() -> Vec<Condition> {
    use Library::{Glibc, GlibcCurrent, GlibcNewer, Musl, MuslCurrent};
    let unlocked = |library, reader, writer| Condition::in_c(library, reader, writer, Fix::None);
    let mut conditions = Vec::new();
    for library in [Glibc, GlibcNewer, Musl] {
        conditions.push(unlocked(library, Reader::Getenv, Writer::NewNames));
        conditions.push(unlocked(library, Reader::Getenv, Writer::NewNames).with_lock());
        conditions.push(unlocked(library, Reader::Getenv, Writer::SameNames));
        conditions.push(unlocked(library, Reader::Getenv, Writer::ReplacedValue));
        conditions.push(unlocked(library, Reader::Localtime, Writer::NewNames));
        conditions.push(unlocked(library, Reader::Getaddrinfo, Writer::NewNames));
        conditions.push(unlocked(library, Reader::None, Writer::TwoWriters));
    }
    for library in [Glibc, Musl] {
        conditions.push(unlocked(library, Reader::Getenv, Writer::SameNames).with_lock());
        conditions.push(unlocked(library, Reader::Localtime, Writer::NewNames).with_lock());
        // One writer alone: what the program does without any race.
        conditions.push(unlocked(library, Reader::None, Writer::NewNames));
    }
    conditions.push(unlocked(Glibc, Reader::Getaddrinfo, Writer::NewNames).with_lock());
    conditions.push(unlocked(Musl, Reader::Getenv, Writer::ReplacedValue).with_lock());
    conditions.push(unlocked(Musl, Reader::None, Writer::TwoWriters).with_lock());
    for library in [Glibc, GlibcNewer] {
        conditions.push(Condition::in_rust(library, Reader::Getenv));
        conditions.push(Condition::in_rust(library, Reader::RustEnvVar));
    }
    conditions.extend(MENDED.map(|(reader, writer)| unlocked(GlibcCurrent, reader, writer)));
    conditions.extend(UNMENDED.map(|(reader, writer)| unlocked(MuslCurrent, reader, writer)));
    conditions
}

/// Readers and writers beside them that crash with glibc before 2.41, and not since.
pub(crate) const MENDED: [(Reader, Writer); 4] = [
    (Reader::Getenv, Writer::NewNames),
    (Reader::Getenv, Writer::SameNames),
    (Reader::Localtime, Writer::NewNames),
    (Reader::Getaddrinfo, Writer::NewNames),
];

/// Readers and writers beside them that crash with musl: of the array that moves, of the string that is freed, and of writers
/// that take no lock.
pub(crate) const UNMENDED: [(Reader, Writer); 3] =
    [(Reader::Getenv, Writer::NewNames), (Reader::Getenv, Writer::ReplacedValue), (Reader::None, Writer::TwoWriters)];

/// All that there are of the matrix and of other languages.
pub(crate) fn cells() -> impl Iterator<Item = Cell> {
    let others = GoCondition::ALL.map(Cell::Go).into_iter().chain(RuntimeCondition::ALL.map(Cell::Runtime));
    matrix().into_iter().map(Cell::Threads).chain(others)
}

/// The libraries whose leak is measured.
pub(crate) const LEAKING: [Library; 2] = [Library::Glibc, Library::Musl];

/// The conditions of the leak.
pub(crate) fn leaks() -> Vec<LeakCondition> {
    LEAKING
        .into_iter()
        .flat_map(|library| Operation::ALL.map(|operation| LeakCondition { library, operation }))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::placement;

    #[test]
    fn the_matrix_names_no_condition_twice_and_none_that_cannot_be() {
        let conditions = matrix();
        assert_eq!(conditions.iter().collect::<HashSet<_>>().len(), conditions.len());
        for condition in &conditions {
            assert_eq!(condition.refusal(), None, "{condition:?}");
        }
        assert!((40..50).contains(&conditions.len()), "{}", conditions.len());
    }

    #[test]
    fn every_lock_has_its_condition_without_one() {
        let conditions = matrix();
        for locked in conditions.iter().filter(|condition| condition.fix == Fix::Lock) {
            assert!(conditions.contains(&Condition { fix: Fix::None, ..*locked }), "{locked:?}");
        }
    }

    #[test]
    fn a_full_run_takes_less_than_twelve_minutes_even_if_every_child_lives() {
        // Starting a child and waiting for its end.
        let overhead = |cell: &Cell| Duration::from_millis(if matches!(cell, Cell::Runtime(_)) { 80 } else { 6 });
        let of_cell = |cell: Cell| {
            let (limit, children) = cell.turn();
            (limit + overhead(&cell)) * children * cell.rounds(Amount::of(Profile::Full))
        };
        let all = cells().map(of_cell).sum::<Duration>() + placement::at_most(Profile::Full);
        assert!(all < Duration::from_secs(12 * 60), "{all:?}");
    }

    #[test]
    fn every_condition_has_two_hundred_children_in_full() {
        assert!(matrix().into_iter().all(|condition| Cell::Threads(condition).turn().1 * ROUNDS >= 200));
    }
}
