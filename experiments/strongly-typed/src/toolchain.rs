//! What this machine has of what the languages need, and what it lacks.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use harness::record::Skipped;
use python_environment::Environment;
use supervisor::{fetched_once, kept, maven_words};

use crate::languages::{Language, Words};
use crate::place::Place;
use crate::programs::file;
use crate::sandbox::{Bounds, Job};

/// mypy, pyright and Ruff.
const PYTHON: Environment = Environment {
    name: "mypy, pyright and Ruff",
    what: "Python's checkers",
    requirements: include_str!("../programs/python/requirements.txt"),
    check: "import mypy, pyright, ruff",
    variable: "CHECKERS_PYTHON",
};

/// How long fetching Kotlin's compiler may take.
const FETCHING: Duration = Duration::from_secs(180);
/// The folder of its jars.
const KOTLIN: &str = "kotlin-2.2.0";

/// Finds what a word in braces stands for, or says why it is not here.
type Finder<'a> = &'a dyn Fn() -> Result<PathBuf, String>;

/// What words in braces stand for, or why it is not here.
pub struct Toolchain {
    found: BTreeMap<&'static str, Result<String, String>>,
}

impl Toolchain {
    /// What these languages need; what can be fetched is, where it is not here.
    pub fn find(languages: &[&Language], place: &Place) -> Self {
        let mut found: BTreeMap<&'static str, Result<String, String>> = BTreeMap::new();
        let kept = kept(env!("CARGO_PKG_NAME"), place.folder());
        found.insert("place", Ok(place.folder().display().to_string()));
        found.insert("kept", Ok(kept.display().to_string()));
        let all = || languages.iter().flat_map(|language| language.words().chain(language.lint_words()));
        let needs = |name: &str| all().flatten().any(|word| word.contains(&format!("{{{name}}}")));
        let finders: [(&'static str, Finder<'_>); 4] = [
            ("rust", &rust),
            ("modules", &modules),
            ("python", &|| PYTHON.python().map_err(|skipped: Skipped| skipped.why)),
            ("kotlin", &|| kotlin(&kept, place)),
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
    let found = folders.find(|folder| folder.join("typescript/bin/tsc").is_file() && folder.join("eslint").is_dir());
    found.ok_or_else(|| "the npm packages of this checkout are not installed".to_owned())
}

/// Kotlin's compiler, fetched by Maven into Cargo's output once.
fn kotlin(kept: &Path, place: &Place) -> Result<PathBuf, String> {
    fetched_once(kept, KOTLIN, |why| why, |into| fetch(place, into))
}

fn fetch(place: &Place, into: &Path) -> Result<(), String> {
    let maven = found_on_path(Path::new("mvn")).ok_or("there is no `mvn` here")?;
    let folder = place.fresh().map_err(|failure| failure.to_string())?;
    let project = folder.join("pom.xml");
    let text = file("kotlin", "pom.xml").expect("it lies in the programs");
    fs::write(&project, text).map_err(|error| error.to_string())?;
    let words = [vec![maven.into()], maven_words(&project, &folder, into)].concat();
    let bounds = Bounds { time: FETCHING, disk: 1 << 30, ..Bounds::default() };
    let job = Job { words: &words, folder: &folder, variables: &[], bounds };
    let said = job.run(place, &|| Ok(())).map_err(|failure| failure.to_string())?;
    if said.succeeded() { Ok(()) } else { Err("Maven cannot fetch Kotlin's compiler".to_owned()) }
}
