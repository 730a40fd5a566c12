//! Threads that read a clock, and the readings they have in common.
//!
//! A clock is a counter that advances in steps and is reported in whole units; a thread reads it again and again, each
//! read taking some time. Two threads that read the same value at the same time have made the same "unique" timestamp.
//!
//! - [`count`] counts such collisions exactly, in readings of any origin;
//! - [`readers`] simulates the readings;
//! - [`estimate`] computes the share that collides, and says under which assumptions;
//! - [`birthday`] adds random bits and asks how long they last;
//! - [`identifiers`] are the schemes that people use instead, and what each promises.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

pub mod birthday;
pub mod count;
pub mod estimate;
pub mod identifiers;
pub mod readers;

pub use count::Collisions;
pub use readers::{Offsets, Readers, Setup};
