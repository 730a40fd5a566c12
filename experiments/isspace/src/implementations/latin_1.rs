//! UTF-8 that was decoded as Latin-1, where every byte is a character: what splitting such a text into words cuts.

use super::Call;
use crate::answer::Spaces;

pub(crate) const PYTHON: Call = ("python-split-latin-1", "Python str.split()");
pub(crate) const JAVASCRIPT: Call = ("javascript-split-latin-1", "JavaScript split(/\\s+/)");
pub(crate) const GO: Call = ("go-fields-latin-1", "Go strings.Fields");
pub(crate) const PERL: Call = ("perl-split-latin-1", "Perl split ' '");
pub(crate) const RUST: Call = ("rust-split-latin-1", "Rust split_whitespace");
pub(crate) const JAVA: Call = ("java-split-latin-1", "Java split(\"\\\\s+\")");

/// One way of splitting a text into words for each language.
pub(crate) const ALL: [Call; 6] = [PYTHON, JAVASCRIPT, GO, PERL, RUST, JAVA];

/// Characters beyond ASCII of which Rust's `split_whitespace` takes a byte.
pub(super) fn cut_by_rust() -> Spaces {
    let is_cut = |character: &char| {
        let decoded: String = format!("a{character}b").bytes().map(char::from).collect();
        decoded.split_whitespace().collect::<String>() != decoded
    };
    ('\u{80}'..=char::MAX).filter(is_cut).map(u32::from).collect()
}
