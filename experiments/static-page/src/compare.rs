//! Comparison of two books by Python's `zipfile`, which shares no code with the plan.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use supervisor::{ProgramError, Workplace};

use crate::programs::run_program;

const PROGRAM: &str = include_str!("compare.py");

/// The counts of the comparison.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compared {
    /// Entries of the old book.
    pub entries: u32,
    /// Entries that the new one has under the same name with the same content.
    pub same_content: u32,
    /// And those whose compressed bytes are the same.
    pub same_bytes: u32,
    /// Classes of the old book's pages.
    pub classes: u32,
    pub classes_kept: u32,
    /// Selectors of its style sheets.
    pub selectors: u32,
    pub selectors_kept: u32,
    /// Whether the new book's container names a package document that is there.
    pub leads_to_package: bool,
    /// Whether that declares a picture that is there as the cover.
    pub declares_cover: bool,
}

/// Compares two books.
pub(crate) fn compare(place: &Workplace<'_>, old: &Path, new: &Path) -> Result<Compared, ProgramError> {
    let program = place.write("compare.py", PROGRAM)?;
    let said = run_program(place, "python3", [program.as_path(), old, new], Duration::from_secs(30))?;
    parse(&said).ok_or_else(|| ProgramError::Unusable("python3 said what is no comparison".to_owned()))
}

fn parse(said: &str) -> Option<Compared> {
    let compared: Compared = serde_json::from_str(said).ok()?;
    let Compared { entries, same_content, same_bytes, classes, classes_kept, selectors, selectors_kept, .. } = compared;
    let fits = same_bytes.max(same_content) <= entries && classes_kept <= classes && selectors_kept <= selectors;
    fits.then_some(compared)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = r#"{"entries": 14, "same_content": 13, "same_bytes": 13, "classes": 16, "classes_kept": 16,
        "selectors": 17, "selectors_kept": 17, "leads_to_package": true, "declares_cover": true}"#;

    #[test]
    fn counts_are_read_and_those_that_cannot_be_are_not() {
        assert_eq!(parse(SAID).unwrap().same_content, 13);
        assert_eq!(parse(&SAID.replace("\"same_bytes\": 13", "\"same_bytes\": 15")), None);
        assert_eq!(parse(""), None);
    }
}
