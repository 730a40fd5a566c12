//! Makes what the experiment runs: the children, compiled, and a newer C library, unpacked. All of it lies in a temporary
//! folder that is removed whatever becomes of the run.

mod debian;
mod glibc;
mod go_programs;
mod musl;
mod package_index;
mod programs;
mod runtimes;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::process::Command;
use std::time::Duration;

use harness::Failure;
use harness::record::Skipped;
use supervisor::{Check, ProgramError, Workplace};

use crate::RUNS;
use crate::runtimes::Runtime;

/// Something to run children with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Tool {
    /// The machine's own C library.
    Glibc,
    /// That of Debian 13.
    GlibcNewer,
    /// That of Debian's next release.
    GlibcCurrent,
    /// The machine's own.
    Musl,
    /// That of Debian's next release.
    MuslCurrent,
    /// Go that calls C.
    GoWithCgo,
    /// Go that does not.
    GoWithoutCgo,
    Python,
    Node,
    Java,
}

/// Needs of the libraries of other releases of Debian.
const FROM_DEBIAN: &str = "apt-get with a mirror of Debian's, dpkg-deb, and `cc` of the packages gcc and libc6-dev";

impl Tool {
    pub(crate) const ALL: [Self; 10] = [
        Self::Glibc,
        Self::GlibcNewer,
        Self::GlibcCurrent,
        Self::Musl,
        Self::MuslCurrent,
        Self::GoWithCgo,
        Self::GoWithoutCgo,
        Self::Python,
        Self::Node,
        Self::Java,
    ];

    /// The name of its version in the record; nothing for the second of Go's.
    pub(crate) fn program(self) -> Option<&'static str> {
        match self {
            Self::Glibc => Some("glibc"),
            Self::GlibcNewer => Some("newer glibc"),
            Self::GlibcCurrent => Some("current glibc"),
            Self::Musl => Some("musl"),
            Self::MuslCurrent => Some("current musl"),
            Self::GoWithCgo => Some("Go"),
            Self::GoWithoutCgo => None,
            Self::Python => Some("Python"),
            Self::Node => Some("Node.js"),
            Self::Java => Some("Java"),
        }
    }

    /// Makes it in the run's folder.
    fn make(self, place: &Workplace<'_>) -> Result<Ready, ProgramError> {
        match self {
            Self::Glibc => programs::own(place),
            Self::GlibcNewer => glibc::unpacked(place, glibc::NEWER),
            Self::GlibcCurrent => glibc::unpacked(place, glibc::CURRENT),
            Self::Musl => musl::own(place),
            Self::MuslCurrent => musl::current(place),
            Self::GoWithCgo => go_programs::build(place, true),
            Self::GoWithoutCgo => go_programs::build(place, false),
            Self::Python => runtimes::build(place, Runtime::Python),
            Self::Node => runtimes::build(place, Runtime::Node),
            Self::Java => runtimes::build(place, Runtime::Java),
        }
    }

    /// Entry of the record where it cannot be made.
    fn skipped(self, why: String) -> Skipped {
        let (what, needs) = match self {
            Self::Glibc => ("the machine's own C library", "`cc` of the packages gcc and libc6-dev"),
            Self::GlibcNewer => ("a newer glibc, of Debian's release trixie", FROM_DEBIAN),
            Self::GlibcCurrent => ("the current glibc, of Debian's release forky", FROM_DEBIAN),
            Self::Musl => ("musl", "`musl-gcc` of the package musl-tools"),
            Self::MuslCurrent => ("the current musl, of Debian's release forky", FROM_DEBIAN),
            Self::GoWithCgo => ("Go with cgo", "`go` of the package golang-go, and `cc` of gcc and libc6-dev"),
            Self::GoWithoutCgo => ("Go without cgo", "`go` of the package golang-go"),
            Self::Python => {
                ("Python", "`python3` of the package of that name, and `cc` of the packages gcc and libc6-dev")
            }
            Self::Node => ("Node.js", "`node` of the package nodejs, and `cc` of the packages gcc and libc6-dev"),
            Self::Java => (
                "Java",
                "`java` and `javac` of the package default-jdk-headless, and `cc` of the packages gcc and libc6-dev",
            ),
        };
        Skipped::new(what, why, needs)
    }
}

impl From<Runtime> for Tool {
    fn from(runtime: Runtime) -> Self {
        match runtime {
            Runtime::Python => Self::Python,
            Runtime::Node => Self::Node,
            Runtime::Java => Self::Java,
        }
    }
}

/// A tool that is ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ready {
    /// The beginning of a command line that runs a program with it: nothing, a library's own loader, or what runs a language.
    pub loader: Vec<OsString>,
    /// The child.
    pub child: OsString,
    /// The library that the child is to load, if any.
    pub library: Option<OsString>,
    /// Name and version, for the record.
    pub version: String,
}

/// Keeps what was made until it is dropped.
pub(crate) struct BuildDirectory<'a> {
    _workplace: Workplace<'a>,
    /// Tools that are ready.
    pub ready: BTreeMap<Tool, Ready>,
    /// Tools that are not, each with the reason.
    pub skipped: Vec<Skipped>,
}

impl<'a> BuildDirectory<'a> {
    /// Makes these tools; `check` is asked now and then whether to go on, and `is_made` is told after each.
    pub(crate) fn open(
        tools: &[Tool],
        check: Check<'a>,
        is_made: impl Fn() -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let workplace = Workplace::open(RUNS, check)?;
        let (mut ready, mut skipped) = (BTreeMap::new(), Vec::new());
        for &tool in tools {
            match tool.make(&workplace) {
                Ok(made) => _ = ready.insert(tool, made),
                Err(error) => skipped.push(tool.skipped(error.into_reason()?)),
            }
            is_made()?;
        }
        Ok(Self { _workplace: workplace, ready, skipped })
    }

    /// Makes one tool, or fails.
    pub(crate) fn of_one(tool: Tool) -> Result<BuildDirectory<'static>, Failure> {
        let directory = BuildDirectory::open(&[tool], &|| Ok(()), || Ok(()))?;
        match directory.skipped.first() {
            None => Ok(directory),
            Some(Skipped { what, why, needs }) => {
                Err(Failure::Missing { what: format!("{what}: {why}"), needs: needs.clone() })
            }
        }
    }
}

/// The output of a program that has to succeed within `limit`.
fn output_of(place: &Workplace<'_>, command: &mut Command, limit: Duration) -> Result<String, ProgramError> {
    place.succeed(command, limit).map(|said| said.stdout)
}
