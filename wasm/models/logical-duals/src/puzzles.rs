//! How the puzzles pack their states, and what their actions do.

pub(crate) mod jugs;
pub(crate) mod petersen;
pub(crate) mod river;
pub(crate) mod tours;
