//! Which code measured: a hash over its sources, the commit and the compiler.
//!
//! An experiment's build script calls [`emit`], so that its binary knows its own code wherever it is carried; the
//! harness asks again at run time where there is a checkout.

mod dependencies;
pub mod git;
mod sources;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

pub use sources::{source_hash, source_hash_at};

/// For an experiment's build script: puts what `harness::this_build!` reads into the environment of the compilation.
///
/// The sources that decide its figures are its own folder and the code of every crate of the checkout that it depends on,
/// directly or not; what judges does not count, and is compiled all the same.
pub fn emit() {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("a build script knows its crate"));
    let (root, crates) = dependencies::local_crates(&own).unwrap_or_else(|error| panic!("reading manifests: {error}"));
    let from_top = |path: &Path| {
        let path = path.strip_prefix(&root).expect("the checkout's crates lie in it");
        path.to_str().expect("folders have plain names").to_owned()
    };
    let mut sources: Vec<String> = crates.iter().map(|folder| from_top(&folder.join("src"))).collect();
    sources.push(from_top(&own));
    sources.sort();

    let hash = source_hash(&root, &sources).unwrap_or_else(|error| panic!("hashing the sources: {error}"));
    let commit = git::commit(&root).unwrap_or_else(|| "unknown".to_owned());
    let dirty = git::is_dirty(&root).unwrap_or(true);
    println!("cargo::rustc-env=RECORD_SOURCES={}", sources.join(","));
    println!("cargo::rustc-env=RECORD_SOURCE_HASH={hash}");
    println!("cargo::rustc-env=RECORD_COMMIT={commit}");
    println!("cargo::rustc-env=RECORD_DIRTY={dirty}");
    println!("cargo::rustc-env=RECORD_TOOLCHAIN={}", toolchain());
    let manifests = crates.iter().map(|folder| from_top(&folder.join("Cargo.toml")));
    for path in sources.iter().cloned().chain(manifests) {
        println!("cargo::rerun-if-changed={}", root.join(path).display());
    }
    // Grows with every commit and checkout.
    if let Some(log) = git::head_log(&root) {
        println!("cargo::rerun-if-changed={}", log.display());
    }
}

/// The compiler's own name and version, such as `rustc 1.95.0 (59807616e 2026-04-14)`.
fn toolchain() -> String {
    let rustc = env::var_os("RUSTC").expect("a build script knows its compiler");
    let output = Command::new(rustc).arg("--version").output().expect("the compiler runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The top of the checkout that `start` lies in: the folder that holds the record's schema.
pub fn find_checkout(start: &Path) -> Option<PathBuf> {
    let marker =
        |folder: &&Path| fs::exists(folder.join("experiments/lib/harness/record.schema.json")).unwrap_or(false);
    start.ancestors().find(marker).map(Path::to_path_buf)
}
