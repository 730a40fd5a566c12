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
