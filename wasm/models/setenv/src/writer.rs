//! `setenv`.

use super::action::Action;
use super::memory::{Held, Memory, Place, Slot};
use super::operation::{Name, Value};
use super::outcome::Fault;
use super::setup::{Implementation, Setup};

/// How many entries more than it needs glibc 2.41 allocates at first: 16 in reality, fewer here, so that a picture of it
/// stays small.
const SPARE: usize = 2;

/// Where a setter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Writer {
    Lock,
    Environ,
    /// From here on with where the environment began.
    Slot {
        start: Place,
        place: Place,
    },
    Compare {
        start: Place,
        place: Place,
        string: usize,
    },
    /// The slot of the variable, and its old string.
    Replace {
        place: Place,
        old: usize,
    },
    FreeOld(usize),
    /// The variable is not there; there are as many entries.
    Owner {
        entries: usize,
    },
    Grow {
        start: Place,
        entries: usize,
        reallocate: bool,
    },
    /// Ends the environment one entry later, in the array that has room.
    Terminate {
        start: Place,
        place: Place,
    },
    /// Writes the string into the slot, and then lets `environ` point to its place.
    StoreThenPublish {
        place: Place,
        environ: Place,
    },
    Publish(Place),
    /// Lets `environ` point to its place, and then writes the string into the slot.
    PublishThenStore {
        place: Place,
        environ: Place,
    },
    Store(Place),
    Unlock,
    Done,
}

impl Writer {
    pub(crate) fn start(setup: &Setup) -> Self {
        if setup.setters_lock() { Self::Lock } else { Self::Environ }
    }

    /// The next action; nothing when it is done.
    pub(crate) fn action(self, value: Value) -> Option<Action> {
        Some(match self {
            Self::Lock => Action::Lock,
            Self::Environ => Action::LoadEnviron,
            Self::Slot { place, .. } => Action::LoadSlot(place),
            Self::Compare { string, .. } => Action::CompareName(string),
            Self::Replace { place, .. } | Self::StoreThenPublish { place, .. } | Self::Store(place) => {
                Action::StoreNewString(place, value)
            }
            Self::FreeOld(string) => Action::FreeString(string),
            Self::Owner { .. } => Action::CompareOwner,
            Self::Grow { .. } => Action::Grow,
            Self::Terminate { place, .. } => Action::StoreSlot(place.plus(1), None),
            Self::Publish(environ) | Self::PublishThenStore { environ, .. } => Action::StoreEnviron(environ),
            Self::Unlock => Action::Unlock,
            Self::Done => return None,
        })
    }

    /// The pointers that it goes on with.
    pub(crate) fn held(self) -> Held {
        match self {
            Self::Slot { place, .. } => Held { place: Some(place), string: None },
            Self::Compare { place, string, .. } => Held { place: Some(place), string: Some(string) },
            Self::Replace { place, old } => Held { place: Some(place), string: Some(old) },
            Self::FreeOld(string) => Held { place: None, string: Some(string) },
            Self::Grow { start, .. } => Held { place: Some(start), string: None },
            Self::Terminate { place, .. }
            | Self::StoreThenPublish { place, .. }
            | Self::Publish(place)
            | Self::PublishThenStore { place, .. }
            | Self::Store(place) => Held { place: Some(place), string: None },
            Self::Lock | Self::Environ | Self::Owner { .. } | Self::Unlock | Self::Done => Held::default(),
        }
    }

