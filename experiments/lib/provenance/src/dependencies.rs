//! Which crates of the checkout a crate is built from, as cargo tells.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, io};

use serde_json::Value;

/// The top of the workspace that the crate in `folder` belongs to, and the folders of the workspace's crates that it
/// depends on, directly or not; neither itself nor what only builds or tests it.
pub fn local_crates(folder: &Path) -> io::Result<(PathBuf, BTreeSet<PathBuf>)> {
    // Set for build scripts and tests: the cargo that runs them.
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let output = Command::new(cargo).args(arguments).current_dir(folder).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let workspace: Value = serde_json::from_slice(&output.stdout)?;
    let mut found = BTreeSet::new();
    collect(&workspace, folder, &mut found);
    let root = workspace["workspace_root"].as_str().expect("cargo names the workspace's top");
    Ok((PathBuf::from(root), found))
}

fn collect(workspace: &Value, folder: &Path, found: &mut BTreeSet<PathBuf>) {
    let members = workspace["packages"].as_array().into_iter().flatten();
    let manifest = folder.join("Cargo.toml");
    let own = members.filter(|package| package["manifest_path"].as_str().map(Path::new) == Some(&manifest));
    // A usual dependency has no kind; the others are "build" and "dev".
    let dependencies = own.flat_map(|package| package["dependencies"].as_array().into_iter().flatten());
    for path in dependencies.filter(|on| on["kind"].is_null()).filter_map(|on| on["path"].as_str()) {
        if found.insert(PathBuf::from(path)) {
            collect(workspace, Path::new(path), found);
        }
    }
}

#[cfg(test)]
mod tests;
