//! Judging: from what a record holds to what is said of it, and to nothing else.

pub mod claims;
mod undecided;
pub mod verdicts;
