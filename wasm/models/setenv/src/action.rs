//! One step of a thread.

use super::memory::{Place, Slot};
use super::operation::Value;

/// One access to what the threads share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Takes the lock; cannot come while another thread holds it.
    Lock,
    /// Gives the lock back.
    Unlock,
    /// Reads how often names were removed (glibc 2.41).
    LoadRemovals,
    /// Reads it again, having found nothing.
    CompareRemovals,
    /// Counts a write of `unsetenv` (glibc 2.41).
    CountRemoval,
    /// Reads `environ`.
    LoadEnviron,
    /// Reads a slot of an array.
    LoadSlot(Place),
    /// Reads the name in a string, to compare it.
    CompareName(usize),
    /// Reads the value in a string: what a program does with the pointer that `getenv` returned.
    ReadValue(usize),
    /// Looks whether `environ` is the array that the library allocated itself (musl).
    CompareOwner,
    /// Allocates a larger array and copies the entries; whether the old one is freed is the library's way.
    Grow,
    /// Points `environ` to an array, or to another place in it.
    StoreEnviron(Place),
    /// Writes into a slot.
    StoreSlot(Place, Slot),
    /// Makes a string and writes its address into a slot.
    StoreNewString(Place, Value),
    /// Frees a string.
    FreeString(usize),
}

impl Action {
    /// The names of all kinds of actions.
    pub const NAMES: [&'static str; 15] = [
        "lock",
        "unlock",
        "load-removals",
        "compare-removals",
        "count-removal",
        "load-environ",
        "load-slot",
        "compare-name",
        "read-value",
        "compare-owner",
        "grow",
        "store-environ",
        "store-slot",
        "store-new-string",
        "free-string",
    ];

    /// The name of its kind.
    pub fn name(self) -> &'static str {
        Self::NAMES[match self {
            Self::Lock => 0,
            Self::Unlock => 1,
            Self::LoadRemovals => 2,
            Self::CompareRemovals => 3,
            Self::CountRemoval => 4,
            Self::LoadEnviron => 5,
            Self::LoadSlot(_) => 6,
            Self::CompareName(_) => 7,
            Self::ReadValue(_) => 8,
            Self::CompareOwner => 9,
            Self::Grow => 10,
            Self::StoreEnviron(_) => 11,
            Self::StoreSlot(..) => 12,
            Self::StoreNewString(..) => 13,
            Self::FreeString(_) => 14,
        }]
    }

    /// The slot that it is about, or where in an array `environ` is to point to.
    pub fn place(self) -> Option<Place> {
        match self {
            Self::LoadSlot(place)
            | Self::StoreEnviron(place)
            | Self::StoreSlot(place, _)
            | Self::StoreNewString(place, _) => Some(place),
            _ => None,
        }
    }

    /// The string that it is about: read, freed, or pointed to by what is written.
    pub fn string(self) -> Slot {
        match self {
            Self::CompareName(string) | Self::ReadValue(string) | Self::FreeString(string) => Some(string),
            Self::StoreSlot(_, string) => string,
            _ => None,
        }
    }
}
