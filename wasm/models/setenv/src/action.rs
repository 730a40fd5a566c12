//! One step of a thread.

use super::memory::{Place, Slot};
use super::operation::Value;

limits::named! {
    /// One access to what the threads share.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Action(..) as "ActionName" {
        /// Takes the lock; cannot come while another thread holds it.
        Lock = "lock",
        /// Gives the lock back.
        Unlock = "unlock",
        /// Reads how often names were removed (glibc 2.41).
        LoadRemovals = "load-removals",
        /// Reads it again, having found nothing.
        CompareRemovals = "compare-removals",
        /// Counts a write of `unsetenv` (glibc 2.41).
        CountRemoval = "count-removal",
        /// Reads `environ`.
        LoadEnviron = "load-environ",
        /// Reads a slot of an array.
        LoadSlot(Place) = "load-slot",
        /// Reads the name in a string, to compare it.
        CompareName(usize) = "compare-name",
        /// Reads the value in a string: what a program does with the pointer that `getenv` returned.
        ReadValue(usize) = "read-value",
        /// Looks whether `environ` is the array that the library allocated itself (musl).
        CompareOwner = "compare-owner",
        /// Allocates a larger array and copies the entries; whether the old one is freed is the library's way.
        Grow = "grow",
        /// Points `environ` to an array, or to another place in it.
        StoreEnviron(Place) = "store-environ",
        /// Writes into a slot.
        StoreSlot(Place, Slot) = "store-slot",
        /// Makes a string and writes its address into a slot.
        StoreNewString(Place, Value) = "store-new-string",
        /// Frees a string.
        FreeString(usize) = "free-string",
    }
}

impl Action {
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
