//! The child in Go.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use harness::record::Skipped;
use supervisor::kept;

use super::Ready;
use super::commands::output_of;

const SOURCES: [(&str, &str); 4] = [
    ("go.mod", include_str!("../programs/go/go.mod")),
    ("main.go", include_str!("../programs/go/main.go")),
    ("with_cgo.go", include_str!("../programs/go/with_cgo.go")),
    ("without_cgo.go", include_str!("../programs/go/without_cgo.go")),
];
/// How long building may take: the first time, the parts of Go's library that are used are compiled as well.
const TIMEOUT: Duration = Duration::from_secs(180);
const SHORT: Duration = Duration::from_secs(10);

/// With cgo, or without.
pub(super) fn build(folder: &Path, with_cgo: bool) -> Result<Ready, Skipped> {
    let (what, needs, name) = if with_cgo {
        ("Go with cgo", "`go` of the package golang-go, and `cc` of gcc and libc6-dev", "with-cgo")
    } else {
        ("Go without cgo", "`go` of the package golang-go", "without-cgo")
    };
    let skipped = |why| Skipped { what: what.to_owned(), why, needs: needs.to_owned() };
    let home = folder.join(format!("home-{name}"));
    make_home(&home).map_err(|error| skipped(error.to_string()))?;
    let version = output_of(go(folder, &home).arg("version"), SHORT).map_err(skipped)?;
    let sources = folder.join(name);
    let written = fs::create_dir(&sources)
        .and_then(|()| SOURCES.iter().try_for_each(|(file, text)| fs::write(sources.join(file), text)));
    written.map_err(|error| skipped(error.to_string()))?;
    let child = folder.join(format!("child-go-{name}"));
    let mut command = go(folder, &home);
    command.args(["build", "-trimpath", "-o"]).arg(&child).arg(".").current_dir(sources);
    command.env("CGO_ENABLED", if with_cgo { "1" } else { "0" });
    output_of(&mut command, TIMEOUT).map_err(skipped)?;
    Ok(Ready { loader: Vec::new(), child: child.into(), library: None, version: version_in(&version) })
}

/// Go, that fetches nothing and writes nothing outside: neither the user's settings nor their caches are touched.
fn go(folder: &Path, home: &Path) -> Command {
    let mut command = Command::new("go");
    command.env("GOENV", "off").env("GOWORK", "off").env("GOFLAGS", "-mod=mod").env("GOTOOLCHAIN", "local");
    let cache = kept(env!("CARGO_PKG_NAME"), folder).join("go-cache");
    command.env("GOPROXY", "off").env("GOPATH", folder.join("go-path")).env("GOCACHE", cache);
    command.env("TMPDIR", folder).env("HOME", home).env("XDG_CONFIG_HOME", home);
    command
}

/// Makes a home whose settings turn Go's telemetry off, as `go telemetry off` does; no variable does. Where it is on, Go
/// writes counters there, and starts a process that outlives it.
fn make_home(home: &Path) -> io::Result<()> {
    let settings = home.join("go");
    let telemetry = settings.join("telemetry");
    // One by one: where the run ends meanwhile, its folder must not come back.
    [home, &settings, &telemetry].into_iter().try_for_each(fs::create_dir)?;
    fs::write(telemetry.join("mode"), "off")
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

    #[test]
    fn go_writes_nothing_into_its_home() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        make_home(&home).unwrap();
        if let Err(why) = output_of(go(folder.path(), &home).arg("version"), SHORT) {
            return testkit::skip(format_args!("go ({why})"));
        }
        let [in_home, in_settings] = ["go", "go/telemetry"].map(|path| fs::read_dir(home.join(path)).unwrap().count());
        assert_eq!((fs::read_dir(&home).unwrap().count(), in_home, in_settings), (1, 1, 1));
    }

    #[test]
    fn a_home_does_not_bring_a_removed_folder_back() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("gone");
        assert!(make_home(&gone.join("home")).is_err());
        assert!(!gone.exists());
    }
}
