//! C libraries: what their `isspace()` and `iswspace()` call spaces, asked by a small program of each.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::answer::{Answer, Garbled};
use crate::child::{Check, Job, Trouble};
use crate::workshop::Workshop;

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
    pub(crate) fn own(workshop: &Workshop, check: Check<'_>) -> Result<Self, Trouble> {
        Self::of(workshop, check, "cc", &[], "own-libc")
    }

    /// musl, inside of a program that needs nothing else.
    pub(crate) fn musl(workshop: &Workshop, check: Check<'_>) -> Result<Self, Trouble> {
        let mut library = Self::of(workshop, check, "musl-gcc", &["-static"], "musl-libc")?;
        if let Some(version) = musl_version(workshop, check) {
            library.version = version;
        }
        Ok(library)
    }

    fn of(
        workshop: &Workshop,
        check: Check<'_>,
        compiler: &str,
        options: &[&str],
        name: &str,
    ) -> Result<Self, Trouble> {
        let program = compile(workshop, check, compiler, options, name, SOURCE, &[])?;
        let job = Job::new(&program, ["locales"]);
        let answer = job.answer(workshop, check)?;
        let about = |key: &str| answer.about(key).map(str::to_owned).ok_or_else(|| Garbled::Missing(key.to_owned()));
        match (about("library"), about("version")) {
            (Ok(name), Ok(version)) => Ok(Self { name, version, program }),
            (Err(why), _) | (_, Err(why)) => Err(job.garbled(why)),
        }
    }

    /// `iswspace()` of every code point.
    pub(crate) fn wide(&self, workshop: &Workshop, check: Check<'_>) -> Result<(Job, Answer), Trouble> {
        let job = Job::new(&self.program, ["wide"]).limit(Duration::from_secs(30));
        let answer = job.answer(workshop, check)?;
        Ok((job, answer))
    }

    /// `isspace()` of every byte and `iswspace()` of every code point, in the locales of these names; those that lie in `folder` alone, if one is given.
    pub(crate) fn in_locales(
        &self,
        names: &[String],
        folder: Option<&Path>,
        workshop: &Workshop,
        check: Check<'_>,
    ) -> Result<Answer, Trouble> {
        let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
        let mut job = Job::new(&self.program, ["locales"]).input(lines).limit(Duration::from_secs(60));
        if let Some(folder) = folder {
            job = job.variable("LOCPATH", folder);
        }
        let answer = job.answer(workshop, check)?;
        if answer.locales.iter().map(|(name, _)| name).eq(names) {
            return Ok(answer);
        }
        Err(job.garbled(Garbled::Missing("the locales that it was asked about".to_owned())))
    }
}

/// Compiles a program of C in the workshop.
pub(crate) fn compile(
    workshop: &Workshop,
    check: Check<'_>,
    compiler: &str,
    options: &[&str],
    name: &str,
    source: &str,
    libraries: &[&str],
) -> Result<PathBuf, Trouble> {
    let file = workshop.write(&format!("{name}.c"), source)?;
    let program = workshop.folder().join(name);
    let mut arguments: Vec<OsString> = options.iter().map(OsString::from).collect();
    arguments.extend(["-O1".into(), "-o".into(), program.clone().into_os_string(), file.into_os_string()]);
    arguments.extend(libraries.iter().map(OsString::from));
    Job::new(compiler, arguments).limit(COMPILE_LIMIT).succeed(workshop, check)?;
    Ok(program)
}

/// musl's loader tells its version, on its standard error, when it is given nothing to load.
fn musl_version(workshop: &Workshop, check: Check<'_>) -> Option<String> {
    let loader = format!("/lib/ld-musl-{}.so.1", std::env::consts::ARCH);
    let said = Job::new(loader, [""; 0]).run(workshop, check).ok()?;
    let line = said.complaints.lines().find_map(|line| line.strip_prefix("Version "))?;
    Some(line.trim().to_owned())
}
