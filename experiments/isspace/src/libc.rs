//! C libraries: what their `isspace()` and `iswspace()` call spaces, asked by a small program of each.

use std::path::{Path, PathBuf};
use std::time::Duration;

use supervisor::{ProgramError, Workplace};

use crate::answer::{Answer, Garbled};
use crate::programs::{SHORT, ask, asked};

const SOURCE: &str = include_str!("programs/libc.c");
/// Compiling a small program takes a second; a Mac may have to look for its tools first.
const COMPILE_LIMIT: Duration = Duration::from_secs(60);

/// A C library and a program that uses it.
#[derive(Debug, Clone)]
pub(crate) struct Library {
    /// `glibc`, `musl` or `macos`.
    pub name: String,
    /// Version, where the library tells it.
    pub version: String,
    program: PathBuf,
}

impl Library {
    /// The machine's own.
    pub(crate) fn own(place: &Workplace<'_>) -> Result<Self, ProgramError> {
        Self::of(place, "cc", &[], "own-libc")
    }

    /// musl, inside of a program that needs nothing else.
    pub(crate) fn musl(place: &Workplace<'_>) -> Result<Self, ProgramError> {
        let mut library = Self::of(place, "musl-gcc", &["-static"], "musl-libc")?;
        if let Some(version) = musl_version(place) {
            library.version = version;
        }
        Ok(library)
    }

    fn of(place: &Workplace<'_>, compiler: &str, options: &[&str], name: &str) -> Result<Self, ProgramError> {
        let program = compile(place, compiler, options, name, SOURCE, &[])?;
        let answer = ask(place, asked(place, &program).arg("locales"), SHORT)?;
        let about = |key: &str| answer.about(key).map(str::to_owned).ok_or_else(|| Garbled::Missing(key.to_owned()));
        Ok(Self { name: about("library")?, version: about("version")?, program })
    }

    /// `iswspace()` of every code point.
    pub(crate) fn wide(&self, place: &Workplace<'_>) -> Result<Answer, ProgramError> {
        ask(place, asked(place, &self.program).arg("wide"), Duration::from_secs(30))
    }

    /// `isspace()` of every byte and `iswspace()` of every code point, in the locales of these names; those that lie in `folder` alone, if one is given.
    pub(crate) fn in_locales(
        &self,
        names: &[String],
        folder: Option<&Path>,
        place: &Workplace<'_>,
    ) -> Result<Answer, ProgramError> {
        let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
        let mut command = asked(place, &self.program);
        command.arg("locales").stdin(place.input(&lines)?);
        if let Some(folder) = folder {
            command.env("LOCPATH", folder);
        }
        let answer = ask(place, &mut command, Duration::from_secs(60))?;
        if answer.locales.iter().map(|(name, _)| name).eq(names) {
            return Ok(answer);
        }
        Err(Garbled::Missing("the locales that it was asked about".to_owned()).into())
    }
}

/// Compiles a program of C in the run's folder.
pub(crate) fn compile(
    place: &Workplace<'_>,
    compiler: &str,
    options: &[&str],
    name: &str,
    source: &str,
    libraries: &[&str],
) -> Result<PathBuf, ProgramError> {
    let file = place.write(&format!("{name}.c"), source)?;
    let program = place.folder().join(name);
    let mut command = asked(place, compiler);
    command.args(options).args(["-O1", "-o"]).arg(&program).arg(file).args(libraries);
    place.succeed(&mut command, COMPILE_LIMIT)?;
    Ok(program)
}

/// musl's loader tells its version, on its standard error, when it is given nothing to load.
fn musl_version(place: &Workplace<'_>) -> Option<String> {
    let loader = format!("/lib/ld-musl-{}.so.1", std::env::consts::ARCH);
    let said = place.run(&mut asked(place, loader), SHORT).ok()?;
    let line = said.stderr.lines().find_map(|line| line.strip_prefix("Version "))?;
    Some(line.trim().to_owned())
}
