//! Locales: which there are, and what `isspace()` and `iswspace()` call spaces in each. Those that are not installed are compiled, one by
//! one, into the run's own folder.
//!
//! Only the part of a definition that decides is compiled, `LC_CTYPE`: the order of words and the names of months take ten
//! times as long and change nothing.

mod definitions;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use harness::{Failure, own_files};
use supervisor::{ProgramError, Workplace};

use crate::answer::InLocale;
use crate::libc::Library;
use crate::programs::{SHORT, asked};
pub(crate) use definitions::{Definition, definitions};

/// Chinese with its transliterations takes longest.
const LIMIT: Duration = Duration::from_secs(120);

/// Origin of a locale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// The machine has it.
    Installed,
    /// The distribution offers it; compiled here.
    Supported,
    /// The classes that all languages share, in a character map that no offered locale need have; compiled here.
    Charmap,
}

impl Origin {
    /// Name in the record.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Installed => "installed",
            Self::Supported => "supported",
            Self::Charmap => "charmap",
        }
    }
}

/// A locale, and what `isspace()` calls spaces there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Whose `isspace()`: `glibc`, `musl` or `macos`.
    pub library: String,
    pub origin: Origin,
    /// The name.
    pub name: String,
    /// The name of its character map: as the distribution has it, or as the library says.
    pub charmap: String,
    /// The answers of `isspace()` and `iswspace()`.
    pub said: InLocale,
}

impl Outcome {
    /// True if a system offers it to its users.
    pub(crate) fn is_offered(&self) -> bool {
        self.origin != Origin::Charmap
    }

    /// True for the C locale, by either of its names.
    pub(crate) fn is_c(&self) -> bool {
        self.origin == Origin::Installed && ["C", "POSIX"].contains(&self.name.as_str())
    }

    /// True if a system offers it to its users, and text in it is UTF-8.
    pub(crate) fn is_offered_for_utf8(&self) -> bool {
        self.is_offered() && self.charmap == "UTF-8"
    }
}

/// A definition that could not be compiled, or not without errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unfit(pub Definition);

/// The names of the installed locales; `C` and `POSIX` are always there.
pub(crate) fn installed(place: &Workplace<'_>) -> Result<Vec<String>, Failure> {
    let listed = place.succeed(asked(place, "locale").arg("-a"), SHORT).map(|said| said.stdout);
    let listed = listed.or_else(|error| error.into_reason().map(|_| String::new()))?;
    let is_a_name = |line: &&str| !line.is_empty() && !line.contains(char::is_whitespace);
    let names: BTreeSet<&str> = ["C", "POSIX"].into_iter().chain(listed.lines().filter(is_a_name)).collect();
    Ok(names.into_iter().map(str::to_owned).collect())
}

/// Asks `isspace()` of the library in these installed locales, without those that it refuses.
pub(crate) fn ask_installed(
    library: &Library,
    names: &[String],
    place: &Workplace<'_>,
) -> Result<Vec<Outcome>, ProgramError> {
    let answer = library.in_locales(names, None, place)?;
    let outcome = |(name, said): (String, Option<InLocale>)| {
        let (library, said) = (library.name.clone(), said?);
        Some(Outcome { library, origin: Origin::Installed, name, charmap: said.charmap.clone(), said })
    };
    Ok(answer.locales.into_iter().filter_map(outcome).collect())
}

impl Definition {
    /// Compiles it below a folder of its own, asks, and removes it. `number` tells it from those that are compiled at the
    /// same time.
    pub(crate) fn compile_and_ask(
        &self,
        number: usize,
        library: &Library,
        place: &Workplace<'_>,
    ) -> Result<Result<Vec<Outcome>, Unfit>, ProgramError> {
        let folder = place.make(&format!("locales-{number}"))?;
        let outcome = self.ask_in(&folder, number, library, place);
        // Anything left of it goes with the workplace.
        let _ = own_files::remove(&folder);
        outcome
    }

    fn ask_in(
        &self,
        folder: &Path,
        number: usize,
        library: &Library,
        place: &Workplace<'_>,
    ) -> Result<Result<Vec<Outcome>, Unfit>, ProgramError> {
        let part = place.write(&format!("locale-{number}.src"), self.source())?.into_os_string();
        // Of some definitions localedef makes nothing without their other parts: it crashes (2.36, ko_KR).
        let whole = self.source_name().into();
        let tries = [Some(part), (self.origin == Origin::Supported).then_some(whole)];
        for (number, input) in tries.into_iter().flatten().enumerate() {
            // A plain name: glibc changes those with a character map in them before it looks.
            let name = format!("compiled{number}");
            let mut localedef = asked(place, "localedef");
            localedef.args(["--no-archive", "--force", "--inputfile"]).arg(input);
            localedef.arg("--charmap").arg(&self.charmap).arg(folder.join(&name));
            let said = place.run(&mut localedef, LIMIT)?;
            if has_errors(&said.stderr) {
                continue;
            }
            let mut answer = library.in_locales(&[name], Some(folder), place)?;
            if let Some((_, Some(said))) = answer.locales.pop() {
                return Ok(Ok(self.outcomes(library, &said)));
            }
        }
        Ok(Err(Unfit(self.clone())))
    }

    /// The same for each of its locales.
    fn outcomes(&self, library: &Library, said: &InLocale) -> Vec<Outcome> {
        let outcome = |name: &String| Outcome {
            library: library.name.clone(),
            origin: self.origin,
            name: name.clone(),
            charmap: self.charmap.clone(),
            said: said.clone(),
        };
        self.names.iter().map(outcome).collect()
    }
}

/// Warnings are to be expected: the other categories are missing. Anything else means that characters are.
fn has_errors(complaints: &str) -> bool {
    complaints.lines().any(|line| !line.trim().is_empty() && !line.starts_with("[warning]"))
}

#[cfg(test)]
mod tests;
