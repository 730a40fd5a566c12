//! `getenv`, and the look at what it returned.

use super::action::Action;
use super::memory::{Held, Memory, Place};
use super::operation::{Name, Value};
use super::outcome::Fault;
use super::setup::{Implementation, Locking, Setup};

/// Where a reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Reader {
    Lock,
    Removals,
    /// From here on with the number of removals that it saw.
    Environ(u32),
    Slot(u32, Place),
    Compare(u32, Place, usize),
    Again(u32),
    /// The answer that `getenv` is about to return.
    Unlock(Option<usize>),
    Use(usize),
    /// The value that was copied under the lock.
    UnlockCopied(Option<Value>),
    Done(Option<Value>),
}

impl Reader {
    pub(crate) fn start(setup: &Setup) -> Self {
        if setup.locking == Locking::AsItIs { Self::unlocked(setup) } else { Self::Lock }
    }

    fn unlocked(setup: &Setup) -> Self {
        if setup.implementation == Implementation::Glibc { Self::Removals } else { Self::Environ(0) }
    }

    /// The next action; nothing when it is done.
    pub(crate) fn action(self) -> Option<Action> {
        Some(match self {
            Self::Lock => Action::Lock,
            Self::Removals => Action::LoadRemovals,
            Self::Environ(_) => Action::LoadEnviron,
            Self::Slot(_, place) => Action::LoadSlot(place),
            Self::Compare(_, _, string) => Action::CompareName(string),
            Self::Again(_) => Action::CompareRemovals,
            Self::Unlock(_) | Self::UnlockCopied(_) => Action::Unlock,
            Self::Use(string) => Action::ReadValue(string),
            Self::Done(_) => return None,
        })
    }

    /// The pointers that it goes on with.
    pub(crate) fn held(self) -> Held {
        match self {
            Self::Slot(_, place) => Held { place: Some(place), string: None },
            Self::Compare(_, place, string) => Held { place: Some(place), string: Some(string) },
            Self::Unlock(string) => Held { place: None, string },
            Self::Use(string) => Held { place: None, string: Some(string) },
            _ => Held::default(),
        }
    }

    /// Does it.
    pub(crate) fn step(self, name: Name, memory: &mut Memory, setup: &Setup) -> Result<Self, Fault> {
        Ok(match self {
            Self::Lock => Self::unlocked(setup),
            Self::Removals => Self::Environ(memory.removals),
            Self::Environ(removals) => Self::Slot(removals, memory.environ),
            Self::Slot(removals, place) => match memory.load(place)? {
                Some(string) => Self::Compare(removals, place, string),
                None if setup.implementation == Implementation::Glibc => Self::Again(removals),
                None => Self::found(None, setup),
            },
            Self::Compare(removals, place, string) => {
                let text = memory.read(string)?;
                if text.name == name { Self::found(Some(string), setup) } else { Self::Slot(removals, place.plus(1)) }
            }
            Self::Again(removals) if removals == memory.removals => Self::found(None, setup),
            Self::Again(_) => Self::Removals,
            Self::Unlock(None) => Self::Done(None),
            Self::Unlock(Some(string)) => Self::Use(string),
            Self::Use(string) => {
                let value = Some(memory.read(string)?.value);
                if setup.locking == Locking::UntilCopied { Self::UnlockCopied(value) } else { Self::Done(value) }
            }
            Self::UnlockCopied(value) => Self::Done(value),
            Self::Done(_) => unreachable!("a reader that is done takes no step"),
        })
    }

    fn found(string: Option<usize>, setup: &Setup) -> Self {
        match (setup.locking, string) {
            (Locking::InGetenv, _) => Self::Unlock(string),
            (_, Some(string)) => Self::Use(string),
            (Locking::AsItIs, None) => Self::Done(None),
            (Locking::UntilCopied, None) => Self::UnlockCopied(None),
        }
    }
}
