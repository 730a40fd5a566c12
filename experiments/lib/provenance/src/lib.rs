//! Identity of the code that measured: the commit, its cleanness, and the compiler.
//!
//! An experiment's build script calls [`emit`], so that its binary knows its own code wherever it is carried.

pub mod git;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Sources of an experiment besides its own folder, from the top of the checkout.
const SHARED: [&str; 5] = ["experiments/lib", "wasm/lib", "wasm/models", "Cargo.toml", "Cargo.lock"];

/// For an experiment's build script: sets the environment of the compilation that `harness::this_build!` reads.
pub fn emit() {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("a build script knows its crate"));
    let root = find_checkout(&own).expect("an experiment lies in a checkout");
    let commit = git::commit(&root).unwrap_or_else(|| "unknown".to_owned());
    let sources: Vec<PathBuf> = SHARED.iter().map(|shared| root.join(shared)).chain([own]).collect();
    let dirty = git::differs(&root, &sources).unwrap_or(true);
    println!("cargo::rustc-env=RECORD_COMMIT={commit}");
    println!("cargo::rustc-env=RECORD_DIRTY={dirty}");
    println!("cargo::rustc-env=RECORD_TOOLCHAIN={}", toolchain());
    for source in sources {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    // The log grows with every commit and checkout.
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

/// The top of the checkout around `start`: the folder that holds the record's schema.
pub fn find_checkout(start: &Path) -> Option<PathBuf> {
    let marker =
        |folder: &&Path| fs::exists(folder.join("experiments/lib/harness/record.schema.json")).unwrap_or(false);
    start.ancestors().find(marker).map(Path::to_path_buf)
}
