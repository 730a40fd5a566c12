//! How `setenv` in one thread can break `getenv` in another: every step of either, one by one.
//!
//! The environment is an array of pointers to strings. A thread's operation is a sequence of [`Action`]s, each of them one
//! access to memory that the threads share; what a thread does for itself alone belongs to the action before. Between any
//! two actions the other thread may come: [`World`] plays one order, [`explore`] plays all of them.
//!
//! The steps of each [`Implementation`], and their order, follow its source:
//!
//! - glibc before 2.41: `stdlib/getenv.c` and `stdlib/setenv.c` of 2.36. Setters lock, readers do not; a new name
//!   reallocates the array; strings are never freed.
//! - glibc 2.41: the same files after the commit "stdlib: Make getenv thread-safe in more cases" (November 2024). Old arrays
//!   are kept, and a reader that found nothing looks again if names were removed meanwhile.
//! - musl: `src/env/getenv.c`, `setenv.c`, `putenv.c` and `unsetenv.c` of 1.2.3. No lock; the array is reallocated, and strings that
//!   `setenv` made are freed when they are replaced or removed.
//! - illumos: `usr/src/lib/libc/port/gen/getenv.c`. Setters lock; entries are added in front, nothing is ever freed.
//!
//! Three things are simpler than in reality. Memory is sequentially consistent: on processors that reorder accesses more
//! goes wrong, not less. `realloc` always moves, as it does in the worst case. And illumos keeps its lock while it allocates.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

pub mod action;
pub mod explore;
mod memory;
mod operation;
mod outcome;
mod reader;
mod reference;
mod remover;
mod setup;
mod world;
mod writer;

pub use action::Action;
pub use memory::{Array, Held, Memory, Place, Slot, Text};
pub use operation::{Name, Operation, Value};
pub use outcome::{Fault, Outcome};
pub use setup::{Implementation, Locking, Setup};
pub use world::{Thread, ThreadId, World};

#[cfg(test)]
mod tests;
