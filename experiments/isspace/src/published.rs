//! Published figures, each once.

use harness::record::Source;
use isspace_model::{ASCII_SPACES, MACOS_UTF8_SPACES};

use crate::answer::Spaces;

/// Number of bytes that the article's program found added on Linux (glibc 2.31).
pub(crate) const LINUX_ADDS: usize = 0;

/// White space of the C locale.
pub(crate) fn six() -> Spaces {
    ASCII_SPACES.iter().map(u32::from).collect()
}

/// White space of macOS in locales of UTF-8, as the article says.
pub(crate) fn macos_utf8() -> Spaces {
    MACOS_UTF8_SPACES.iter().map(u32::from).collect()
}

/// The bytes that macOS adds.
pub(crate) fn macos_adds() -> Spaces {
    macos_utf8().difference(&six()).copied().collect()
}

/// The article.
pub(crate) fn article() -> Source {
    Source {
        title: "Evan Jones, “The C Standard Library Function isspace() Depends on Locale”".to_owned(),
        url: "https://www.evanjones.ca/isspace_locale.html".to_owned(),
    }
}
