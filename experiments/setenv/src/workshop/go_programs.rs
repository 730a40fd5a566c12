//! The child in Go.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use harness::record::Skipped;

use super::Ready;
use super::commands::output_of;
use super::folder::kept;

const SOURCES: [(&str, &str); 4] = [
    ("go.mod", include_str!("../programs/go/go.mod")),
    ("main.go", include_str!("../programs/go/main.go")),
    ("with_cgo.go", include_str!("../programs/go/with_cgo.go")),
    ("without_cgo.go", include_str!("../programs/go/without_cgo.go")),
];
/// How long building may take: the first time, the parts of Go's library that are used are compiled as well.
const PATIENCE: Duration = Duration::from_secs(180);
const SHORT: Duration = Duration::from_secs(10);

/// With cgo, or without.
pub(super) fn build(folder: &Path, with_cgo: bool) -> Result<Ready, Skipped> {
    let (what, needs, name) = if with_cgo {
        ("Go with cgo", "`go` of the package golang-go, and `cc` of gcc and libc6-dev", "with-cgo")
    } else {
        ("Go without cgo", "`go` of the package golang-go", "without-cgo")
    };
    let skipped = |why| Skipped { what: what.to_owned(), why, needs: needs.to_owned() };
    let version = output_of(Command::new("go").arg("version"), SHORT).map_err(skipped)?;
    let sources = folder.join(name);
    let written = fs::create_dir_all(&sources)
        .and_then(|()| SOURCES.iter().try_for_each(|(file, text)| fs::write(sources.join(file), text)));
    written.map_err(|error| skipped(error.to_string()))?;
    let child = folder.join(format!("child-go-{name}"));
    let mut command = Command::new("go");
    command.args(["build", "-trimpath", "-o"]).arg(&child).arg(".").current_dir(sources);
    // Nothing is fetched, and nothing written outside: neither the user's settings nor their caches are touched.
    command.env("CGO_ENABLED", if with_cgo { "1" } else { "0" }).env("GOENV", "off").env("GOWORK", "off");
    command.env("GOFLAGS", "-mod=mod").env("GOTOOLCHAIN", "local").env("GOPROXY", "off").env("GOTELEMETRY", "off");
    command.env("GOPATH", folder.join("go-path")).env("GOCACHE", kept(folder).join("go-cache"));
    output_of(command.env("TMPDIR", folder).env("HOME", folder), PATIENCE).map_err(skipped)?;
    Ok(Ready { loader: Vec::new(), child: child.into(), version: version_in(&version) })
}

/// `go version go1.19.8 linux/amd64` is Go 1.19.8.
fn version_in(said: &str) -> String {
    let version = said.split_whitespace().find_map(|word| word.strip_prefix("go1"));
    version.map_or_else(|| "Go".to_owned(), |version| format!("Go 1{version}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_tells_its_version() {
        assert_eq!(version_in("go version go1.19.8 linux/amd64\n"), "Go 1.19.8");
        assert_eq!(version_in("something else"), "Go");
    }
}
