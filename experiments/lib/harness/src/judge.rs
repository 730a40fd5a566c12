//! Judging: claims as a function of a record, and of nothing else.

pub mod claims;
mod undecided;
pub mod verdicts;
