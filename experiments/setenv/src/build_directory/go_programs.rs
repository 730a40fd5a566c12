//! The child in Go.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use harness::Failure;
use supervisor::{ProgramError, Workplace, cache_folder};

use super::{Ready, output_of};

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
pub(super) fn build(place: &Workplace<'_>, with_cgo: bool) -> Result<Ready, ProgramError> {
    let name = if with_cgo { "with-cgo" } else { "without-cgo" };
    let home = make_home(place)?;
    let version = output_of(place, go(place, &home).arg("version"), SHORT)?;
    let sources = place.make(name)?;
    for (file, text) in SOURCES {
        place.write(&format!("{name}/{file}"), text)?;
    }
    let child = place.folder().join(format!("child-go-{name}"));
    let mut command = go(place, &home);
    command.args(["build", "-trimpath", "-o"]).arg(&child).arg(".").current_dir(sources);
    command.env("CGO_ENABLED", if with_cgo { "1" } else { "0" });
    output_of(place, &mut command, TIMEOUT)?;
    Ok(Ready { loader: Vec::new(), child: child.into(), library: None, version: version_in(&version) })
}

/// Go, that fetches nothing and writes nothing outside: neither the user's settings nor their caches are touched.
fn go(place: &Workplace<'_>, home: &Path) -> Command {
    let folder = place.folder();
    let mut command = place.command_as_user("go");
    command.env("GOENV", "off").env("GOWORK", "off").env("GOFLAGS", "-mod=mod").env("GOTOOLCHAIN", "local");
    let cache = cache_folder(env!("CARGO_PKG_NAME"), folder).join("go-cache");
    command.env("GOPROXY", "off").env("GOPATH", folder.join("go-path")).env("GOCACHE", cache);
    command.env("HOME", home).env("XDG_CONFIG_HOME", home);
    command
}

/// Makes a home whose settings turn Go's telemetry off, as `go telemetry off` does; no variable does. Where it is on, Go
/// writes counters there, and starts a process that outlives it.
fn make_home(place: &Workplace<'_>) -> Result<PathBuf, Failure> {
    place.make("go-home/go/telemetry")?;
    place.write("go-home/go/telemetry/mode", "off")?;
    Ok(place.folder().join("go-home"))
}

/// `go version go1.19.8 linux/amd64` is Go 1.19.8.
fn version_in(said: &str) -> String {
    let version = said.split_whitespace().find_map(|word| word.strip_prefix("go1"));
    version.map_or_else(|| "Go".to_owned(), |version| format!("Go 1{version}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::RUNS;

    #[test]
    fn go_tells_its_version() {
        assert_eq!(version_in("go version go1.19.8 linux/amd64\n"), "Go 1.19.8");
        assert_eq!(version_in("something else"), "Go");
    }

    #[test]
    fn go_writes_nothing_into_its_home() {
        let place = Workplace::unsupervised(RUNS, &|| Ok(())).unwrap();
        let home = make_home(&place).unwrap();
        if let Err(why) = output_of(&place, go(&place, &home).arg("version"), SHORT) {
            return testkit::skip(format_args!("go ({why})"));
        }
        let [in_home, in_settings] = ["go", "go/telemetry"].map(|path| fs::read_dir(home.join(path)).unwrap().count());
        assert_eq!((fs::read_dir(&home).unwrap().count(), in_home, in_settings), (1, 1, 1));
    }
}
