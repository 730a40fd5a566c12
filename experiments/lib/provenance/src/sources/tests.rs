//! The same small tree and the same answer stand in `site/kit/record/source-hash.test.ts`.

use std::path::PathBuf;

use super::source_hash;

const SOURCES: [&str; 3] = ["wasm/models/src/placement.rs", "wasm/models/src/deep", "experiments/one"];
const HASH: &str = "dde96932a619352259f194a70621a6449edd88cd7966ee5e75d5661ee083e8ef";

fn tree() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tree")
}

#[test]
fn the_site_and_the_experiments_hash_sources_alike() {
    assert_eq!(source_hash(&tree(), &SOURCES).unwrap(), HASH);
}

#[test]
fn the_order_of_sources_and_listing_them_twice_change_nothing() {
    let shuffled = [SOURCES[2], SOURCES[0], SOURCES[1], "experiments/one/src"];
    assert_eq!(source_hash(&tree(), &shuffled).unwrap(), HASH);
}

#[test]
fn every_listed_source_counts() {
    assert_ne!(source_hash(&tree(), &SOURCES[..2]).unwrap(), HASH);
}

#[test]
fn a_missing_source_is_an_error() {
    assert!(source_hash(&tree(), &["experiments/two"]).is_err());
}
