//! Helpers of tests that read hostile inputs: `PROPTEST_CASES=1000000 cargo test --profile fuzz fuzz` reads a million of each.

mod bounded;
mod in_time;
mod mutated;

pub use bounded::bounded;
pub use in_time::in_time;
pub use mutated::mutated;
