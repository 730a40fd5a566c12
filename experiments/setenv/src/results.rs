//! A whole run: what is measured, and what is found in it.

use harness::{Failure, Results, Run};

use crate::build_directory::{BuildDirectory, Tool};
use crate::measured::{MAKING_A_TOOL_MS, expected, measure_all};
use crate::quantities::quantities;

/// Makes the tools, and measures everything that they allow.
pub(crate) fn measure(run: &Run) -> Result<Results, Failure> {
    run.expect(expected(run.profile, &Tool::ALL));
    let check = || run.advance(0);
    let directory = BuildDirectory::open(&Tool::ALL, &check, || run.advance(MAKING_A_TOOL_MS))?;
    let rows = measure_all(&directory, run)?;
    for (tool, version) in &rows.versions {
        if let (Some(name), Some((_, version))) = (tool.program(), version.split_once(' ')) {
            run.uses(name, version);
        }
    }
    // The compiler inlines and orders what the children race with.
    run.uses_program("C compiler", "cc", &["--version"]);
    Ok(Results { found: quantities(&rows), skipped: [&directory.skipped[..], &rows.skipped].concat() })
}
