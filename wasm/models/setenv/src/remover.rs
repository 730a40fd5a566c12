//! `unsetenv`.

use super::action::Action;
use super::memory::{Held, Memory, Place, Slot};
use super::operation::Name;
use super::outcome::Fault;
use super::setup::{Implementation, Setup};

/// Where a remover is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Remover {
    Lock,
    Environ,
    /// Reads at `read`; entries that stay go to `write` (musl; the others shift as they find).
    Slot {
        start: Place,
        read: Place,
        write: Place,
    },
    Compare {
        start: Place,
        read: Place,
        write: Place,
        string: usize,
    },
    /// glibc: the entries behind `to` move down by one, each read and then written.
    ShiftLoad {
        start: Place,
        found: Place,
        to: Place,
    },
    ShiftStore {
        start: Place,
        found: Place,
        to: Place,
        slot: Slot,
    },
    Count {
        start: Place,
        found: Place,
        to: Place,
        last: bool,
    },
    /// musl: frees the string, and keeps a gap.
    Free {
        start: Place,
        read: Place,
        write: Place,
        string: usize,
    },
    Keep {
        start: Place,
        read: Place,
        write: Place,
        string: usize,
    },
    End {
        write: Place,
    },
    /// illumos: the first entry takes the place of the one that goes, and the environment begins one later.
    LoadFirst {
        start: Place,
        found: Place,
    },
    StoreFirst {
        start: Place,
        found: Place,
        slot: Slot,
    },
    Publish(Place),
    Unlock,
    Done,
}

impl Remover {
    pub(crate) fn start(setup: &Setup) -> Self {
        if setup.setters_lock() { Self::Lock } else { Self::Environ }
    }

    /// The next action; nothing when it is done.
    pub(crate) fn action(self) -> Option<Action> {
        Some(match self {
            Self::Lock => Action::Lock,
            Self::Environ => Action::LoadEnviron,
            Self::Slot { read, .. } => Action::LoadSlot(read),
            Self::Compare { string, .. } => Action::CompareName(string),
            Self::ShiftLoad { to, .. } => Action::LoadSlot(to.plus(1)),
            Self::ShiftStore { to, slot, .. } => Action::StoreSlot(to, slot),
            Self::Count { .. } => Action::CountRemoval,
            Self::Free { string, .. } => Action::FreeString(string),
            Self::Keep { write, string, .. } => Action::StoreSlot(write, Some(string)),
            Self::End { write } => Action::StoreSlot(write, None),
            Self::LoadFirst { start, .. } => Action::LoadSlot(start),
            Self::StoreFirst { found, slot, .. } => Action::StoreSlot(found, slot),
            Self::Publish(environ) => Action::StoreEnviron(environ),
            Self::Unlock => Action::Unlock,
            Self::Done => return None,
        })
    }

    /// The pointers that it goes on with.
    pub(crate) fn held(self) -> Held {
        match self {
            Self::Slot { read, .. } => Held { place: Some(read), string: None },
            Self::Compare { read, string, .. } | Self::Free { read, string, .. } | Self::Keep { read, string, .. } => {
                Held { place: Some(read), string: Some(string) }
            }
            Self::ShiftLoad { to, .. } | Self::Count { to, .. } => Held { place: Some(to), string: None },
            Self::ShiftStore { to, slot, .. } => Held { place: Some(to), string: slot },
            Self::End { write } => Held { place: Some(write), string: None },
            Self::LoadFirst { found, .. } => Held { place: Some(found), string: None },
            Self::StoreFirst { found, slot, .. } => Held { place: Some(found), string: slot },
            Self::Publish(place) => Held { place: Some(place), string: None },
            Self::Lock | Self::Environ | Self::Unlock | Self::Done => Held::default(),
        }
    }

    /// Does it.
    pub(crate) fn step(self, name: Name, memory: &mut Memory, setup: &Setup) -> Result<Self, Fault> {
        Ok(match self {
            Self::Lock => Self::Environ,
            Self::Environ => Self::Slot { start: memory.environ, read: memory.environ, write: memory.environ },
            Self::Slot { start, read, write } => match memory.load(read)? {
                Some(string) => Self::Compare { start, read, write, string },
                None if read != write => Self::End { write },
                None => Self::end(setup),
            },
            Self::Compare { start, read, write, string } => {
                let text = memory.read(string)?;
                let (next, gap) = (read.plus(1), read != write);
                match (text.name == name, setup.implementation) {
                    (true, Implementation::OldGlibc | Implementation::Glibc) => {
                        Self::ShiftLoad { start, found: read, to: read }
                    }
                    (true, Implementation::Illumos) => Self::LoadFirst { start, found: read },
                    (true, Implementation::Musl) if text.allocated => Self::Free { start, read, write, string },
                    (true, Implementation::Musl) => Self::Slot { start, read: next, write },
                    (false, Implementation::Musl) if gap => Self::Keep { start, read, write, string },
                    (false, _) => Self::Slot { start, read: next, write: next },
                }
            }
            Self::ShiftLoad { start, found, to } => {
                Self::ShiftStore { start, found, to, slot: memory.load(to.plus(1))? }
            }
            Self::ShiftStore { start, found, to, slot } => {
                memory.store(to, slot)?;
                if setup.implementation == Implementation::Glibc {
                    Self::Count { start, found, to, last: slot.is_none() }
                } else {
                    Self::shifted(start, found, to, slot.is_none())
                }
            }
            Self::Count { start, found, to, last } => {
                memory.removals += 1;
                Self::shifted(start, found, to, last)
            }
            Self::Free { start, read, write, string } => {
                memory.free_string(string)?;
                Self::Slot { start, read: read.plus(1), write }
            }
            Self::Keep { start, read, write, string } => {
                memory.store(write, Some(string))?;
                Self::Slot { start, read: read.plus(1), write: write.plus(1) }
            }
            Self::End { write } => {
                memory.store(write, None)?;
                Self::end(setup)
            }
            Self::LoadFirst { start, found } => Self::StoreFirst { start, found, slot: memory.load(start)? },
            Self::StoreFirst { start, found, slot } => {
                memory.store(found, slot)?;
                Self::Publish(start.plus(1))
            }
            Self::Publish(environ) => {
                memory.environ = environ;
                Self::end(setup)
            }
            Self::Unlock => Self::Done,
            Self::Done => unreachable!("a remover that is done takes no step"),
        })
    }

    /// One entry has moved down to `to`. After the last one (the null pointer) the scan goes on where the name was found, for
    /// it may be there again.
    fn shifted(start: Place, found: Place, to: Place, last: bool) -> Self {
        if last {
            Self::Slot { start, read: found, write: found }
        } else {
            Self::ShiftLoad { start, found, to: to.plus(1) }
        }
    }

    fn end(setup: &Setup) -> Self {
        if setup.setters_lock() { Self::Unlock } else { Self::Done }
    }
}
