//! C libraries: what their `isspace()` and `iswspace()` call spaces, asked by a small program of each.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::answer::{Answer, Garbled};
use crate::build_directory::BuildDirectory;
use crate::child::{Check, Job, Trouble};

const SOURCE: &str = include_str!("programs/libc.c");
/// Compiling a small program takes a second; a Mac may have to look for its tools first.
const COMPILE_LIMIT: Duration = Duration::from_secs(60);

/// A C library and a program that uses it.
#[derive(Debug, Clone)]
pub(crate) struct Library {
    /// `glibc`, `musl` or `macos`.
    pub name: String,
    /// Its version, where it tells.
    pub version: String,
    program: PathBuf,
}

impl Library {
    /// The machine's own.
    pub(crate) fn own(directory: &BuildDirectory, check: Check<'_>) -> Result<Self, Trouble> {
        Self::of(directory, check, "cc", &[], "own-libc")
    }

    /// musl, inside of a program that needs nothing else.
    pub(crate) fn musl(directory: &BuildDirectory, check: Check<'_>) -> Result<Self, Trouble> {
        let mut library = Self::of(directory, check, "musl-gcc", &["-static"], "musl-libc")?;
        if let Some(version) = musl_version(directory, check) {
            library.version = version;
        }
        Ok(library)
    }

    fn of(
        directory: &BuildDirectory,
        check: Check<'_>,
        compiler: &str,
        options: &[&str],
        name: &str,
    ) -> Result<Self, Trouble> {
        let program = compile(directory, check, compiler, options, name, SOURCE, &[])?;
        let job = Job::new(&program, ["locales"]);
        let answer = job.answer(directory, check)?;
        let about = |key: &str| answer.about(key).map(str::to_owned).ok_or_else(|| Garbled::Missing(key.to_owned()));
        match (about("library"), about("version")) {
            (Ok(name), Ok(version)) => Ok(Self { name, version, program }),
            (Err(why), _) | (_, Err(why)) => Err(job.garbled(why)),
        }
    }

    /// `iswspace()` of every code point.
    pub(crate) fn wide(&self, directory: &BuildDirectory, check: Check<'_>) -> Result<(Job, Answer), Trouble> {
        let job = Job::new(&self.program, ["wide"]).limit(Duration::from_secs(30));
        let answer = job.answer(directory, check)?;
        Ok((job, answer))
    }

    /// `isspace()` of every byte and `iswspace()` of every code point, in the locales of these names; those that lie in `folder` alone, if one is given.
    pub(crate) fn in_locales(
        &self,
        names: &[String],
        folder: Option<&Path>,
        directory: &BuildDirectory,
        check: Check<'_>,
    ) -> Result<Answer, Trouble> {
        let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
        let mut job = Job::new(&self.program, ["locales"]).input(lines).limit(Duration::from_secs(60));
        if let Some(folder) = folder {
            job = job.variable("LOCPATH", folder);
        }
        let answer = job.answer(directory, check)?;
        if answer.locales.iter().map(|(name, _)| name).eq(names) {
            return Ok(answer);
        }
        Err(job.garbled(Garbled::Missing("the locales that it was asked about".to_owned())))
    }
}

/// Compiles a program of C in the build directory.
pub(crate) fn compile(
    directory: &BuildDirectory,
    check: Check<'_>,
    compiler: &str,
    options: &[&str],
    name: &str,
    source: &str,
    libraries: &[&str],
) -> Result<PathBuf, Trouble> {
    let file = directory.write(&format!("{name}.c"), source)?;
    let program = directory.folder().join(name);
    let mut arguments: Vec<OsString> = options.iter().map(OsString::from).collect();
    arguments.extend(["-O1".into(), "-o".into(), program.clone().into_os_string(), file.into_os_string()]);
    arguments.extend(libraries.iter().map(OsString::from));
    Job::new(compiler, arguments).limit(COMPILE_LIMIT).succeed(directory, check)?;
    Ok(program)
}

/// musl's loader tells its version, on its standard error, when it is given nothing to load.
fn musl_version(directory: &BuildDirectory, check: Check<'_>) -> Option<String> {
    let loader = format!("/lib/ld-musl-{}.so.1", std::env::consts::ARCH);
    let said = Job::new(loader, [""; 0]).run(directory, check).ok()?;
    let line = said.complaints.lines().find_map(|line| line.strip_prefix("Version "))?;
    Some(line.trim().to_owned())
}
