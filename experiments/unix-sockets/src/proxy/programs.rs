//! Programs that others made: whether they are here, and what the record says where they are not.

use harness::Failure;
use harness::record::Skipped;
use supervisor::find_program;

/// Where a program lies.
pub(super) fn find(name: &str) -> Option<String> {
    find_program(name)?.into_os_string().into_string().ok()
}

/// Where a program lies, or why what needs it is skipped.
pub(super) fn need(name: &str, package: &str, what: &str) -> Result<String, Skipped> {
    find(name).ok_or_else(|| Skipped::new(what, format!("there is no `{name}` here"), format!("the package {package}")))
}

/// An outcome that is skipped where it did not work; but an end that the user asked for is one.
pub(super) fn unless_interrupted<T>(
    outcome: Result<T, Failure>,
    what: &str,
    needs: &str,
) -> Result<Result<T, Skipped>, Failure> {
    match outcome {
        Ok(value) => Ok(Ok(value)),
        Err(Failure::Interrupted(more)) => Err(Failure::Interrupted(more)),
        Err(failure) => Ok(Err(Skipped::new(what, failure.to_string(), needs))),
    }
}
