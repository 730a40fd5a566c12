//! Lets the binary know its own code, and gives it the programs that make the mistakes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    provenance::emit();
    let programs = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo says where")).join("programs");
    println!("cargo::rerun-if-changed={}", programs.display());
    let mut table = "&[\n".to_owned();
    for folder in sorted(&programs) {
        for file in sorted(&folder) {
            let names = [&folder, &file].map(|path| path.file_name().expect("it was listed").to_string_lossy());
            writeln!(table, "({:?}, {:?}, include_str!({file:?})),", names[0], names[1]).expect("a text grows");
        }
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo says where")).join("programs.rs");
    fs::write(out, table).expect("Cargo's folder can be written");
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the programs lie there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort();
    paths
}
