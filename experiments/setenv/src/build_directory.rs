//! Makes what the experiment runs: the children, compiled, and a newer C library, unpacked. All of it lies in a temporary
//! folder that is removed whatever becomes of the run.
//!
//! The supervisor compiles: so compilers are its children, and what these start becomes its child at the latest when it is
//! orphaned (it is a "subreaper"). When the experiment ends, it ends its children until there are none, and removes the
//! folder. If it is killed itself, the next run does that.

mod commands;
mod folder;
mod go_programs;
mod newer;
mod package_index;
mod programs;
mod runtimes;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::thread;

use clap::{Args, ValueEnum};
use harness::Failure;
use harness::record::Skipped;
use rustix::process::{getpid, set_child_subreaper};
use serde_json::{Value, json};
use supervisor::{Supervisor, SupervisorOptions, remove};

use crate::runtimes::Runtime;

/// Something to run children with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum Tool {
    /// The machine's own C library.
    Glibc,
    /// That of a later Debian.
    GlibcNewer,
    Musl,
    /// Go that calls C.
    GoWithCgo,
    /// Go that does not.
    GoWithoutCgo,
    Python,
    Node,
    Java,
}

impl Tool {
    pub(crate) const ALL: [Self; 8] = [
        Self::Glibc,
        Self::GlibcNewer,
        Self::Musl,
        Self::GoWithCgo,
        Self::GoWithoutCgo,
        Self::Python,
        Self::Node,
        Self::Java,
    ];

    /// What its version is the version of, in the record; of the two of Go, once.
    pub(crate) fn program(self) -> Option<&'static str> {
        match self {
            Self::Glibc => Some("glibc"),
            Self::GlibcNewer => Some("newer glibc"),
            Self::Musl => Some("musl"),
            Self::GoWithCgo => Some("Go"),
            Self::GoWithoutCgo => None,
            Self::Python => Some("Python"),
            Self::Node => Some("Node.js"),
            Self::Java => Some("Java"),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Glibc => "glibc",
            Self::GlibcNewer => "glibc-newer",
            Self::Musl => "musl",
            Self::GoWithCgo => "go-with-cgo",
            Self::GoWithoutCgo => "go-without-cgo",
            Self::Python => "python",
            Self::Node => "node",
            Self::Java => "java",
        }
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
    /// What a command line begins with that runs a program with it: nothing, a library's own loader, or what runs a language.
    pub loader: Vec<OsString>,
    /// The child.
    pub child: OsString,
    /// What the child is to load, if it loads anything.
    pub library: Option<OsString>,
    /// Name and version, for the record.
    pub version: String,
}

/// The supervisor's command line.
#[derive(Debug, Args)]
pub(crate) struct BuildOptions {
    #[command(flatten)]
    supervisor: SupervisorOptions,
    #[arg(value_enum, required = true)]
    tools: Vec<Tool>,
}

/// Keeps what was made until it is dropped.
pub(crate) struct BuildDirectory {
    supervisor: Supervisor,
    /// What is ready.
    pub ready: BTreeMap<Tool, Ready>,
    /// What is not.
    pub skipped: Vec<Skipped>,
}

impl BuildDirectory {
    /// Makes these tools; `check` is asked now and then whether to go on.
    pub(crate) fn open(tools: &[Tool], check: &dyn Fn() -> Result<(), Failure>) -> Result<Self, Failure> {
        folder::remove_what_others_left();
        let words: Vec<&str> = tools.iter().map(|tool| tool.word()).collect();
        let supervisor = Supervisor::over(&folder::make()?, &words)?;
        let mut directory = Self { supervisor, ready: BTreeMap::new(), skipped: Vec::new() };
        for &tool in tools {
            check()?;
            match directory.next_answer()? {
                Ok(ready) => _ = directory.ready.insert(tool, ready),
                Err(skipped) => directory.skipped.push(skipped),
            }
        }
        Ok(directory)
    }

    fn next_answer(&mut self) -> Result<Result<Ready, Skipped>, Failure> {
        let line = self.supervisor.answer()?;
        let answer: Value = serde_json::from_str(&line)
            .map_err(|_| Failure::program("the supervisor", format!("what it says is no answer: {line}")))?;
        let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
        if answer["why"].is_string() {
            return Ok(Err(Skipped { what: text("what"), why: text("why"), needs: text("needs") }));
        }
        let loader = answer["loader"].as_array().into_iter().flatten().filter_map(Value::as_str).map(OsString::from);
        let library = answer["library"].as_str().map(OsString::from);
        Ok(Ok(Ready { loader: loader.collect(), child: text("child").into(), library, version: text("version") }))
    }
}

/// What the hidden command `supervisor` does: it makes what it is asked for, says so, and waits until its standard input
/// ends.
pub(crate) fn build(options: &BuildOptions) -> Result<(), Failure> {
    let folder = options.supervisor.folder(|folder| folder::RUNS.made(folder))?;
    set_child_subreaper(Some(getpid()))
        .map_err(|error| Failure::system("cannot become the parent of orphans", error.into()))?;
    let of_folder = folder.to_owned();
    let end = thread::spawn(move || {
        // Its end, and whatever is wrong with it, mean that nothing is needed any more.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        commands::end_all();
        remove(&of_folder);
        std::process::exit(0);
    });
    for &tool in &options.tools {
        let made = match tool {
            Tool::Glibc => programs::own(folder),
            Tool::GlibcNewer => newer::newer(folder),
            Tool::Musl => programs::musl(folder),
            Tool::GoWithCgo => go_programs::build(folder, true),
            Tool::GoWithoutCgo => go_programs::build(folder, false),
            Tool::Python => runtimes::build(folder, Runtime::Python),
            Tool::Node => runtimes::build(folder, Runtime::Node),
            Tool::Java => runtimes::build(folder, Runtime::Java),
        };
        let answer = made.map_or_else(|skipped| of_skipped(&skipped), |ready| of_ready(&ready));
        // Where nobody listens any more, the end is near, and is the other thread's to bring about.
        if writeln!(io::stdout(), "{answer}").is_err() {
            break;
        }
    }
    let _ = end.join();
    Ok(())
}

fn of_ready(ready: &Ready) -> Value {
    let loader: Vec<_> = ready.loader.iter().map(|word| word.to_string_lossy()).collect();
    let library = ready.library.as_ref().map(|library| library.to_string_lossy());
    json!({ "loader": loader, "child": ready.child.to_string_lossy(), "library": library, "version": ready.version })
}

fn of_skipped(skipped: &Skipped) -> Value {
    json!({ "what": skipped.what, "why": skipped.why, "needs": skipped.needs })
}
