//! The children in Python, Node.js and Java, and the library in C that they load.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use harness::record::Skipped;

use super::Ready;
use super::commands::output_of;
use super::programs::{child_in_c, compile};
use crate::child::PARENT;
use crate::runtimes::Runtime;

const LIBRARY: &str = include_str!("../programs/runtimes/beside.c");
const PYTHON: &str = include_str!("../programs/runtimes/trial.py");
const NODE: &str = include_str!("../programs/runtimes/trial.mjs");
const JAVA: &str = include_str!("../programs/runtimes/Trial.java");
/// How long a runtime may take to start on a busy machine, or Java's compiler.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Java leaves neither counters of its own in the system's temporary folder nor a report of its death in this one.
const JAVA_LEAVES_NOTHING: [&str; 2] = ["-XX:-UsePerfData", "-XX:+SuppressFatalErrorMessage"];

/// Writes the program, and finds what runs it.
pub(super) fn build(folder: &Path, runtime: Runtime) -> Result<Ready, Skipped> {
    let (what, program) = match runtime {
        Runtime::Python => ("Python", "`python3` of the package of that name"),
        Runtime::Node => ("Node.js", "`node` of the package nodejs"),
        Runtime::Java => ("Java", "`java` and `javac` of the package default-jdk-headless"),
    };
    let skipped = |why| Skipped {
        what: what.to_owned(),
        why,
        needs: format!("{program}, and `cc` of the packages gcc and libc6-dev"),
    };
    let child = child_in_c(folder).map_err(skipped)?;
    let library = library(folder).map_err(skipped)?;
    let found = match runtime {
        Runtime::Python => python(folder),
        Runtime::Node => node(folder),
        Runtime::Java => java(folder),
    };
    let Found { program, options, trial, version } = found.map_err(skipped)?;
    // The child in C makes itself harmless, and becomes the runtime.
    let loader = [child.as_str(), PARENT, "exec"].into_iter().map(OsString::from).chain([program.into()]);
    Ok(Ready {
        loader: loader.chain(options).collect(),
        child: trial,
        library: Some(library.into()),
        version: format!("{what} {version}"),
    })
}

/// What runs a program, and the program.
struct Found {
    program: PathBuf,
    options: Vec<OsString>,
    trial: OsString,
    version: String,
}

/// What the children load, compiled for the first that does.
fn library(folder: &Path) -> Result<String, String> {
    compile(folder, "cc", LIBRARY, "beside.so", &["-shared", "-fPIC"])
}

fn written(folder: &Path, name: &str, text: &str) -> Result<OsString, String> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path.into())
}

/// Neither the user's modules nor their settings; nothing that lies beside the program is written.
fn python(folder: &Path) -> Result<Found, String> {
    let alone = ["-I", "-S", "-B"];
    let says = "import sys; print(sys.executable); print('.'.join(map(str, sys.version_info[:3])))";
    let said = output_of(Command::new("python3").args(alone).args(["-c", says]), TIMEOUT)?;
    let (program, version) = told(&said)?;
    let trial = written(folder, "trial.py", PYTHON)?;
    Ok(Found { program, options: alone.map(Into::into).into(), trial, version })
}

fn node(folder: &Path) -> Result<Found, String> {
    let says = "console.log(process.execPath); console.log(process.versions.node)";
    let said = output_of(Command::new("node").args(["-e", says]).env_remove("NODE_OPTIONS"), TIMEOUT)?;
    let (program, version) = told(&said)?;
    Ok(Found { program, options: Vec::new(), trial: written(folder, "trial.mjs", NODE)?, version })
}

fn java(folder: &Path) -> Result<Found, String> {
    let source = written(folder, "Trial.java", JAVA)?;
    let mut compiler = Command::new("javac");
    compiler.arg("-J-XX:-UsePerfData").arg("-d").arg(folder).arg(source).env("TMPDIR", folder);
    output_of(&mut compiler, TIMEOUT)?;
    let options = JAVA_LEAVES_NOTHING.map(OsString::from).into_iter().chain(["-cp".into(), folder.into()]);
    let options: Vec<OsString> = options.collect();
    let said = output_of(Command::new("java").args(&options).args(["Trial", "version"]), TIMEOUT)?;
    let (home, version) = told(&said)?;
    Ok(Found { program: home.join("bin/java"), options, trial: "Trial".into(), version })
}

/// A path and a version, each on a line.
fn told(said: &str) -> Result<(PathBuf, String), String> {
    let mut lines = said.lines().map(str::trim);
    let told = lines.next().map(PathBuf::from).zip(lines.next().map(str::to_owned));
    told.filter(|(path, _)| path.is_absolute()).ok_or_else(|| format!("it does not tell its version: {}", said.trim()))
}

#[cfg(test)]
mod tests {
    use fuzzing::{bounded, mutated};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_runtime_tells_where_it_is_and_its_version() {
        assert_eq!(told("/usr/bin/node\n24.1.0\n"), Ok(("/usr/bin/node".into(), "24.1.0".to_owned())));
        assert!(told("24.1.0\n").is_err());
        assert!(told("node\n24.1.0\n").is_err());
    }

    proptest! {
        #[test]
        fn fuzz_what_a_runtime_says_is_a_whole_path_and_a_version_or_refused(
            said in mutated(vec![b"/usr/bin/node\n24.1.0\n".to_vec()], vec![b"\n", b"/", b" ", b"\0", b"\xff"]),
        ) {
            let text = String::from_utf8_lossy(&said);
            if let Ok((path, version)) = bounded(&said, 1000, 100, || told(&text)) {
                prop_assert!(path.is_absolute() && text.contains(&version) && !version.contains('\n'), "{:?}", version);
            }
        }
    }
}
