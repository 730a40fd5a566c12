//! The children in Python, Node.js and Java, and the library in C that they load.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use supervisor::{ProgramError, Workplace};

use super::programs::{child_in_c, compile};
use super::{Ready, output_of};
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
pub(super) fn build(place: &Workplace<'_>, runtime: Runtime) -> Result<Ready, ProgramError> {
    let child = child_in_c(place)?;
    let library = compile(place, "cc", LIBRARY, "beside.so", &["-shared", "-fPIC"])?;
    let (name, found) = match runtime {
        Runtime::Python => ("Python", python(place)?),
        Runtime::Node => ("Node.js", node(place)?),
        Runtime::Java => ("Java", java(place)?),
    };
    let Found { program, options, trial, version } = found;
    // The child in C makes itself harmless, and becomes the runtime.
    let loader = [child.as_str(), PARENT, "exec"].into_iter().map(OsString::from).chain([program.into()]);
    Ok(Ready {
        loader: loader.chain(options).collect(),
        child: trial,
        library: Some(library.into()),
        version: format!("{name} {version}"),
    })
}

/// A program, and what runs it.
struct Found {
    program: PathBuf,
    options: Vec<OsString>,
    trial: OsString,
    version: String,
}

/// Neither the user's modules nor their settings; nothing that lies beside the program is written.
fn python(place: &Workplace<'_>) -> Result<Found, ProgramError> {
    let alone = ["-I", "-S", "-B"];
    let says = "import sys; print(sys.executable); print('.'.join(map(str, sys.version_info[:3])))";
    let said = output_of(place, place.command_as_user("python3").args(alone).args(["-c", says]), TIMEOUT)?;
    let (program, version) = program_and_version(&said).map_err(ProgramError::Unusable)?;
    let trial = place.write("trial.py", PYTHON)?.into();
    Ok(Found { program, options: alone.map(Into::into).into(), trial, version })
}

fn node(place: &Workplace<'_>) -> Result<Found, ProgramError> {
    let says = "console.log(process.execPath); console.log(process.versions.node)";
    let mut command = place.command_as_user("node");
    let said = output_of(place, command.args(["-e", says]).env_remove("NODE_OPTIONS"), TIMEOUT)?;
    let (program, version) = program_and_version(&said).map_err(ProgramError::Unusable)?;
    Ok(Found { program, options: Vec::new(), trial: place.write("trial.mjs", NODE)?.into(), version })
}

fn java(place: &Workplace<'_>) -> Result<Found, ProgramError> {
    let (folder, source) = (place.folder(), place.write("Trial.java", JAVA)?);
    let mut compiler = place.command_as_user("javac");
    compiler.arg("-J-XX:-UsePerfData").arg("-d").arg(folder).arg(source);
    output_of(place, &mut compiler, TIMEOUT)?;
    let options = JAVA_LEAVES_NOTHING.map(OsString::from).into_iter().chain(["-cp".into(), folder.into()]);
    let options: Vec<OsString> = options.collect();
    let said = output_of(place, place.command_as_user("java").args(&options).args(["Trial", "version"]), TIMEOUT)?;
    let (home, version) = program_and_version(&said).map_err(ProgramError::Unusable)?;
    Ok(Found { program: home.join("bin/java"), options, trial: "Trial".into(), version })
}

/// A path and a version, each on a line.
fn program_and_version(said: &str) -> Result<(PathBuf, String), String> {
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
        assert_eq!(program_and_version("/usr/bin/node\n24.1.0\n"), Ok(("/usr/bin/node".into(), "24.1.0".to_owned())));
        assert!(program_and_version("24.1.0\n").is_err());
        assert!(program_and_version("node\n24.1.0\n").is_err());
    }

    proptest! {
        #[test]
        fn fuzz_what_a_runtime_says_is_a_whole_path_and_a_version_or_refused(
            said in mutated(vec![b"/usr/bin/node\n24.1.0\n".to_vec()], vec![b"\n", b"/", b" ", b"\0", b"\xff"]),
        ) {
            let text = String::from_utf8_lossy(&said);
            if let Ok((path, version)) = bounded(&said, 1000, 100, || program_and_version(&text)) {
                prop_assert!(path.is_absolute() && text.contains(&version) && !version.contains('\n'), "{:?}", version);
            }
        }
    }
}
