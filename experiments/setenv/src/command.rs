//! The command lines of children.

use std::ffi::OsString;
use std::time::Duration;

use harness::Failure;

use crate::build_directory::{Ready, Tool};
use crate::child::PARENT;
use crate::condition::{Condition, Cores, Language, Library};
use crate::conditions::Cell;
use crate::go::{Cgo, GoCondition};
use crate::runtimes::RuntimeCondition;

/// The tool that a library's children need.
pub(crate) fn tool_of(library: Library) -> Tool {
    match library {
        Library::Glibc => Tool::Glibc,
        Library::GlibcNewer => Tool::GlibcNewer,
        Library::GlibcCurrent => Tool::GlibcCurrent,
        Library::Musl => Tool::Musl,
        Library::MuslCurrent => Tool::MuslCurrent,
    }
}

/// The tool that a cell's children need.
pub(crate) fn tool_for(cell: &Cell) -> Tool {
    match cell {
        Cell::Threads(condition) => tool_of(condition.library),
        Cell::Go(GoCondition { cgo: Cgo::With, .. }) => Tool::GoWithCgo,
        Cell::Go(GoCondition { cgo: Cgo::Without, .. }) => Tool::GoWithoutCgo,
        Cell::Runtime(RuntimeCondition { runtime, .. }) => (*runtime).into(),
    }
}

/// The command line of a child.
pub(crate) fn words_of(cell: &Cell, cores: Cores, limit: Duration, ready: &Ready) -> Result<Vec<OsString>, Failure> {
    let milliseconds = limit.as_millis().to_string();
    let mut words = ready.loader.clone();
    match cell {
        Cell::Threads(Condition { language: Language::C, reader, writer, fix, .. }) => {
            words.push(ready.child.clone());
            words.extend([PARENT, reader.name(), writer.name(), fix.name()].map(Into::into));
        }
        Cell::Threads(Condition { language: Language::Rust, reader, .. }) => {
            words.push(supervisor::this_program()?.into());
            words.extend(["child", PARENT, reader.name()].map(Into::into));
        }
        Cell::Go(GoCondition { access, .. }) => {
            words.push(ready.child.clone());
            words.extend([PARENT, access.name()].map(Into::into));
        }
        Cell::Runtime(RuntimeCondition { reader, .. }) => {
            words.extend([ready.child.clone(), reader.name().into()]);
        }
    }
    words.push(milliseconds.into());
    words.extend(ready.library.clone());
    // Only the child in C places its threads.
    if cores != Cores::Free {
        words.push(cores.name().into());
    }
    Ok(words)
}
