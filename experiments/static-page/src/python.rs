//! The Python that has ebooklib, and pandoc where the system has none.

use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::Failure;
use harness::record::Skipped;
use python_environment::Environment;

use crate::workplace::{Trouble, Workplace};

const ENVIRONMENT: Environment = Environment {
    name: "ebooklib",
    what: "ebooklib, and pandoc where it is not installed",
    requirements: include_str!("requirements.txt"),
    check: "import ebooklib, pypandoc",
    variable: "EBOOKLIB_PYTHON",
};

/// That Python. Tests take one that was made before, and install nothing.
pub(crate) fn python() -> Result<PathBuf, Skipped> {
    if !cfg!(test) {
        return ENVIRONMENT.python();
    }
    let (what, needs) = (ENVIRONMENT.what.to_owned(), "a run before".to_owned());
    ENVIRONMENT.made_before().ok_or(Skipped { what, why: "tests install nothing".to_owned(), needs })
}

/// The version of ebooklib that it has.
pub(crate) fn ebooklib_version() -> &'static str {
    ENVIRONMENT.requirements.lines().next().and_then(|line| line.split("==").nth(1)).unwrap_or_default()
}

/// The system's pandoc, or that Python's.
pub(crate) fn pandoc(
    place: &Workplace,
    python: Option<&Path>,
    check: &dyn Fn() -> Result<(), Failure>,
) -> Result<String, Trouble> {
    let limit = Duration::from_secs(20);
    match (place.run("pandoc", ["--version"], limit, check), python) {
        (Ok(_), _) => Ok("pandoc".to_owned()),
        (Err(Trouble::Told(_)), Some(python)) => {
            let ask = "import pypandoc; print(pypandoc.get_pandoc_path())";
            Ok(place.run(python, ["-c", ask], limit, check)?.trim().to_owned())
        }
        (Err(trouble), _) => Err(trouble),
    }
}
