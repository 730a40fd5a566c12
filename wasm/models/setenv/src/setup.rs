//! The beginning: what is there before the threads start.

use super::operation::{Name, Operation, Value};
use limits::{LimitError, check};

limits::named! {
    /// Whose `getenv`, `setenv` and `unsetenv`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Implementation("library") {
        /// glibc up to 2.40.
        OldGlibc = "old-glibc",
        /// glibc from 2.41 on.
        Glibc = "glibc-2.41",
        /// musl.
        Musl = "musl",
        /// illumos, and Solaris before it.
        Illumos = "illumos",
    }
}

impl Implementation {
    /// True for a library that counts how often names were removed.
    pub fn counts_removals(self) -> bool {
        self == Self::Glibc
    }

    /// True for a library whose setters hold a lock of its own.
    pub(crate) fn setters_lock(self) -> bool {
        self != Self::Musl
    }

    /// True for a library that adds entries before the first one, not behind the last.
    pub(crate) fn adds_in_front(self) -> bool {
        self == Self::Illumos
    }
}

limits::named! {
    /// Scope of a lock, beyond what the library does by itself.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Locking("locking") {
        /// Nothing.
        AsItIs = "as-it-is",
        /// All three functions, each from its beginning to its end. The pointer that `getenv` returns is used after it.
        InGetenv = "in-getenv",
        /// The same, and the reader keeps the lock until it has copied the value.
        UntilCopied = "until-copied",
    }
}

/// A small environment, and what two threads are about to do with it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Whose functions they call.
    pub implementation: Implementation,
    /// Scope of a lock besides.
    pub locking: Locking,
    /// The variables that are set, in the order of the array; at most [`Setup::MOST_VARIABLES`], each once.
    pub variables: Vec<(Name, Value)>,
    /// True if all of them were set by `setenv`, so that array and strings came from `malloc`; otherwise they lie where the kernel put
    /// them when the program started, and are nobody's to free.
    pub set_before: bool,
    /// How many entries fit into that array beyond those that are there; 0 to [`Setup::MOST_ROOM`]. Only what glibc 2.41 and
    /// illumos allocated has room; elsewhere this does nothing.
    pub room: u32,
    /// The operations of the first and the second thread, in this order; each at most [`Setup::MOST_OPERATIONS`].
    pub threads: [Vec<Operation>; 2],
}

impl Setup {
    /// How many variables there may be at first.
    pub const MOST_VARIABLES: u64 = 4;
    /// How many entries more the array may have room for.
    pub const MOST_ROOM: u64 = 4;
    /// How many operations a thread may have.
    pub const MOST_OPERATIONS: u64 = 3;
    /// The largest number of a name or a value.
    pub const LARGEST_NUMBER: u64 = 9;

    /// True if `setenv` and `unsetenv` hold the lock.
    pub fn setters_lock(&self) -> bool {
        self.implementation.setters_lock() || self.locking != Locking::AsItIs
    }

    /// Free slots of the array at first.
    pub(crate) fn room_at_first(&self) -> usize {
        let spares = matches!(self.implementation, Implementation::Glibc | Implementation::Illumos);
        if self.set_before && spares { self.room as usize } else { 0 }
    }

    /// Refuses more of anything than the limits allow, and a variable that is there twice.
    pub(crate) fn check_limits(&self) -> Result<(), LimitError> {
        check("variables", self.variables.len() as u64, 0..=Self::MOST_VARIABLES)?;
        check("room", self.room.into(), 0..=Self::MOST_ROOM)?;
        for operations in &self.threads {
            check("operations", operations.len() as u64, 0..=Self::MOST_OPERATIONS)?;
        }
        let operations = self.threads.iter().flatten();
        let names = self.variables.iter().map(|(name, _)| *name).chain(operations.clone().map(|done| done.name()));
        for Name(number) in names {
            check("name", number.into(), 0..=Self::LARGEST_NUMBER)?;
        }
        let set = operations.filter_map(|done| if let Operation::Set(_, value) = done { Some(*value) } else { None });
        for Value(number) in self.variables.iter().map(|(_, value)| *value).chain(set) {
            check("value", number.into(), 0..=Self::LARGEST_NUMBER)?;
        }
        for (at, (name, _)) in self.variables.iter().enumerate() {
            let before = self.variables[..at].iter().filter(|(other, _)| other == name).count();
            check("times a variable is set at first", before as u64 + 1, 1..=1)?;
        }
        Ok(())
    }
}
