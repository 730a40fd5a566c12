//! Tools of the languages on this machine: found, fetched, or lacking.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use harness::record::Skipped;
use python_environment::Environment;
use supervisor::{Workplace, cache_folder};

use crate::languages::{Language, Words};

/// Python's checkers.
const PYTHON: Environment = Environment {
    name: "mypy, pyright and Ruff",
    what: "Python's checkers",
    requirements: include_str!("../programs/python/requirements.txt"),
    check: "import mypy, pyright, ruff",
    variable: "CHECKERS_PYTHON",
};

/// The version of Kotlin's compiler, from Maven's repository: the newest on 2026-12-01.
const KOTLIN: &str = "2.4.21";
/// The version of TypeScript's compiler, from npm: the newest on 2026-12-01.
const TYPESCRIPT: &str = "7.0.2";

/// Function that finds what a word in braces stands for, or says why it is not here.
type Finder<'a> = &'a dyn Fn() -> Result<PathBuf, String>;

/// Meanings of words in braces, or why they are not here.
pub struct Toolchain {
    found: BTreeMap<&'static str, Result<String, String>>,
}

impl Toolchain {
    /// Finds the tools of these languages, and fetches those that can be fetched.
    pub fn find(languages: &[&Language], place: &Workplace<'_>) -> Self {
        let mut found: BTreeMap<&'static str, Result<String, String>> = BTreeMap::new();
        let kept = cache_folder(env!("CARGO_PKG_NAME"), place.folder());
        found.insert("place", Ok(place.folder().display().to_string()));
        found.insert("kept", Ok(kept.display().to_string()));
        found.insert("kotlin_version", Ok(KOTLIN.to_owned()));
        let all = || languages.iter().flat_map(|language| language.words().chain(language.lint_words()));
        let needs = |name: &str| all().flatten().any(|word| word.contains(&format!("{{{name}}}")));
        let finders: [(&'static str, Finder<'_>); 5] = [
            ("rust", &rust),
            ("modules", &modules),
            ("python", &|| PYTHON.python(place).map_err(|skipped: Skipped| skipped.why)),
            ("kotlin", &|| kotlin(place)),
            ("typescript", &|| typescript(place)),
        ];
        for (name, find) in finders {
            if needs(name) {
                found.insert(name, find().map(|path| path.display().to_string()));
            }
        }
        Self { found }
    }

    /// A text with what its words in braces stand for.
    pub fn fill(&self, text: &str) -> Result<String, String> {
        self.found.iter().try_fold(text.to_owned(), |text, (name, value)| {
            let braces = format!("{{{name}}}");
            if text.contains(&braces) {
                Ok(text.replace(&braces, value.as_ref().map_err(Clone::clone)?))
            } else {
                Ok(text)
            }
        })
    }

    /// Words that can be run, or why not.
    pub fn words(&self, words: Words) -> Result<Vec<OsString>, String> {
        let mut filled = words.iter().map(|word| self.fill(word).map(OsString::from)).collect::<Result<Vec<_>, _>>()?;
        let program = Path::new(&filled[0]);
        if program.is_relative() && !program.starts_with(".") {
            filled[0] =
                found_on_path(program).ok_or_else(|| format!("there is no `{}` here", program.display()))?.into();
        } else if program.is_absolute() && !program.is_file() {
            let name = program.file_name().unwrap_or_default().display();
            return Err(format!("there is no `{name}` here"));
        }
        Ok(filled)
    }

    /// The variables of a language's environment.
    pub fn variables(&self, language: &Language) -> Result<Vec<(&'static str, OsString)>, String> {
        language.variables.iter().map(|(name, value)| Ok((*name, self.fill(value)?.into()))).collect()
    }

    /// Why a language cannot be tried, if so.
    pub fn lacks(&self, language: &Language) -> Option<String> {
        let mut words = language.words().filter(|words| !words[0].starts_with("./"));
        words.find_map(|words| self.words(words).err()).or_else(|| self.variables(language).err())
    }

    /// Why its second column cannot be, if so.
    pub fn lacks_lint(&self, language: &Language) -> Option<String> {
        language.lint_words().filter(|words| !words[0].starts_with("./")).find_map(|words| self.words(words).err())
    }
}

fn found_on_path(program: &Path) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// The compiler's own folder: what stands for it on the path may only pick one.
fn rust() -> Result<PathBuf, String> {
    let none = || "there is no `rustc` here".to_owned();
    let output =
        Command::new("rustc").args(["--print", "sysroot"]).stdin(Stdio::null()).output().map_err(|_| none())?;
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if folder.join("bin/rustc").is_file() { Ok(folder) } else { Err(none()) }
}

/// The npm packages of the checkout that this runs in, or that it was built from.
fn modules() -> Result<PathBuf, String> {
    let here = env::current_dir().unwrap_or_default();
    let starts = [here.as_path(), Path::new(env!("CARGO_MANIFEST_DIR"))];
    let mut folders = starts.into_iter().flat_map(Path::ancestors).map(|folder| folder.join("node_modules"));
    let found = folders.find(|folder| folder.join("eslint").is_dir());
    found.ok_or_else(|| "the npm packages of this checkout are not installed".to_owned())
}

/// Kotlin's compiler, fetched by Maven into Cargo's output once.
fn kotlin(place: &Workplace<'_>) -> Result<PathBuf, String> {
    let artefact = ["org.jetbrains.kotlin", "kotlin-compiler-embeddable", KOTLIN];
    let jars = place.cached_jars(&format!("kotlin-{KOTLIN}"), &[artefact], true);
    jars.map_err(|error| format!("Kotlin's compiler cannot be fetched: {error}"))
}

/// TypeScript's compiler, fetched by npm into Cargo's output once.
fn typescript(place: &Workplace<'_>) -> Result<PathBuf, String> {
    let package = place.cached_package("typescript", TYPESCRIPT);
    package.map_err(|error| format!("TypeScript's compiler cannot be fetched: {error}"))
}
