//! Who is asked about every code point: the functions of C libraries, C++ and ICU, of Unicode and Rust, and of other languages
//! through their own runtimes; and the tools of the shell.

pub(crate) mod latin_1;
mod native;
mod postgres;
mod runtimes;

use std::collections::BTreeMap;
use std::time::Duration;

use harness::record::Skipped;
use supervisor::{ProgramError, Workplace};

use crate::answer::{Answer, Garbled, Said, Spaces};
use crate::libc::{self, Library};
use crate::programs::{ask, asked};

/// Somebody who was asked, and the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Implementation {
    /// Name in the record.
    pub id: &'static str,
    /// Whose it is: a language, `C`, `Unicode`.
    pub language: &'static str,
    /// The function or pattern, as one writes it.
    pub call: &'static str,
    /// The version of its library or runtime.
    pub version: String,
    /// The version of Unicode that it follows, where it tells.
    pub unicode: Option<String>,
    /// The answer.
    pub said: Said,
}

impl Implementation {
    /// The library or runtime that was asked: several C libraries are, each with a version of its own.
    pub(crate) fn program(&self) -> &'static str {
        const LIBRARIES: [(&str, &str); 3] = [("-musl", "musl"), ("-glibc", "glibc"), ("-macos", "macOS")];
        LIBRARIES.iter().find(|(part, _)| self.id.contains(part)).map_or(self.language, |(_, name)| name)
    }
}

/// A name in the record, and the function or pattern as one writes it.
type Call = (&'static str, &'static str);

/// Several functions of one program.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source {
    /// Compiled into this program.
    Native,
    /// `iswspace()` of the machine's own C library.
    OwnLibrary,
    /// `iswspace()` of musl.
    Musl,
    /// ICU's library.
    Icu,
    /// The library of C++.
    Cpp,
    /// PostgreSQL's own server.
    Postgres,
    /// Another language, or a tool of the shell.
    Runtime(&'static runtimes::Runtime),
}

pub(crate) const ICU_U_ISSPACE: &str = "icu-u-isspace";
/// ICU's answer after its own default locale and C's were changed.
pub(crate) const ICU_ELSEWHERE: &str = "icu-u-isspace-elsewhere";
pub(crate) const PERL_REGEX: &str = "perl-regex";
/// Perl's answer about a character in a string with one beyond U+00FF.
pub(crate) const PERL_BESIDE_WIDER: &str = "perl-regex-beside-wider";
const ICU: [Call; 2] = [(ICU_U_ISSPACE, "u_isspace()"), ("icu-u-isuwhitespace", "u_isUWhiteSpace()")];
const CPP: [Call; 5] = [
    ("cpp-isspace-char-c", "std::isspace<char>, C locale"),
    ("cpp-isspace-char-utf8", "std::isspace<char>, UTF-8 locale"),
    ("cpp-isspace-wide-c", "std::isspace<wchar_t>, C locale"),
    ("cpp-isspace-wide-utf8", "std::isspace<wchar_t>, UTF-8 locale"),
    ("cpp-regex-utf8", "std::wregex \\s, UTF-8 locale"),
];
const MUSL: [Call; 1] = [("c-iswspace-musl", "iswspace(), musl")];
const GLIBC: [Call; 2] = [
    ("c-iswspace-glibc-c", "iswspace(), glibc, C locale"),
    ("c-iswspace-glibc-utf8", "iswspace(), glibc, UTF-8 locale"),
];
const MACOS: [Call; 2] = [
    ("c-iswspace-macos-c", "iswspace(), macOS, C locale"),
    ("c-iswspace-macos-utf8", "iswspace(), macOS, UTF-8 locale"),
];

/// Answers of one source.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// The answers.
    pub implementations: Vec<Implementation>,
    /// White space of some of them in other circumstances: answers that are no implementations of their own.
    pub elsewhere: BTreeMap<&'static str, Spaces>,
    /// Functions that trim, and the code points that they remove from the ends of a text, or before a field.
    pub trims: Vec<Implementation>,
    /// Why there is none.
    pub skipped: Option<Skipped>,
}

/// Everybody that can be asked on some machine, and what readers see of each: the language, and the function or pattern.
pub(crate) fn known() -> Vec<(&'static str, String)> {
    let c = MUSL.iter().chain(&GLIBC).chain(&MACOS);
    let compiled = [("C", c.copied().collect::<Vec<Call>>()), ("C++", CPP.into()), ("ICU", ICU.into())];
    let native = [("Unicode", vec![native::UNICODE]), ("Rust", native::RUST.into())];
    let runtimes = runtimes::ALL.iter().map(|runtime| (runtime.language, runtime.calls().to_vec()));
    let all = compiled.into_iter().chain(native).chain(runtimes);
    all.flat_map(|(language, calls)| calls.into_iter().map(move |(id, call)| (id, format!("{language} {call}"))))
        .collect()
}

/// Every function that removes white space and can be asked on some machine, and what readers see of each.
pub(crate) fn known_trims() -> Vec<(&'static str, String)> {
    let runtimes = runtimes::ALL.iter().map(|runtime| (runtime.language, runtime.trims()));
    let all = runtimes.chain([("PostgreSQL", &[postgres::TRIM][..])]);
    all.flat_map(|(language, calls)| calls.iter().map(move |(id, call)| (*id, format!("{language} {call}")))).collect()
}

