use std::fs;
use std::path::{Path, PathBuf};

use super::local_crates;

/// A workspace: `experiment` depends on `model`, which depends on `shared`, which the workspace names; `tool`
/// only builds it, and `checks` only tests it.
fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("Cargo.toml"),
        "[workspace]\nmembers = ['*']\n[workspace.dependencies]\nshared = { path = 'shared' }\n",
    )
    .unwrap();
    write_crate(
        folder.path(),
        "experiment",
        "[dependencies]\nmodel = { path = '../model' }\n[build-dependencies]\ntool = { path = '../tool' }\n\
         [dev-dependencies]\nchecks = { path = '../checks' }\n",
    );
    write_crate(folder.path(), "model", "[dependencies]\nshared.workspace = true\n");
    for alone in ["shared", "tool", "checks"] {
        write_crate(folder.path(), alone, "");
    }
    folder
}

fn write_crate(root: &Path, name: &str, dependencies: &str) {
    fs::create_dir_all(root.join(name).join("src")).unwrap();
    fs::write(root.join(name).join("src/lib.rs"), "").unwrap();
    let package = format!("[package]\nname = '{name}'\nversion = '0.1.0'\nedition = '2024'\n{dependencies}");
    fs::write(root.join(name).join("Cargo.toml"), package).unwrap();
}

#[test]
fn what_a_crate_is_built_from_counts_and_what_builds_or_tests_it_does_not() {
    let folder = workspace();
    let top = folder.path().canonicalize().unwrap();
    let (root, crates) = local_crates(&top.join("experiment")).unwrap();
    assert_eq!(root, top);
    assert_eq!(crates.into_iter().collect::<Vec<PathBuf>>(), [top.join("model"), top.join("shared")]);
}

#[test]
fn a_crate_that_needs_none_has_none() {
    let folder = workspace();
    let (_, crates) = local_crates(&folder.path().canonicalize().unwrap().join("shared")).unwrap();
    assert_eq!(crates.len(), 0);
}

#[test]
fn a_folder_without_a_crate_is_an_error() {
    assert!(local_crates(tempfile::tempdir().unwrap().path()).is_err());
}