    /// Does it.
    pub(crate) fn step(self, name: Name, value: Value, memory: &mut Memory, setup: &Setup) -> Result<Self, Fault> {
        Ok(match self {
            Self::Lock => Self::Environ,
            Self::Environ => Self::Slot { start: memory.environ, place: memory.environ },
            Self::Slot { start, place } => match memory.load(place)? {
                Some(string) => Self::Compare { start, place, string },
                None => Self::add(start, place, memory, setup),
            },
            Self::Compare { start, place, string } => {
                if memory.read(string)?.name == name {
                    Self::Replace { place, old: string }
                } else {
                    Self::Slot { start, place: place.plus(1) }
                }
            }
            Self::Replace { place, old } => {
                store(name, value, place, memory)?;
                let frees = setup.implementation == Implementation::Musl && memory.strings[old].allocated;
                if frees { Self::FreeOld(old) } else { Self::end(setup) }
            }
            Self::FreeOld(string) => {
                memory.free_string(string)?;
                Self::end(setup)
            }
            Self::Owner { entries } => {
                Self::Grow { start: memory.environ, entries, reallocate: memory.own == Some(memory.environ.array) }
            }
            Self::Grow { start, entries, reallocate } => Self::grow(start, entries, reallocate, memory, setup)?,
            Self::Terminate { start, place } => {
                memory.store(place.plus(1), None)?;
                Self::StoreThenPublish { place, environ: start }
            }
            Self::StoreThenPublish { place, environ } => {
                store(name, value, place, memory)?;
                Self::Publish(environ)
            }
            Self::Publish(environ) => {
                publish(environ, memory);
                Self::end(setup)
            }
            Self::PublishThenStore { place, environ } => {
                publish(environ, memory);
                Self::Store(place)
            }
            Self::Store(place) => {
                store(name, value, place, memory)?;
                Self::end(setup)
            }
            Self::Unlock => Self::Done,
            Self::Done => unreachable!("a setter that is done takes no step"),
        })
    }

    /// The scan has come to the end of the environment, at `end`.
    fn add(start: Place, end: Place, memory: &Memory, setup: &Setup) -> Self {
        let entries = end.index - start.index;
        match setup.implementation {
            Implementation::OldGlibc => Self::Grow { start, entries, reallocate: true },
            Implementation::Glibc => {
                let is_own = memory.own == Some(start.array) && start.index == 0;
                if is_own && entries + 2 <= memory.arrays[start.array].slots.len() {
                    Self::Terminate { start, place: end }
                } else {
                    Self::Grow { start, entries, reallocate: false }
                }
            }
            Implementation::Musl => Self::Owner { entries },
            Implementation::Illumos if start.index > 0 => {
                Self::StoreThenPublish { place: start.minus_one(), environ: start.minus_one() }
            }
            Implementation::Illumos => Self::Grow { start, entries, reallocate: false },
        }
    }

    fn grow(start: Place, entries: usize, reallocate: bool, memory: &mut Memory, setup: &Setup) -> Result<Self, Fault> {
        Ok(match setup.implementation {
            Implementation::OldGlibc => {
                let old = memory.own;
                let array = memory.grown(start, entries, [0, 2])?;
                old.map_or(Ok(()), |old| memory.free_array(old))?;
                Self::PublishThenStore { place: Place { array, index: entries }, environ: Place { array, index: 0 } }
            }
            Implementation::Glibc => {
                let needed = entries + 2;
                let twice = memory.own.map_or(0, |own| 2 * memory.arrays[own].slots.len());
                let size = if twice < needed { needed + SPARE } else { twice };
                let array = memory.grown(start, entries, [0, size - entries])?;
                Self::StoreThenPublish { place: Place { array, index: entries }, environ: Place { array, index: 0 } }
            }
            Implementation::Musl => {
                // realloc of what the library allocated itself; malloc, copy and free (of nothing, at first) otherwise.
                let old = memory.own;
                if let Some(old) = old.filter(|&old| memory.arrays[old].freed) {
                    return Err(Fault::ArrayFreedTwice(old));
                }
                let from = if reallocate { Place { array: old.unwrap_or(start.array), index: 0 } } else { start };
                let array = memory.grown(from, entries, [0, 2])?;
                old.map_or(Ok(()), |old| memory.free_array(old))?;
                Self::StoreThenPublish { place: Place { array, index: entries }, environ: Place { array, index: 0 } }
            }
            Implementation::Illumos => {
                let array = memory.grown(start, entries, [entries + 1, 1])?;
                let place = Place { array, index: entries };
                Self::StoreThenPublish { place, environ: place }
            }
        })
    }

    fn end(setup: &Setup) -> Self {
        if setup.setters_lock() { Self::Unlock } else { Self::Done }
    }
}

/// Makes the string and writes its address.
fn store(name: Name, value: Value, place: Place, memory: &mut Memory) -> Result<(), Fault> {
    let string: Slot = Some(memory.new_string(name, value));
    memory.store(place, string)
}

/// Lets `environ` point there, and remembers the array as the library's own.
fn publish(environ: Place, memory: &mut Memory) {
    memory.environ = environ;
    memory.own = Some(environ.array);
}
