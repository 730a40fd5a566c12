//! Who is asked about every code point: the functions of C libraries, C++ and ICU, of Unicode and Rust, and of other languages
//! through their own runtimes; and the tools of the shell.

mod native;
mod runtimes;

use std::collections::BTreeMap;
use std::time::Duration;

use harness::record::Skipped;

use crate::answer::{Answer, Garbled, Said, Spaces};
use crate::build_directory::BuildDirectory;
use crate::child::{Check, Job, Trouble};
use crate::libc::{self, Library};

/// Somebody who was asked, and the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Implementation {
    /// Its name in the record.
    pub id: &'static str,
    /// Whose it is: a language, `C`, `Unicode`.
    pub language: &'static str,
    /// The function or pattern, as one writes it.
    pub call: &'static str,
    /// The version of its library or runtime.
    pub version: String,
    /// The version of Unicode that it follows, where it tells.
    pub unicode: Option<String>,
    /// What it said.
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

/// What came of asking one source.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// The answers.
    pub implementations: Vec<Implementation>,
    /// What some of them call spaces in other circumstances: answers that are no implementations of their own.
    pub elsewhere: BTreeMap<&'static str, Spaces>,
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

/// All sources, those that take longest first.
pub(crate) fn sources() -> Vec<Source> {
    let runtimes = runtimes::ALL.iter().map(Source::Runtime);
    runtimes.chain([Source::Cpp, Source::OwnLibrary, Source::Musl, Source::Icu, Source::Native]).collect()
}

impl Source {
    /// Asks; what cannot be asked is skipped.
    pub(crate) fn ask(self, directory: &BuildDirectory, check: Check<'_>) -> Result<Heard, harness::Failure> {
        match self.try_ask(directory, check) {
            Ok(heard) => Ok(heard),
            Err(Trouble::Ours(failure)) => Err(failure),
            Err(trouble) => Ok(Heard { skipped: Some(self.skipped(&trouble)), ..Heard::default() }),
        }
    }

    fn try_ask(self, directory: &BuildDirectory, check: Check<'_>) -> Result<Heard, Trouble> {
        let implementations = match self {
            Self::Native => native::all(),
            Self::OwnLibrary => of_library(&Library::own(directory, check)?, directory, check)?,
            Self::Musl => of_library(&Library::musl(directory, check)?, directory, check)?,
            Self::Icu => return icu(directory, check),
            Self::Runtime(runtime) => return runtime.ask(directory, check),
            Self::Cpp => cpp(directory, check)?,
        };
        Ok(Heard { implementations, ..Heard::default() })
    }

    fn skipped(self, trouble: &Trouble) -> Skipped {
        let (what, needs) = match self {
            Self::Native => ("Unicode and Rust", "nothing"),
            Self::OwnLibrary => ("iswspace() of the C library", "a C compiler (the packages gcc and libc6-dev)"),
            Self::Musl => ("iswspace() of musl", "musl-gcc (the package musl-tools)"),
            Self::Icu => ("u_isspace() and u_isUWhiteSpace() of ICU", "ICU's library (the package libicu-dev)"),
            Self::Cpp => ("C++", "a C++ compiler (the package g++)"),
            Self::Runtime(runtime) => (runtime.language, runtime.needs),
        };
        Skipped::new(what, trouble.to_string(), needs)
    }
}

fn of_library(library: &Library, directory: &BuildDirectory, check: Check<'_>) -> Result<Vec<Implementation>, Trouble> {
    let (job, answer) = library.wide(directory, check)?;
    let version = &library.version;
    let garbled = |why| job.garbled(why);
    match library.name.as_str() {
        // musl's iswspace() has no locale to look at.
        "musl" => collect(&answer, "C", version, &[(MUSL[0], "iswspace-utf8")]).map_err(garbled),
        "macos" => {
            collect(&answer, "C", version, &[(MACOS[0], "iswspace-c"), (MACOS[1], "iswspace-utf8")]).map_err(garbled)
        }
        _ => collect(&answer, "C", version, &[(GLIBC[0], "iswspace-c"), (GLIBC[1], "iswspace-utf8")]).map_err(garbled),
    }
}

fn icu(directory: &BuildDirectory, check: Check<'_>) -> Result<Heard, Trouble> {
    const SOURCE: &str = include_str!("programs/icu.c");
    let program = libc::compile(directory, check, "cc", &[], "icu", SOURCE, &["-ldl"])?;
    let job = Job::new(program, [""; 0]).limit(Duration::from_secs(30));
    let answer = job.answer(directory, check)?;
    let version = version_of(&answer).map_err(|why| job.garbled(why))?;
    let implementations = collect(&answer, "ICU", version, &ICU.map(|call| (call, call.0)));
    let elsewhere = answer.said(ICU_ELSEWHERE).map(|said| said.spaces.clone());
    Ok(Heard {
        implementations: implementations.map_err(|why| job.garbled(why))?,
        elsewhere: BTreeMap::from([(ICU_ELSEWHERE, elsewhere.map_err(|why| job.garbled(why))?)]),
        skipped: None,
    })
}

fn cpp(directory: &BuildDirectory, check: Check<'_>) -> Result<Vec<Implementation>, Trouble> {
    const SOURCE: &str = include_str!("programs/spaces.cpp");
    // Compilers tell the language by the file's name, which says C.
    let program = libc::compile(directory, check, "c++", &["-x", "c++", "-std=c++17"], "cpp", SOURCE, &[])?;
    let job = Job::new(program, [""; 0]).limit(Duration::from_secs(60));
    let answer = job.answer(directory, check)?;
    let all = version_of(&answer).and_then(|version| collect(&answer, "C++", version, &CPP.map(|call| (call, call.0))));
    all.map_err(|why| job.garbled(why))
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
