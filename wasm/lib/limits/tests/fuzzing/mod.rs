//! What tests share that read hostile inputs: `PROPTEST_CASES=1000000 cargo test --profile fuzz fuzz` reads a million of each.

pub mod bounded;
pub mod mutated;