/// All sources, those that take longest first.
pub(crate) fn sources() -> Vec<Source> {
    let runtimes = runtimes::ALL.iter().map(Source::Runtime);
    runtimes
        .chain([Source::Postgres, Source::Cpp, Source::OwnLibrary, Source::Musl, Source::Icu, Source::Native])
        .collect()
}

impl Source {
    /// Asks; what cannot be asked is skipped.
    pub(crate) fn ask(self, place: &Workplace<'_>) -> Result<Heard, harness::Failure> {
        match self.try_ask(place) {
            Ok(heard) => Ok(heard),
            Err(error) => Ok(Heard { skipped: Some(self.skipped(error.into_reason()?)), ..Heard::default() }),
        }
    }

    fn try_ask(self, place: &Workplace<'_>) -> Result<Heard, ProgramError> {
        let implementations = match self {
            Self::Native => {
                let elsewhere = BTreeMap::from([(latin_1::RUST.0, latin_1::cut_by_rust())]);
                return Ok(Heard { implementations: native::all(), elsewhere, ..Heard::default() });
            }
            Self::OwnLibrary => of_library(&Library::own(place)?, place)?,
            Self::Musl => of_library(&Library::musl(place)?, place)?,
            Self::Icu => return icu(place),
            Self::Runtime(runtime) => return runtime.ask(place),
            Self::Cpp => cpp(place)?,
            Self::Postgres => return Ok(Heard { trims: postgres::ask(place)?, ..Heard::default() }),
        };
        Ok(Heard { implementations, ..Heard::default() })
    }

    fn skipped(self, why: String) -> Skipped {
        let (what, needs) = match self {
            Self::Native => ("Unicode and Rust", "nothing"),
            Self::OwnLibrary => ("iswspace() of the C library", "a C compiler (the packages gcc and libc6-dev)"),
            Self::Musl => ("iswspace() of musl", "musl-gcc (the package musl-tools)"),
            Self::Icu => ("u_isspace() and u_isUWhiteSpace() of ICU", "ICU's library (the package libicu-dev)"),
            Self::Cpp => ("C++", "a C++ compiler (the package g++)"),
            Self::Postgres => (
                "PostgreSQL",
                "the package postgresql; run by root, also a user nobody and a temporary folder that others may pass",
            ),
            Self::Runtime(runtime) => (runtime.language, runtime.needs),
        };
        Skipped::new(what, why, needs)
    }
}

fn of_library(library: &Library, place: &Workplace<'_>) -> Result<Vec<Implementation>, ProgramError> {
    let answer = library.wide(place)?;
    let version = &library.version;
    let calls: &[(Call, &str)] = match library.name.as_str() {
        // musl's iswspace() has no locale to look at.
        "musl" => &[(MUSL[0], "iswspace-utf8")],
        "macos" => &[(MACOS[0], "iswspace-c"), (MACOS[1], "iswspace-utf8")],
        _ => &[(GLIBC[0], "iswspace-c"), (GLIBC[1], "iswspace-utf8")],
    };
    Ok(collect(&answer, "C", version, calls)?)
}

fn icu(place: &Workplace<'_>) -> Result<Heard, ProgramError> {
    const SOURCE: &str = include_str!("programs/icu.c");
    let program = libc::compile(place, "cc", &[], "icu", SOURCE, &["-ldl"])?;
    let answer = ask(place, &mut asked(place, program), Duration::from_secs(30))?;
    let implementations = collect(&answer, "ICU", version_of(&answer)?, &ICU.map(|call| (call, call.0)))?;
    let elsewhere = BTreeMap::from([(ICU_ELSEWHERE, answer.said(ICU_ELSEWHERE)?.spaces.clone())]);
    Ok(Heard { implementations, elsewhere, ..Heard::default() })
}

fn cpp(place: &Workplace<'_>) -> Result<Vec<Implementation>, ProgramError> {
    const SOURCE: &str = include_str!("programs/spaces.cpp");
    // Compilers tell the language by the file's name, which says C.
    let program = libc::compile(place, "c++", &["-x", "c++", "-std=c++17"], "cpp", SOURCE, &[])?;
    let answer = ask(place, &mut asked(place, program), Duration::from_secs(60))?;
    Ok(collect(&answer, "C++", version_of(&answer)?, &CPP.map(|call| (call, call.0)))?)
}

fn version_of(answer: &Answer) -> Result<&str, Garbled> {
    answer.about("version").ok_or_else(|| Garbled::Missing("its version".to_owned()))
}

/// The answers of a program that speaks of each call under such a name.
fn collect(
    answer: &Answer,
    language: &'static str,
    version: &str,
    calls: &[(Call, &str)],
) -> Result<Vec<Implementation>, Garbled> {
    calls
        .iter()
        .map(|&((id, call), name)| {
            Ok(Implementation {
                id,
                language,
                call,
                version: version.to_owned(),
                unicode: answer.about("unicode").map(str::to_owned),
                said: answer.said(name)?.clone(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests;
