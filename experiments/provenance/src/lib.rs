//! Which code measured: a hash over its sources, the commit and the compiler.
//!
//! An experiment's build script calls [`emit`], so that its binary knows its own code wherever it is carried; the
//! harness asks again at run time where there is a checkout.

pub mod git;
mod sources;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

pub use sources::source_hash;

/// What every experiment's figures pass through.
const HARNESS: &str = "experiments/harness/src";
/// Where the models lie.
const MODELS: &str = "wasm/models/src";
/// Where crates lie that experiments share.
const SHARED: &str = "experiments";

/// For an experiment's build script: puts what `harness::this_build!` reads into the environment of the compilation.
///
/// `models` names the modules of the crate `models` that decide the figures, such as `placement`; modules that are not
/// named may change without making the experiment's records old.
pub fn emit(models: &[&str]) {
    emit_with_shared(models, &[]);
}

/// As [`emit`], for an experiment whose figures also pass through crates that lie beside it and are shared by some
/// experiments, such as `namespaces`.
pub fn emit_with_shared(models: &[&str], crates: &[&str]) {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("a build script knows its crate"));
    let root = crate_folder.ancestors().nth(2).expect("experiments lie two folders below the top of the checkout");
    let own = crate_folder.strip_prefix(root).expect("an ancestor is a prefix");
    let mut sources = vec![HARNESS.to_owned(), own.to_str().expect("folders have plain names").to_owned()];
    sources.extend(models.iter().map(|model| model_path(root, model)));
    sources.extend(crates.iter().map(|name| crate_path(root, name)));
    sources.sort();

    let hash = source_hash(root, &sources).unwrap_or_else(|error| panic!("hashing the sources: {error}"));
    let commit = git::commit(root).unwrap_or_else(|| "unknown".to_owned());
    let dirty = git::is_dirty(root).unwrap_or(true);
    println!("cargo::rustc-env=RECORD_SOURCES={}", sources.join(","));
    println!("cargo::rustc-env=RECORD_SOURCE_HASH={hash}");
    println!("cargo::rustc-env=RECORD_COMMIT={commit}");
    println!("cargo::rustc-env=RECORD_DIRTY={dirty}");
    println!("cargo::rustc-env=RECORD_TOOLCHAIN={}", toolchain());
    for source in &sources {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    // Grows with every commit and checkout.
    if let Some(log) = git::head_log(root) {
        println!("cargo::rerun-if-changed={}", log.display());
    }
}

/// A module's file or folder, from the top of the checkout.
fn model_path(root: &Path, model: &str) -> String {
    let folder = format!("{MODELS}/{model}");
    let file = format!("{folder}.rs");
    match (root.join(&folder).is_dir(), root.join(&file).is_file()) {
        (true, false) => folder,
        (false, true) => file,
        (true, true) => panic!("module {model} lies both in {folder} and in {file}: name it by one of them"),
        (false, false) => panic!("there is no module {model} in {MODELS}"),
    }
}

/// A shared crate's code, from the top of the checkout.
fn crate_path(root: &Path, name: &str) -> String {
    let folder = format!("{SHARED}/{name}/src");
    assert!(root.join(&folder).is_dir(), "there is no crate {name} in {SHARED}");
    folder
}

/// The compiler's own name and version, such as `rustc 1.95.0 (59807616e 2026-04-14)`.
fn toolchain() -> String {
    let rustc = env::var_os("RUSTC").expect("a build script knows its compiler");
    let output = Command::new(rustc).arg("--version").output().expect("the compiler runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The top of the checkout that `start` lies in: the folder that holds the record's schema.
pub fn find_checkout(start: &Path) -> Option<PathBuf> {
    let marker = |folder: &&Path| fs::exists(folder.join("experiments/harness/record.schema.json")).unwrap_or(false);
    start.ancestors().find(marker).map(Path::to_path_buf)
}
