//! Duals: whatever can check can find, and the other way round, if it looks everywhere.
//!
//! - [`Question`] is a small puzzle with a goal, a [`System`] of states and actions. [`find`] asks for a path to a goal,
//!   [`check`] claims that a property always holds; both are one search, and [`ask`] opens either door of a question.
//! - [`walks`] is the tester that only samples: random walks, and the exact probability that it misses.
//! - [`formula`] has formulas and their duals; [`ltl`] always and eventually on lassos; [`map`] maps from keys to sets and their
//!   inversion.
//! - [`race`] runs two transactions and a trigger in every order, at each isolation level.
//! - [`tour`] has the shortest tour by dynamic programming and, its oracle, by brute force.
//!
//! `F` and `G` are duals if `F(x) = not G(not x)`: or and and, some and all, eventually and always, find and check.
//!
//! Pure and deterministic, as `wasm/models/README.md` asks of every model.

pub mod formula;
pub mod ltl;
pub mod map;
mod puzzles;
mod question;
pub mod race;
mod search;
mod system;
pub mod tour;
pub mod walks;

pub use question::{Answer, Answered, Door, Kind, MAX_COLOURS, MAX_JUG, Question, ask};
pub use search::{Bounds, Checked, Ended, Found, MAX_DEPTH, MAX_STATES, Space, Step, Verdict, check, find};
pub use system::{State, System};

#[cfg(test)]
mod tests;
