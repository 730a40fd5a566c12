//! The Python that has ebooklib, and pandoc where the system has none.

use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::record::Skipped;
use python_environment::Environment;
use supervisor::{ProgramError, Workplace};

use crate::programs::run_program;

const ENVIRONMENT: Environment = Environment {
    name: "ebooklib",
    what: "ebooklib, and pandoc where it is not installed",
    requirements: include_str!("requirements.txt"),
    check: "import ebooklib, pypandoc",
    variable: "EBOOKLIB_PYTHON",
};

/// Path of a Python that has the packages.
pub(crate) fn python(place: &Workplace<'_>) -> Result<PathBuf, Skipped> {
    ENVIRONMENT.python(place)
}

/// The version of ebooklib that it has.
pub(crate) fn ebooklib_version() -> &'static str {
    ENVIRONMENT.requirements.lines().next().and_then(|line| line.split("==").nth(1)).unwrap_or_default()
}

/// The system's pandoc, or that Python's.
pub(crate) fn pandoc(place: &Workplace<'_>, python: Option<&Path>) -> Result<String, ProgramError> {
    let limit = Duration::from_secs(20);
    match (run_program(place, "pandoc", ["--version"], limit), python) {
        (Ok(_), _) => Ok("pandoc".to_owned()),
        (Err(error), Some(python)) => {
            error.into_reason()?;
            let ask = "import pypandoc; print(pypandoc.get_pandoc_path())";
            Ok(run_program(place, python, ["-c", ask], limit)?.trim().to_owned())
        }
        (Err(error), _) => Err(error),
    }
}
